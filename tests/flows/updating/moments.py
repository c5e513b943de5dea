"""Moments in the life of a review: its files, and the hash of what it knows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from storage.core.canonical import canonical_hash
from storage.core.ledger import Ledger, open_published

_CHANGING = {"run.json", "journal.log", "corpus.duckdb", ".ledger.duckdb"}


@dataclass(frozen=True)
class Moment:
    """The files of the review by name and the hash of what it knows, at one moment."""

    files: dict[str, bytes]
    known: str


@dataclass(frozen=True)
class Story:
    """The folder of the review, and moments of it: first run, update with news, without, taken up again.

    `sent` is how many requests each but the first sent to language models.
    """

    folder: Path
    analyst: str
    sent: list[int]
    first: Moment
    updated: Moment
    again: Moment
    resumed: Moment


def look(folder: Path) -> Moment:
    """Return how a review is now."""
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name not in _CHANGING}
    with Ledger(folder) as ledger:
        return Moment(files, canonical_hash(ledger))


def ask(folder: Path, sql: str) -> list[tuple[object, ...]]:
    """Return the rows of a SELECT over what a review has published."""
    with open_published(folder) as connection:
        return connection.execute(sql).fetchall()
