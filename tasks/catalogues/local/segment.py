"""A segment: the works of one or a few files of a catalogue, indexed alone, complete or not there at all.

Segments depend on nothing but their files, so they are built at once by several processes, on one machine or many.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from storage.core.errors import CatalogueError
from tasks.catalogues.local.decoding import decode_record
from tasks.catalogues.local.facts import IndexedWork, read_facts
from tasks.catalogues.local.files import Part, read_records
from tasks.catalogues.local.postings import MOST_WORKS, PostingsBuilder
from tasks.catalogues.local.raw_records import RecordWriter
from tasks.catalogues.local.slices import Slice
from tasks.catalogues.local.sorted_table import hash_text, write_columns
from tasks.catalogues.work_record import find_reason_to_leave_out, find_work_id, is_other_entity

WORKS, NUMBERS, TERMS, POSTINGS = "works.parquet", "numbers.parquet", "terms.parquet", "postings.parquet"
CITATIONS, AUTHORSHIPS, SUBJECTS = "citations.parquet", "authorships.parquet", "subjects.parquet"
IDENTIFIERS, RECORDS, FRAMES, SUMMARY = "identifiers.parquet", "records.jsonl.zst", "frames.npy", "segment.json"
BUILDING = ".building-"
_WORK_ROWS = 65_536


@dataclass(frozen=True, slots=True)
class Segment:
    """What a segment states of itself: its files (`Part.key`), the works and what was left out of each, all terms."""

    name: str
    parts: tuple[str, ...]
    works: tuple[int, ...]
    left_out: tuple[dict[str, int], ...]
    terms: int

    @classmethod
    def read(cls, stated: Mapping[str, Any]) -> Segment:
        """Return a segment as its JSON states it."""
        parts, works, left_out = (tuple(stated[name]) for name in ("parts", "works", "left_out"))
        return cls(stated["name"], parts, works, left_out, stated["terms"])


def read_summary(folder: Path) -> Segment:
    """Return what a complete segment states of itself.

    Raises:
        OSError, ValueError: it is not there or damaged.
    """
    return Segment.read(json.loads((folder / SUMMARY).read_text(encoding="utf-8")))


def build_segment(name: str, parts: tuple[Part, ...], where: str, segments: Path) -> Segment:
    """Return the segment of this name in the folder of segments, built from the files unless it is there.

    Of several processes that build the same segment the first to finish names it.

    Raises:
        CatalogueError: a file cannot be read or holds something else; its line is named.
        OSError, pyarrow.ArrowException: the segment cannot be written.
    """
    folder = segments / name
    if not folder.is_dir():
        building = Path(tempfile.mkdtemp(prefix=BUILDING, dir=segments))
        try:
            writer = _SegmentWriter(building)
            with RecordWriter(building / RECORDS, building / FRAMES) as records:
                told = [_add_part(writer, records, place, part, where) for place, part in enumerate(parts)]
            writer.write()
            keys, (works, left_out) = tuple(part.key for part in parts), zip(*told, strict=True)
            segment = Segment(name, keys, works, left_out, writer.terms)
            (building / SUMMARY).write_text(json.dumps(asdict(segment), sort_keys=True), encoding="utf-8")
            name_folder(building, folder)
        finally:
            shutil.rmtree(building, ignore_errors=True)
    return read_summary(folder)


def name_folder(building: Path, name: Path) -> None:
    """Give a complete folder its name, unless another process was first."""
    try:
        building.rename(name)
    except OSError:
        # A folder that is not empty cannot be renamed onto.
        if not name.is_dir():
            raise


def _add_part(
    writer: _SegmentWriter, records: RecordWriter, place: int, part: Part, where: str
) -> tuple[int, dict[str, int]]:
    within, before = Slice(where), writer.works
    left_out: Counter[str] = Counter()
    seen: set[str] = set()
    for raw in read_records(Path(part.path)):
        record = decode_record(raw)
        reason = _find_reason(record, seen)
        if reason is None:
            indexed = read_facts(record, raw.text)
            seen.add(indexed.work_id)
            if within.holds(record, indexed):
                if writer.works == MOST_WORKS:
                    raise CatalogueError(f"The file {part.name} holds more than {MOST_WORKS} works; split it.")
                records.add(indexed.line)
                writer.add(place, indexed)
                continue
            reason = "outside the slice"
        left_out[reason] += 1
    return writer.works - before, dict(sorted(left_out.items()))


def _find_reason(record: Any, seen: set[str]) -> str | None:
    if is_other_entity(record):
        return "not a work"
    return "repeated id" if find_work_id(record) in seen else find_reason_to_leave_out(record)


class _SegmentWriter:
    """Collects works, whose ordinals are the order in which they come, and writes the tables."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._postings = PostingsBuilder()
        self._columns: dict[str, Any] = {
            "number": array("q"), "part": array("i"), "length": array("i"), "year": [], "type": [], "language": [],
            "cited_by_count": array("q"), "is_oa": [], "recorded": [], "digest": array("q"),
        }  # fmt: skip
        self._pairs = {table: (array("q"), array("i")) for table in (CITATIONS, AUTHORSHIPS, SUBJECTS, IDENTIFIERS)}
        self._hashes: dict[str, int] = {}
        self.works = self.terms = 0

    def add(self, part: int, indexed: IndexedWork) -> None:
        ordinal = self.works
        length = self._postings.add(indexed.text)
        values = (
            int(indexed.work_id[1:]), part, length, indexed.year, indexed.type, indexed.language,
            indexed.cited_by_count, indexed.is_oa, indexed.recorded, indexed.digest,
        )  # fmt: skip
        for column, value in zip(self._columns.values(), values, strict=True):
            column.append(value)
        self._relate(CITATIONS, [int(key[1:]) for key in indexed.references], ordinal)
        self._relate(AUTHORSHIPS, [int(key[1:]) for key in indexed.author_ids], ordinal)
        self._relate(SUBJECTS, [self._hash(key) for key in indexed.subjects], ordinal)
        stated = (("doi", indexed.doi), ("pmid", indexed.pmid))
        self._relate(IDENTIFIERS, [hash_text(f"{scheme}:{value}") for scheme, value in stated if value], ordinal)
        self.works += 1
        self.terms += length

    def write(self) -> None:
        columns = self._columns
        write_columns(
            self._folder / WORKS,
            {
                "number": np.array(columns["number"], dtype=np.int64),
                "part": np.array(columns["part"], dtype=np.int32),
                "length": np.array(columns["length"], dtype=np.int32),
                "year": pa.array(columns["year"], pa.int16()),
                "type": pa.array(columns["type"], pa.string()),
                "language": pa.array(columns["language"], pa.string()),
                "cited_by_count": np.array(columns["cited_by_count"], dtype=np.int64),
                "is_oa": pa.array(columns["is_oa"], pa.bool_()),
                "recorded": pa.array(columns["recorded"], pa.int16()),
                "digest": np.array(columns["digest"], dtype=np.int64),
            },
            rows=_WORK_ROWS,
        )
        self._write_pairs(NUMBERS, ("number", "ordinal"), columns["number"], range(self.works))
        self._columns.clear()
        names = {CITATIONS: "cited", AUTHORSHIPS: "author", SUBJECTS: "hash", IDENTIFIERS: "hash"}
        for table, key in names.items():
            self._write_pairs(table, (key, "ordinal"), *self._pairs.pop(table))
        self._postings.write(self._folder / TERMS, self._folder / POSTINGS)

    def _relate(self, table: str, keys: list[int], ordinal: int) -> None:
        own, ordinals = self._pairs[table]
        own.extend(keys)
        ordinals.extend([ordinal] * len(keys))

    def _hash(self, key: str) -> int:
        known = self._hashes.get(key)
        if known is None:
            known = self._hashes[key] = hash_text(key)
        return known

    def _write_pairs(self, table: str, names: tuple[str, str], keys: Any, ordinals: Any) -> None:
        key, value = np.array(keys, dtype=np.int64), np.array(ordinals, dtype=np.int32)
        order = np.argsort(key, kind="stable")  # ordinals ascend already
        write_columns(self._folder / table, {names[0]: key[order], names[1]: value[order]})
