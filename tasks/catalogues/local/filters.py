"""What narrows a search: years, types, languages, citations, a subject heading."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from storage.records.search import Formulation
from tasks.catalogues.local.segment import SUBJECTS
from tasks.catalogues.local.segment_reader import Ordinals, SegmentReader
from tasks.catalogues.local.sorted_table import hash_text


@dataclass(frozen=True, slots=True)
class Filters:
    """Which works a search is among; those that count, unless narrowed.

    Works that state no language pass that filter; works that state no year or type fail theirs. Works of
    `cited_by_exempt_from` and later need no citations.
    """

    from_year: int | None = None
    to_year: int | None = None
    types: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    cited_by_over: int | None = None
    cited_by_exempt_from: int | None = None
    subject: str | None = None

    @classmethod
    def of(cls, formulation: Formulation) -> Filters:
        """Return the filters of a formulation."""
        return cls(
            formulation.from_year,
            formulation.to_year,
            formulation.types,
            tuple(language.lower() for language in formulation.languages),
            formulation.cited_by_over,
            formulation.cited_by_exempt_from,
        )

    def select(self, segment: SegmentReader, ordinals: Ordinals) -> npt.NDArray[np.bool_]:
        """Return which of a segment's ordinals pass (shape: ordinals); only columns that a filter needs are read."""
        passed = np.ones(len(ordinals), dtype=np.bool_)
        if segment.alive is not None:
            passed &= segment.alive[ordinals]
        if self.from_year is not None or self.to_year is not None:
            years = segment.column("year")[ordinals]
            passed &= (years > 0) & (years >= (self.from_year or 0))
            if self.to_year is not None:
                passed &= years <= self.to_year
        if self.types:
            passed &= _among(segment, "type", self.types, ordinals, stated_only=True)
        if self.languages:
            passed &= _among(segment, "language", self.languages, ordinals, stated_only=False)
        if self.cited_by_over is not None:
            enough = segment.column("cited_by_count")[ordinals] > self.cited_by_over
            if self.cited_by_exempt_from is not None:
                years = segment.column("year")[ordinals]
                enough |= (years > 0) & (years >= self.cited_by_exempt_from)
            passed &= enough
        if self.subject is not None:
            key = np.array([hash_text(self.subject)], dtype=np.int64)
            passed &= np.isin(ordinals, segment.find(SUBJECTS, key), assume_unique=True)
        return passed


def _among(
    segment: SegmentReader, column: str, names: tuple[str, ...], ordinals: Ordinals, *, stated_only: bool
) -> npt.NDArray[np.bool_]:
    codes, known = segment.codes(column)
    # The last place is that of -1, which stands for none stated.
    passes = np.array([*(name in names for name in known), not stated_only], dtype=np.bool_)
    return passes[codes[ordinals]]
