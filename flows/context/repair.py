"""A review is put in order before anything is written to it: damaged files are set aside, and this is reported."""

from __future__ import annotations

from pathlib import Path

from flows.orchestration.progress import Progress
from storage.core.errors import DamagedReview
from storage.core.ledger import Ledger
from storage.repair.repair import mend_review


def open_whole(folder: Path, progress: Progress) -> Ledger:
    """Return the open ledger of a review, after setting damaged files aside with a line for each.

    Raises:
        DamagedReview: no file of the review is intact.
        LedgerInUse: another process, or this one, already holds the review.
        InputError: the folder cannot be written to, or what is in the ledger's place is not a ledger.
    """
    _mend(folder, progress)
    try:
        return Ledger(folder)
    except DamagedReview:  # met only now, since bringing the schema up to date is the first write
        _mend(folder, progress)
    return Ledger(folder)


def _mend(folder: Path, progress: Progress) -> None:
    for sentence in mend_review(folder):
        progress.say("recovery", sentence)
