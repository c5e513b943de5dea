"""The collections that can be converted: what is registered here is offered by `litreview bench convert`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from storage.core.errors import InputError
from tests.benchmarks.collections import clef_tar, csmed, litsearch, scireviewgen
from tests.benchmarks.collections.pool import Written

Convert: TypeAlias = Callable[[Path, Path, Sequence[Path], int], list[Written]]
COLLECTIONS: dict[str, Convert] = {
    "clef-tar": clef_tar.convert,
    "csmed": csmed.convert,
    "litsearch": litsearch.convert,
    "scireviewgen": scireviewgen.convert,
}


def convert_collection(kind: str, source: Path, to: Path, records: Sequence[Path], fewest: int) -> list[Written]:
    """Write the worlds of a collection into a folder, and return them.

    Raises:
        InputError: the kind is none, files are missing or malformed, or no review includes `fewest` works.
    """
    if kind not in COLLECTIONS:
        raise InputError(f"'{kind}' is no collection; choose one of {', '.join(COLLECTIONS)}")
    if not source.exists():
        raise InputError(f"there is no '{source}'; give the folder in which the files of {kind} are")
    written = COLLECTIONS[kind](source, to, records, fewest)
    if not written:
        raise InputError(f"no review in '{source}' has {fewest} included works with a record; give a lower --fewest")
    return written
