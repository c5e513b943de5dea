"""The names of a review's files, for callers that only check whether they exist: importing DuckDB is slow."""

from __future__ import annotations

from pathlib import Path

from storage.core.errors import InputError

WORKING_FILE = ".ledger.duckdb"
PUBLISHED_FILE = "corpus.duckdb"
SUSPECT_FILE = f"{WORKING_FILE}.suspect"
"""Marker file beside a ledger in which damage was found while it was in use."""
SET_ASIDE = ".damaged-"
"""Part of the names of damaged files that were set aside."""


def find_published(folder: Path) -> Path:
    """Return the published copy of the review in a folder.

    Raises:
        InputError: there is no review in the folder, or nothing was published yet.
    """
    path = folder / PUBLISHED_FILE
    if not path.is_file():
        raise InputError(
            f"there is no review in '{folder}' (no {PUBLISHED_FILE}); list the reviews there are with 'litreview list'"
        )
    return path
