"""A store: the segments a catalogue is indexed in, and the file that says which of them hold.

``catalogue.json`` is replaced as a whole, last of all: a reader sees a store as it was before a change or after.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from storage.core.errors import CatalogueError
from tasks.catalogues.local.files import STORE_MANIFEST, Part
from tasks.catalogues.local.segment import Segment

FORMAT = 2
"""Raised whenever the tables, the parsing or the terms change, so that an older index is never read."""

SEGMENTS, DEAD = "segments", "dead"


@dataclass(frozen=True, slots=True)
class Store:
    """What a store states: whose works it holds, from which files, in which segments.

    `parts` stand in the order in which, of several records of an id, the first counts. `dead` names by segment the
    file of works that no longer count: superseded, merged away, or of a file that is gone. `digest` identifies the
    content.
    """

    source: str
    where: str
    digest: str
    parts: tuple[Part, ...]
    segments: tuple[Segment, ...]
    dead: Mapping[str, str] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    works: int = 0
    terms: int = 0
    newest_year: int = 0


def read_store(path: Path) -> Store:
    """Return what a store states.

    Raises:
        CatalogueError: its manifest is gone, damaged or of another version.
    """
    try:
        stated = json.loads((path / STORE_MANIFEST).read_text(encoding="utf-8"))
        if stated["format"] != FORMAT:
            raise CatalogueError(
                f"The catalogue store {path} was built by another version of litreview; build it again elsewhere."
            )
        return _read(stated)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise damaged(path, error) from error


def write_store(path: Path, store: Store) -> None:
    """Replace what a store states."""
    written = path / f"{STORE_MANIFEST}.new"
    with written.open("w", encoding="utf-8") as stream:
        json.dump({"format": FORMAT, **asdict(store)}, stream, sort_keys=True)
        stream.flush()
        os.fsync(stream.fileno())
    written.replace(path / STORE_MANIFEST)


def damaged(path: Path, error: Exception) -> CatalogueError:
    """Return the error that says that an index is damaged and what to do."""
    reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
    return CatalogueError(
        f"The catalogue's index {path} cannot be opened ({reason}); unless it was brought up to date meanwhile, "
        "delete that folder; then run again."
    )


def _read(stated: Mapping[str, Any]) -> Store:
    return Store(
        stated["source"],
        stated["where"],
        stated["digest"],
        tuple(Part(**part) for part in stated["parts"]),
        tuple(Segment.read(one) for one in stated["segments"]),
        stated["dead"],
        stated["left_out"],
        stated["works"],
        stated["terms"],
        stated["newest_year"],
    )
