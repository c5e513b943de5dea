"""The protocol that a review is ordered by: taken into the ledger, and written out beside the review."""

from __future__ import annotations

from pathlib import Path

from flows.context.order import ReviewOrder
from storage.core.ledger import Ledger
from storage.records.search import Plan
from storage.runs.protocols import count_protocol_exclusions, keep_protocol, read_protocols
from storage.writing.versions import open_snapshot
from tasks.protocol.reading import describe_given, parse_protocol, read_protocol
from tasks.reporting.protocol import describe_protocol

PROTOCOL_FILE = "protocol.md"


def take_protocol(ledger: Ledger, order: ReviewOrder, record: Path | None) -> None:
    """Keep the protocol ordered if it is not the one in force; for a replay, the versions of the recorded review.

    Raises:
        InputError: the file cannot be read, or it amends the one in force without a reason.
    """
    if record:
        with open_snapshot(record) as recorded:
            versions = read_protocols(recorded)
        for version in versions[len(read_protocols(ledger)) :]:
            given = describe_given(parse_protocol(version.text, PROTOCOL_FILE), version.text)
            keep_protocol(ledger, given, version.reason)
    elif order.protocol:
        _, given = read_protocol(Path(order.protocol))
        keep_protocol(ledger, given, order.reason or "")


def render_protocol(ledger: Ledger, plan: Plan) -> dict[str, str]:
    """Return the document of the protocol by the name of its file; nothing for a review without one."""
    versions = read_protocols(ledger)
    if not versions:
        return {}
    protocol = parse_protocol(versions[-1].text, PROTOCOL_FILE)
    return {PROTOCOL_FILE: describe_protocol(protocol, versions, plan, count_protocol_exclusions(ledger))}
