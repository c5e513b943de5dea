"""Discarding raw answers that a finished review no longer rests on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from storage.core.clock import now
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.core.places import PUBLISHED_FILE, WORKING_FILE


@dataclass(frozen=True, slots=True)
class Pruning:
    """What was discarded: answers emptied or dropped, and the bytes of the review's two files before and after."""

    answers: int
    bytes_before: int
    bytes_after: int


def prune_review(folder: Path, days: int) -> Pruning:
    """Empty the raw answers older than `days` that nothing in the corpus rests on, and return how much was discarded.

    Their addresses, times and hashes stay. The catalogue answers that a replay needs go too, once the last run is that
    old.

    Raises:
        InputError: there is no review in the folder, or it is not finished.
        LedgerInUse: a run holds it.
    """
    if not (folder / WORKING_FILE).is_file():
        raise InputError(f"there is no review in '{folder}'; name one that has been run")
    with Ledger(folder) as ledger:
        before = _count_bytes(folder)
        cutoff = now() - timedelta(days=days)
        last = ledger.select("SELECT status, finished_at FROM run ORDER BY started_at DESC LIMIT 1").rows()
        if not last or last[0][0] != "finished":
            raise InputError(f"the review '{folder.name}' is not finished, and may still need its answers; resume it")
        with ledger.transaction():
            emptied = ledger.frame("prunable_responses", before=cutoff)["response_id"].to_list()
            ledger.change("UPDATE response SET body = '' WHERE list_contains($ids, response_id)", ids=emptied)
            dropped = 0
            if last[0][1] < cutoff:
                dropped = int(ledger.select("SELECT count(*) FROM catalogue_answer").item())
                ledger.change("DELETE FROM catalogue_answer")
        ledger.publish()
        return Pruning(len(emptied) + dropped, before, _count_bytes(folder))


def _count_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for name in (WORKING_FILE, PUBLISHED_FILE) if (path := folder / name).is_file())
