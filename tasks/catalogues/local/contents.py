"""The hash of everything a store's index holds, whatever its segments: equal exactly if two stores answer alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tasks.catalogues.local import segment as tables
from tasks.catalogues.local.reader import StoreReader
from tasks.catalogues.local.segment_reader import SegmentReader

Words = npt.NDArray[np.uint64]
_WRAP = 1 << 64
_GROUPS_AT_ONCE = 64
_RELATED = {
    tables.CITATIONS: "cited",
    tables.AUTHORSHIPS: "author",
    tables.SUBJECTS: "hash",
    tables.IDENTIFIERS: "hash",
}  # fmt: skip


def digest_contents(store: Path) -> str:
    """Return the SHA-256 of the sums, over the works that count, of the hashes of the rows of every table.

    Rows are hashed with the numbers of works in place of ordinals, so that neither the order of works nor their
    division into segments matters; document frequencies are those that dead works are subtracted from.

    Raises:
        CatalogueError: the store cannot be opened.
    """
    reader = StoreReader(store)
    sums: dict[str, int] = {}
    for segment in reader.segments:
        for table, words in _hash_rows(segment):
            sums[table] = (sums.get(table, 0) + int(words.sum(dtype=np.uint64))) % _WRAP
    stated = reader.stated
    return sha256(f"{sorted(sums.items())} {stated.works} {stated.terms} {stated.newest_year}".encode()).hexdigest()


def _hash_rows(segment: SegmentReader) -> Iterator[tuple[str, Words]]:
    alive = segment.alive if segment.alive is not None else np.ones(segment.works, dtype=np.bool_)
    numbers = segment.column("number")
    columns = [segment.column(name) for name in ("length", "year", "cited_by_count", "is_oa", "recorded", "digest")]
    yield tables.WORKS, _mix(numbers, *columns)[alive]
    for table, key in _RELATED.items():
        for rows in _read_in_turn(segment, table, key, "ordinal"):
            counts = alive[rows["ordinal"]]
            yield table, _mix(rows[key][counts], numbers[rows["ordinal"][counts]])
    terms = segment.table(tables.TERMS).read_all("hash", "df")
    frequencies = segment.count_works(terms["hash"], segment.find_terms(terms["hash"]))
    # The share of a term in all segments is a sum, so that its product with the term's hash adds up over them.
    yield tables.TERMS, _mix(terms["hash"]) * frequencies.astype(np.uint64)
    done = 0
    ends = np.cumsum(terms["df"])
    for rows in _read_in_turn(segment, tables.POSTINGS, "ordinal", "tf"):
        count = len(rows["ordinal"])
        own = terms["hash"][np.searchsorted(ends, np.arange(done, done + count), side="right")]
        done += count
        counts = alive[rows["ordinal"]]
        yield tables.POSTINGS, _mix(own[counts], numbers[rows["ordinal"][counts]], rows["tf"][counts])


def _read_in_turn(segment: SegmentReader, name: str, *columns: str) -> Iterator[Mapping[str, npt.NDArray[Any]]]:
    table = segment.table(name)
    groups = range(len(table.starts) - 1)
    for start in range(0, len(groups), _GROUPS_AT_ONCE):
        yield table.read_groups(groups[start : start + _GROUPS_AT_ONCE], columns)


def _mix(*columns: npt.NDArray[Any]) -> Words:
    """Return 64 bits for each row of the columns (SplitMix64, Steele and others 2014)."""
    mixed = np.full(len(columns[0]), 0x9E3779B97F4A7C15, dtype=np.uint64)
    for column in columns:
        mixed = (mixed ^ column.astype(np.int64).view(np.uint64)) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return mixed
