"""The protocol of an earlier review, version by version, for a replay that takes each when the record took it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.records.protocol import ProtocolVersion
from storage.runs.protocols import VERSIONS
from storage.writing.versions import open_snapshot

_ENDED = (
    "SELECT count(*) FROM run WHERE status = 'finished' "
    "OR (status = 'stopped' AND contains(coalesce(message, ''), ': a person stopped the run'))"
)


@dataclass(frozen=True, slots=True)
class RecordedProtocol:
    """A version of the protocol of a recorded review, which took it after this many of its runs had ended.

    A run ended if it finished or a person stopped it; those that were interrupted are not told apart from what went on.
    """

    version: ProtocolVersion
    after: int


def read_recorded_protocols(folder: Path) -> list[RecordedProtocol]:
    """Return the versions of a published review's protocol, in order.

    Raises:
        InputError: there is no published review in the folder, or a replay cannot follow its amendments.
    """
    with open_snapshot(folder) as record:
        versions = [ProtocolVersion(**row) for row in record.select(VERSIONS).iter_rows(named=True)]
        taken = list(record.frame("recorded_protocols").iter_rows(named=True))
    for row in taken:
        if row["changes"]:
            _check(folder, row)
    return [RecordedProtocol(version, row["runs"]) for version, row in zip(versions, taken, strict=True)]


def _check(folder: Path, row: dict[str, Any]) -> None:
    amended = f"the protocol of the review in '{folder}' was amended (version {row['number']})"
    if row["replaced"] is None:
        raise InputError(
            f"{amended} by a version of litreview that did not keep what was asked before, which a replay cannot "
            "follow; replay a copy of it from before, or review anew without LITREVIEW_REPLAY"
        )
    if not row["between"]:
        raise InputError(
            f"{amended} while a run of it was interrupted, and a replay cannot tell what had been done until then; "
            "review anew without LITREVIEW_REPLAY, with --protocol"
        )
    if not row["done"]:
        raise InputError(
            f"{amended}, and no run has finished since; finish it with 'litreview resume {folder.name}', then replay it"
        )


def read_first_asked(folder: Path) -> dict[str, tuple[str, ...]] | None:
    """Return questions, criteria and fields (extract) that a published review was asked for before it had a protocol.

    None where it has none.
    """
    with open_snapshot(folder) as record:
        kept = record.select(
            "SELECT CAST(replaced AS VARCHAR) FROM protocol_version WHERE replaced IS NOT NULL ORDER BY number LIMIT 1"
        )
    return None if kept.is_empty() else {name: tuple(lines or ()) for name, lines in orjson.loads(kept.item()).items()}


def count_ended(ledger: Ledger) -> int:
    """Return how many runs of a review finished or were stopped by a person."""
    return int(ledger.select(_ENDED).item())
