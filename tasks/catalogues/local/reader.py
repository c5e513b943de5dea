"""Reading a store: ranking by BM25 over all segments, and looking works up; read-only, from any thread."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tasks.catalogues.local.filters import Filters
from tasks.catalogues.local.segment import AUTHORSHIPS, CITATIONS, IDENTIFIERS
from tasks.catalogues.local.segment_reader import Ordinals, SegmentReader, Terms
from tasks.catalogues.local.sorted_table import Numbers, hash_text
from tasks.catalogues.local.store import DEAD, SEGMENTS, Store, damaged, read_store
from tasks.text.words import split_terms

OPEN_ACCESS_BONUS = 1.05
"""What the score of an open work is multiplied by: enough to decide between near equals, no more."""

_K1, _B = 1.5, 0.75
# Below this share of a segment's works, postings are merged by sorting; above it a score for every work is cheaper.
_SPARSE = 0.1


class StoreReader:
    """One open store; `stated` is what its manifest says."""

    def __init__(self, path: Path) -> None:
        """Open the store.

        Raises:
            CatalogueError: it is gone, damaged or of another version.
        """
        self._path = path
        self.stated: Store = read_store(path)

    def __reduce__(self) -> tuple[type[StoreReader], tuple[Path]]:
        """Pickle as the folder, to be opened again."""
        return StoreReader, (self._path,)

    @cached_property
    def segments(self) -> list[SegmentReader]:
        """Return the readers of the segments."""
        return [
            SegmentReader(
                self._path / SEGMENTS / segment.name,
                segment,
                self._path / DEAD / dead if (dead := self.stated.dead.get(segment.name)) else None,
            )
            for segment in self.stated.segments
        ]

    def rank(self, text: str, limit: int, filters: Filters) -> tuple[list[tuple[str, float]], int]:
        """Return (id, score) of the best works for a text among those that pass, and how many match in all.

        BM25 (Robertson & Zaragoza 2009) in Lucene's variant with k1 = 1.5 and b = 0.75, over title and abstract, times
        the bonus of open works; ties go by id. Every posting of every term is read once, whatever the limit.

        Raises:
            CatalogueError: the store is damaged.
        """
        try:
            often = Counter(hash_text(term) for term in split_terms(text))
            hashes = np.array(sorted(often), dtype=np.int64)
            known = [segment.find_terms(hashes) for segment in self.segments] if often else []
            weights = self._weigh(often, hashes, known)
            found: list[tuple[str, float]] = []
            total = 0
            for segment, terms in zip(self.segments, known, strict=False):
                ordinals, scores = self._score(segment, terms, weights)
                kept = filters.select(segment, ordinals)
                ordinals, scores = ordinals[kept], scores[kept]
                total += len(ordinals)
                found += _best(segment, ordinals, scores, limit)
        except (OSError, ValueError, KeyError, pa.ArrowException) as error:
            raise damaged(self._path, error) from error
        return heapq.nsmallest(limit, found, key=lambda one: (-one[1], one[0])), total

    def find_works(self, numbers: Iterable[int]) -> dict[int, str]:
        """Return the raw records of the works that there are among the numbers, by number."""
        keys = _sorted(numbers)
        return self._collect(segment.find_numbers(keys) if len(keys) else keys for segment in self.segments)

    def find_related(self, table: str, keys: Iterable[int]) -> dict[int, str]:
        """Return the raw records of the works that a table relates to any of the keys, by number."""
        wanted = _sorted(keys)
        return self._collect(segment.find(table, wanted) if len(wanted) else wanted for segment in self.segments)

    def find_identified(self, scheme: str, values: Sequence[str]) -> dict[int, str]:
        """Return the raw records of works that may have an identifier of a scheme (doi, pmid), by number."""
        return self.find_related(IDENTIFIERS, [hash_text(f"{scheme}:{value}") for value in values])

    def find_citing(self, numbers: Iterable[int]) -> dict[int, str]:
        """Return the raw records of the works that cite any of the numbers, by number."""
        return self.find_related(CITATIONS, numbers)

    def find_most_cited(self, author: int, limit: int) -> list[tuple[int, str]]:
        """Return the numbers and raw records of an author's most cited works, ties by id."""
        listed: list[tuple[int, str, int, SegmentReader]] = []
        key = np.array([author], dtype=np.int64)
        try:
            for segment in self.segments:
                for ordinal in segment.find(AUTHORSHIPS, key).tolist():
                    cited, number = segment.column("cited_by_count")[ordinal], segment.column("number")[ordinal]
                    listed.append((-int(cited), f"W{number}", ordinal, segment))
            best = sorted(listed, key=lambda one: one[:2])[:limit]
            return [(int(key[1:]), segment.read_records([ordinal])[0]) for _, key, ordinal, segment in best]
        except (OSError, ValueError, KeyError, pa.ArrowException) as error:
            raise damaged(self._path, error) from error

    def _collect(self, found: Iterable[Ordinals]) -> dict[int, str]:
        records: dict[int, str] = {}
        try:
            for segment, ordinals in zip(self.segments, found, strict=True):
                if len(ordinals):
                    ordered = np.sort(ordinals)
                    numbers = segment.column("number")[ordered].tolist()
                    records.update(zip(numbers, segment.read_records(ordered.tolist()), strict=True))
        except (OSError, ValueError, KeyError, pa.ArrowException) as error:
            raise damaged(self._path, error) from error
        return records

    def _weigh(self, often: Counter[int], hashes: Numbers, known: Sequence[Terms]) -> dict[int, float]:
        """Return idf times frequency in the query by the hash of a term."""
        works = self.stated.works
        counts = np.zeros(len(hashes), dtype=np.int64)
        for segment, terms in zip(self.segments, known, strict=False):
            counts += segment.count_works(hashes, terms)
        return {
            term: often[term] * math.log(1 + (works - count + 0.5) / (count + 0.5))
            for term, count in zip(hashes.tolist(), counts.tolist(), strict=True)
        }

    def _score(
        self, segment: SegmentReader, terms: Terms, weights: dict[int, float]
    ) -> tuple[Ordinals, npt.NDArray[np.float64]]:
        places = zip(terms.hashes.tolist(), terms.firsts.tolist(), terms.counts.tolist(), strict=True)
        lists = [(weights[term], *segment.read_postings(first, count)) for term, first, count in places]
        touched = sum(len(ordinals) for _, ordinals, _ in lists)
        if not touched:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        lengths, average = segment.column("length"), self.stated.terms / self.stated.works
        parts = []
        for weight, ordinals, often in lists:
            norms = _K1 * (1 - _B + _B * lengths[ordinals] / average)
            parts.append(weight * (often / (often + norms)))
        if touched < _SPARSE * segment.works:
            matched, place = np.unique(np.concatenate([ordinals for _, ordinals, _ in lists]), return_inverse=True)
            scores = np.asarray(np.bincount(place, weights=np.concatenate(parts)), dtype=np.float64)
        else:
            dense = np.zeros(segment.works)
            for (_, ordinals, _), part in zip(lists, parts, strict=True):
                dense[ordinals] += part
            matched = np.flatnonzero(dense)
            scores = dense[matched]
        return matched, np.where(segment.column("is_oa")[matched], scores * OPEN_ACCESS_BONUS, scores)


def _best(
    segment: SegmentReader, ordinals: Ordinals, scores: npt.NDArray[np.float64], limit: int
) -> list[tuple[str, float]]:
    kept = min(limit, len(scores))
    if kept <= 0:
        return []
    best = np.flatnonzero(scores >= np.partition(scores, -kept)[-kept])
    numbers = segment.column("number")[ordinals[best]].tolist()
    return [(f"W{number}", score) for number, score in zip(numbers, scores[best].tolist(), strict=True)]


def _sorted(keys: Iterable[int]) -> Numbers:
    return np.unique(np.array(list(keys), dtype=np.int64))
