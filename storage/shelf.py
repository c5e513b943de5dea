"""The folder of the reviews: which of them are finished."""

from __future__ import annotations

from pathlib import Path

from storage.errors import InputError
from storage.places import PUBLISHED_FILE
from storage.published import select_published


def finished_reviews(reviews: Path) -> list[Path]:
    """Return the folders of the reviews whose last run finished, by name; one that cannot be read is among them.

    Raises:
        InputError: there is no such folder.
    """
    if not reviews.is_dir():
        raise InputError(f"there is no folder '{reviews}'; give --reviews, or set LITREVIEW_REVIEWS")
    return [path for path in sorted(reviews.iterdir()) if (path / PUBLISHED_FILE).is_file() and _is_finished(path)]


def _is_finished(folder: Path) -> bool:
    try:
        last = select_published(folder, "SELECT status FROM run ORDER BY started_at DESC, run_id LIMIT 1")
    except InputError:
        return True  # who checks the reviews will say what is wrong with it
    return last["status"].to_list() == ["finished"]
