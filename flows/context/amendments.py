"""Whether the protocol ordered may be taken into a review that exists: told before anything is opened."""

from __future__ import annotations

from pathlib import Path

from flows.context.order import ReviewOrder
from storage.publication.published import read_published_protocol
from storage.runs.protocols import check_reason
from tasks.protocol.reading import parse_protocol, read_protocol


def check_amendment(folder: Path, order: ReviewOrder) -> None:
    """Return if the protocol ordered may be taken into the review published in a folder.

    Raises:
        InputError: the protocol cannot be read, or it amends the one in force without a reason.
    """
    protocol, given = read_protocol(Path(order.protocol or ""))
    kept, judged = read_published_protocol(folder)
    before = parse_protocol(kept.text, "protocol in force") if kept else None
    check_reason(folder.name, kept, given, order.reason or protocol.find_reason(before).text, judged=judged)
