"""The folder of the reviews: which reviews there are, and the state of each."""

from __future__ import annotations

import contextlib
from pathlib import Path

import polars as pl

from storage.core.errors import InputError
from storage.core.places import PUBLISHED_FILE, WORKING_FILE
from storage.publication.published import select_published

try:
    import fcntl
except ImportError:  # Windows, whose DuckDB holds a file in its own way
    fcntl = None  # type: ignore[assignment]

_STANDING = (
    "SELECT v.topic, r.status, coalesce(r.finished_at, r.started_at) AS at, (SELECT count(*) FROM corpus) AS works, "
    "(SELECT coalesce(spent, 0) FROM spending) AS usd "
    "FROM review AS v LEFT JOIN (FROM run ORDER BY started_at DESC, run_id LIMIT 1) AS r ON true"
)


def finished_reviews(reviews: Path) -> list[Path]:
    """Return the folders of the reviews whose last run finished, by name; one that cannot be read is among them.

    Raises:
        InputError: there is no such folder.
    """
    return [path for path in _find_reviews(reviews) if _is_finished(path)]


def list_reviews(reviews: Path) -> pl.DataFrame:
    """Return name, topic, status and time (UTC) of the last run, works and dollars of each review, by name.

    For a review that cannot be read, only the name is given.

    Raises:
        InputError: there is no such folder.
    """
    frames = [
        pl.DataFrame({"name": []}, schema={"name": pl.String}),
        *(_read_standing(path) for path in _find_reviews(reviews)),
    ]
    return pl.concat(frames, how="diagonal_relaxed")


def is_held(folder: Path) -> bool:
    """Return whether a process on this machine is working on a review; True where this cannot be told."""
    if fcntl is None:
        return True
    try:
        with (folder / WORKING_FILE).open("rb") as ledger:
            # DuckDB locks the whole file for writing; if a read lock is granted, no process holds it.
            fcntl.lockf(ledger, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _find_reviews(reviews: Path) -> list[Path]:
    if not reviews.is_dir():
        raise InputError(f"there is no folder '{reviews}'; give --reviews, or set LITREVIEW_REVIEWS")
    return [path for path in sorted(reviews.iterdir()) if (path / PUBLISHED_FILE).is_file()]


def _read_standing(folder: Path) -> pl.DataFrame:
    named = pl.DataFrame({"name": [folder.name]})
    with contextlib.suppress(InputError):
        return named.join(select_published(folder, _STANDING), how="cross")
    return named


def _is_finished(folder: Path) -> bool:
    try:
        last = select_published(folder, "SELECT status FROM run ORDER BY started_at DESC, run_id LIMIT 1")
    except InputError:
        return True  # the check of the reviews will report what is wrong with it
    return last["status"].to_list() == ["finished"]
