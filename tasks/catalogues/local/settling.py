"""Which works of a store's segments count: of several records of an id the first, and none that was merged away.

What counts is computed anew from all segments whenever they change, so a store that was brought up to date states
exactly what one built afresh does, document frequencies included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt

from tasks.catalogues.local.facts import read_facts
from tasks.catalogues.local.files import Part
from tasks.catalogues.local.postings import collect_terms
from tasks.catalogues.local.segment import WORKS, Segment
from tasks.catalogues.local.segment_reader import SegmentReader
from tasks.catalogues.local.sorted_table import Numbers
from tasks.catalogues.local.store import DEAD, SEGMENTS
from tasks.metadata.fields import decode_json

_REPEATED = "SELECT number FROM read_parquet($files) GROUP BY number HAVING count(*) > 1 ORDER BY number"
_GONE = np.iinfo(np.int64).max
_WRAP = 1 << 64
_DEAD_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Settled:
    """What counts in a store: by segment the file of its dead works, and figures of all others."""

    dead: Mapping[str, str]
    left_out: Mapping[str, int]
    works: int
    terms: int
    newest_year: int
    digest: str


@dataclass
class _Figures:
    works: int = 0
    terms: int = 0
    sums: tuple[int, int] = (0, 0)
    newest: int = 0
    years: npt.NDArray[np.int64] | None = None


def settle(store: Path, parts: Sequence[Part], segments: Sequence[Segment], deleted: Sequence[int]) -> Settled:
    """Return what counts in the segments; the lists of dead works are written where they are not there yet.

    Raises:
        OSError, pyarrow.ArrowException: the store cannot be read or written.
    """
    places = {part.key: place for place, part in enumerate(parts)}
    left_out: Counter[str] = Counter()
    for segment in segments:
        for key, reasons in zip(segment.parts, segment.left_out, strict=True):
            left_out.update(reasons if key in places else {})
    readers = [SegmentReader(store / SEGMENTS / segment.name, segment, None) for segment in segments]
    # The place of a work's file among those that hold, from which follows whether its record is the first.
    order = [_order_works(reader, segment, places) for reader, segment in zip(readers, segments, strict=True)]
    repeated = _find_repeated(store, segments)
    firsts = _find_firsts(repeated, readers, order)
    gone = np.array(deleted, dtype=np.int64)
    dead: dict[str, str] = {}
    counted = _Figures()
    recorded = 0
    years: Counter[int] = Counter()
    for reader, segment, own in zip(readers, segments, order, strict=True):
        numbers = reader.column("number")
        absent = own == _GONE
        merged = ~absent & np.isin(numbers, gone)
        later = ~absent & ~merged & _is_later(numbers, own, repeated, firsts)
        left_out.update({"merged away": int(merged.sum()), "repeated id": int(later.sum())})
        lost = np.flatnonzero(absent | merged | later)
        alive = np.ones(len(numbers), dtype=np.bool_)
        alive[lost] = False
        counted.works += int(alive.sum())
        counted.terms += int(reader.column("length")[alive].sum())
        counted.sums = _add_digests(counted.sums, reader.column("digest")[alive])
        recorded = max(recorded, int(reader.column("recorded")[alive].max(initial=0)))
        values, often = np.unique(reader.column("year")[alive], return_counts=True)
        years.update(dict(zip(values.tolist(), often.tolist(), strict=True)))
        if len(lost):
            dead[segment.name] = _list_dead(store / DEAD, segment.name, reader, lost)
    plausible = [year for year in years if not recorded or year <= recorded + 1]
    return Settled(
        dead,
        {reason: count for reason, count in sorted(left_out.items()) if count},
        counted.works,
        counted.terms,
        max(plausible, default=0),
        sha256(f"{counted.works} {counted.sums}".encode()).hexdigest(),
    )


def _order_works(reader: SegmentReader, segment: Segment, places: Mapping[str, int]) -> Numbers:
    by_part = np.array([places.get(key, _GONE) for key in segment.parts], dtype=np.int64)
    return by_part[reader.column("part")] if reader.works else np.zeros(0, dtype=np.int64)


def _find_repeated(store: Path, segments: Sequence[Segment]) -> Numbers:
    files = [str(store / SEGMENTS / segment.name / WORKS) for segment in segments if sum(segment.works)]
    if not files:
        return np.zeros(0, dtype=np.int64)
    try:
        with duckdb.connect(config={"temp_directory": str(store / DEAD), "memory_limit": "2GB"}) as connection:
            found = connection.execute(_REPEATED, {"files": files}).fetchnumpy()["number"]
    except duckdb.Error as error:
        raise OSError(str(error)) from error
    return np.asarray(found, dtype=np.int64)


def _find_firsts(repeated: Numbers, readers: Sequence[SegmentReader], order: Sequence[Numbers]) -> Numbers:
    firsts = np.full(len(repeated), _GONE, dtype=np.int64)
    if len(repeated):
        for reader, own in zip(readers, order, strict=True):
            place, among = _find_places(reader.column("number"), repeated)
            np.minimum.at(firsts, place[among], own[among])
    return firsts


def _is_later(numbers: Numbers, own: Numbers, repeated: Numbers, firsts: Numbers) -> npt.NDArray[np.bool_]:
    if not len(repeated):
        return np.zeros(len(numbers), dtype=np.bool_)
    place, among = _find_places(numbers, repeated)
    later: npt.NDArray[np.bool_] = among & (own > firsts[place])
    return later


def _find_places(numbers: Numbers, among: Numbers) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    place = np.minimum(np.searchsorted(among, numbers), len(among) - 1)
    return place, among[place] == numbers


def _add_digests(sums: tuple[int, int], digests: Numbers) -> tuple[int, int]:
    plain = digests.astype(np.uint64)
    mixed = (plain ^ (plain >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    return (sums[0] + int(plain.sum())) % _WRAP, (sums[1] + int((mixed ^ (mixed >> np.uint64(29))).sum())) % _WRAP


def _list_dead(folder: Path, name: str, reader: SegmentReader, lost: Numbers) -> str:
    """Return the name of the file of these dead works, written unless it is there."""
    file = folder / f"{name}-{sha256(lost.tobytes()).hexdigest()[:16]}.npz"
    if not file.is_file():
        texts = [
            read_facts(decode_json(raw), raw).text
            for start in range(0, len(lost), _DEAD_AT_ONCE)
            for raw in reader.read_records(lost[start : start + _DEAD_AT_ONCE].tolist())
        ]
        hashes, counts = collect_terms(texts)
        written = folder / f"{file.name}.new"
        with written.open("wb") as stream:
            np.savez(stream, ordinals=lost, hashes=hashes, counts=counts)
        written.replace(file)
    return file.name
