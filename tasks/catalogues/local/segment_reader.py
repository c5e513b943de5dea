"""Reading one segment: its tables are opened when they are first asked for, and answer by ordinals."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq

from tasks.catalogues.local import segment as tables
from tasks.catalogues.local.raw_records import RecordReader
from tasks.catalogues.local.segment import Segment
from tasks.catalogues.local.sorted_table import Numbers, SortedTable

Ordinals = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of a dictionary: their hashes, ascending, how many postings each has, and the row of the first."""

    hashes: Numbers
    counts: Numbers
    firsts: Numbers


class SegmentReader:
    """One segment and which of its works count no longer; it is only read, so threads can share it."""

    def __init__(self, folder: Path, stated: Segment, dead: Path | None) -> None:
        """Take the folder of a segment and, if some of its works are dead, the file that lists them."""
        self._folder = folder
        self._dead_file = dead
        self._lock = threading.RLock()
        self._columns: dict[str, npt.NDArray[Any]] = {}
        self._codes: dict[str, tuple[npt.NDArray[np.int16], list[str]]] = {}
        self.name = stated.name
        self.works = sum(stated.works)

    @cached_property
    def dead(self) -> dict[str, npt.NDArray[Any]]:
        """Return `ordinals` of dead works, and `hashes` of their terms and how many (`counts`) have each."""
        if self._dead_file is None:
            empty = np.zeros(0, dtype=np.int64)
            return {"ordinals": empty, "hashes": empty, "counts": empty}
        with np.load(self._dead_file) as stored:
            return {name: stored[name] for name in stored}

    @cached_property
    def alive(self) -> npt.NDArray[np.bool_] | None:
        """Return which works count (shape: works), None where all do."""
        ordinals = self.dead["ordinals"]
        if not len(ordinals):
            return None
        alive = np.ones(self.works, dtype=np.bool_)
        alive[ordinals] = False
        return alive

    def keep_alive(self, ordinals: Ordinals) -> Ordinals:
        """Return those of the ordinals whose works count."""
        return ordinals if self.alive is None else ordinals[self.alive[ordinals]]

    def column(self, name: str) -> npt.NDArray[Any]:
        """Return a column of numbers or truth values of all works, from the first question on in memory."""
        with self._lock:
            if name not in self._columns:
                values = pq.read_table(self._folder / tables.WORKS, columns=[name], use_threads=False).column(0)
                self._columns[name] = values.fill_null(0).to_numpy() if values.null_count else values.to_numpy()
            return self._columns[name]

    def codes(self, name: str) -> tuple[npt.NDArray[np.int16], list[str]]:
        """Return a column of names as codes of all works, -1 for none, and the names by code."""
        with self._lock:
            if name not in self._codes:
                values = pq.read_table(self._folder / tables.WORKS, columns=[name], use_threads=False).column(0)
                coded = values.combine_chunks().dictionary_encode()
                codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int16)
                self._codes[name] = codes, coded.dictionary.to_pylist()
            return self._codes[name]

    def find_terms(self, hashes: Numbers) -> Terms:
        """Return where the postings of those of the terms (hashes, sorted, each once) stand that the segment has."""
        rows = self.table(tables.TERMS).find(hashes, ["df", "first"])
        return Terms(rows["hash"], rows["df"].astype(np.int64), rows["first"])

    def count_works(self, hashes: Numbers, terms: Terms) -> Numbers:
        """Return how many works that count have each of the terms that were looked for (document frequency)."""
        counts = np.zeros(len(hashes), dtype=np.int64)
        counts[np.searchsorted(hashes, terms.hashes)] = terms.counts
        lost, own = self.dead["hashes"], self.dead["counts"]
        if len(lost):
            place = np.minimum(np.searchsorted(lost, hashes), len(lost) - 1)
            counts -= np.where(lost[place] == hashes, own[place], 0)
        return counts

    def read_postings(self, first: int, count: int) -> tuple[Ordinals, npt.NDArray[np.int16]]:
        """Return the ordinals of the works that have a term, dead ones too, and how often each has it."""
        ordinals, often = self.table(tables.POSTINGS).read_rows(first, count, "ordinal", "tf")
        return ordinals, often

    def find(self, table: str, keys: Numbers) -> Ordinals:
        """Return the ordinals of the works that count and that a table relates to any key, each once, ascending."""
        return self.keep_alive(np.unique(self.table(table).find(keys, ["ordinal"])["ordinal"]).astype(np.int64))

    def find_numbers(self, numbers: Numbers) -> Ordinals:
        """Return the ordinals of the works that count with these numbers (sorted, each once)."""
        own, ordinals = self._numbers
        place = np.minimum(np.searchsorted(own, numbers), max(len(own) - 1, 0))
        found = place[own[place] == numbers] if len(own) else np.zeros(0, dtype=np.int64)
        if self.alive is None:
            first: Ordinals = ordinals[found].astype(np.int64)
            return first
        # Two files of a segment may each hold a record of one id, of which one counts at most.
        return self.find(tables.NUMBERS, numbers)

    def read_records(self, ordinals: Sequence[int]) -> list[str]:
        """Return the raw records of these ordinals, in order."""
        return list(self._records.read(ordinals))

    def table(self, name: str) -> SortedTable:
        """Return a table, opened once."""
        with self._lock:
            if name not in self._tables:
                self._tables[name] = SortedTable(self._folder / name)
            return self._tables[name]

    @cached_property
    def _tables(self) -> dict[str, SortedTable]:
        return {}

    @cached_property
    def _records(self) -> RecordReader:
        return RecordReader(self._folder / tables.RECORDS, self._folder / tables.FRAMES)

    @cached_property
    def _numbers(self) -> tuple[Numbers, npt.NDArray[np.int32]]:
        rows = self.table(tables.NUMBERS).read_all("number", "ordinal")
        return rows["number"], rows["ordinal"]
