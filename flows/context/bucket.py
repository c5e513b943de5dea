"""Reviews in a bucket: the folder here is a copy, held under a lease while somebody writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tasks.bucket.review import ReviewBucket, open_bucket
from tasks.environment.settings import Settings

# The reviews this process holds: an update, which in turn runs the review, holds it only once.
_held: dict[Path, ReviewBucket] = {}


@contextmanager
def hold_review(settings: Settings, folder: Path) -> Iterator[ReviewBucket | None]:
    """Pull and lease a review about to be written, and yield where to push it; None where reviews are kept in folders.

    Raises:
        InputError: the bucket cannot be read.
        LedgerInUse: another machine works on the review.
    """
    if not settings.bucket or folder.parent != settings.reviews:
        yield None
        return
    if folder in _held:
        yield _held[folder]
        return
    with open_bucket(settings.bucket, folder) as bucket:
        _held[folder] = bucket
        try:
            yield bucket
        finally:
            del _held[folder]


def fetch_review(settings: Settings, folder: Path) -> Path:
    """Return the folder of a review that is about to be read, holding what was last published."""
    if settings.bucket and folder.parent == settings.reviews:
        open_bucket(settings.bucket, folder).fetch()
    return folder
