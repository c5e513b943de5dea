"""Reviews in a bucket: the folder here is a copy, held under a lease while somebody writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tasks.bucket.review import ReviewBucket, open_bucket
from tasks.environment.settings import Settings

# What this process holds: an update, which runs a review, holds it once.
_held: dict[Path, ReviewBucket] = {}


@contextmanager
def hold_review(settings: Settings, folder: Path) -> Iterator[ReviewBucket | None]:
    """Yield where to push a review that is about to be written, pulled and leased; None where reviews are in folders.

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
    """Return the folder of a review that is about to be read, with what was published last in it."""
    if settings.bucket and folder.parent == settings.reviews:
        open_bucket(settings.bucket, folder).fetch()
    return folder
