"""Languages of works that their records do not state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from storage.core.ledger import Ledger
from storage.records.languages import Detection


def texts_without_language(ledger: Ledger, codes: Sequence[str], latin: Sequence[str]) -> list[tuple[str, str]]:
    """Return (work_id, title and abstract) of works found whose language is to be detected and was not yet, by id.

    These are works that state none, one that is none of the `codes`, or one of the `latin` languages, written in Latin
    letters, while most of their letters are of another script.
    """
    rows = ledger.frame("works_without_language", codes=list(codes), latin=list(latin))
    return list(rows.select("work_id", "text").iter_rows())


def add_detections(ledger: Ledger, detections: Iterable[Detection]) -> None:
    """Append what was detected, in one transaction; records stay as they are."""
    with ledger.transaction():
        ledger.append("detected_language", [asdict(detection) for detection in detections])
