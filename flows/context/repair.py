"""A review is put in order before anything is written to it: what is damaged is set aside, and that is said."""

from __future__ import annotations

from pathlib import Path

from flows.orchestration.progress import Progress
from storage.core.errors import DamagedReview
from storage.core.ledger import Ledger
from storage.repair.repair import mend_review


def open_whole(folder: Path, progress: Progress) -> Ledger:
    """Return the open ledger of a review, whose damaged files were set aside with a line for each.

    Raises:
        DamagedReview: no file of the review is whole.
        LedgerInUse: another process, or this one, already holds the review.
        InputError: the folder cannot be written, or what stands in the ledger's place is none.
    """
    _mend(folder, progress)
    try:
        return Ledger(folder)
    except DamagedReview:  # met only now, as bringing it up to date is the first that is written to it
        _mend(folder, progress)
    return Ledger(folder)


def _mend(folder: Path, progress: Progress) -> None:
    for sentence in mend_review(folder):
        progress.say("recovery", sentence)
