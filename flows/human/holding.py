"""A review held open for people who judge its works, and published as they do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flows.context.bucket import hold_review
from flows.context.repair import open_whole
from flows.orchestration.progress import Progress
from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.core.places import WORKING_FILE
from storage.updates.updates import was_updated
from tasks.bucket.review import ReviewBucket
from tasks.environment.settings import read_settings


@dataclass(frozen=True, slots=True)
class HeldReview:
    """The open ledger of a review that no other process works on, and where to push it, if anywhere."""

    ledger: Ledger
    bucket: ReviewBucket | None

    def publish(self) -> None:
        """Let others see what is on record now."""
        self.ledger.publish()
        if self.bucket:
            self.bucket.push()

    @property
    def going_on(self) -> str:
        """Return the command that takes what people said into the review."""
        # An update leaves unchanged what the verdicts do not touch; resuming would regroup the whole corpus.
        return f"litreview {'update' if was_updated(self.ledger) else 'resume'} {self.ledger.folder.name}"


@contextmanager
def held_for_people(folder: Path, purpose: str) -> Iterator[HeldReview]:
    """Hold a review while the block lasts; `purpose` says what for, as in "to screen".

    Raises:
        InputError: there is no review in the folder.
        LedgerInUse: another process works on it.
    """
    if not (folder / WORKING_FILE).is_file():
        raise InputError(
            f"there is no review in '{folder}' {purpose}; list the reviews there are with 'litreview list'"
        )
    with hold_review(read_settings(), folder) as bucket, open_whole(folder, Progress()) as ledger:
        yield HeldReview(ledger, bucket)
