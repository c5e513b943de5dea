"""When the works of a theme appeared, in sentences about the material."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.writing import ReadWork
from tasks.text.words import join_phrases, spell

_LONG_SPAN = 9
_FEW = 4


def describe_span(works: Sequence[ReadWork]) -> str:
    """Return "published between 1998 and 2021", "published in 2020", or an empty string without any year."""
    years = sorted(work.work.year for work in works if work.work.year)
    if not years:
        return ""
    return f"published in {years[0]}" if years[0] == years[-1] else f"published between {years[0]} and {years[-1]}"


def describe_timeline(works: Sequence[ReadWork]) -> str:
    """Return one sentence counting the works of up to three periods of equal length; empty for few works or years."""
    years = sorted(work.work.year for work in works if work.work.year)
    if len(years) < _FEW or years[-1] - years[0] < _LONG_SPAN:
        return ""
    # Periods are cut where the bulk lies: a few early works would otherwise leave the first two periods empty.
    early = years[len(years) // 10]
    step = (years[-1] - early) // 3 + 1
    cuts = (early + step - 1, early + 2 * step - 1)
    counts = (
        sum(year <= cuts[0] for year in years),
        sum(cuts[0] < year <= cuts[1] for year in years),
        sum(year > cuts[1] for year in years),
    )
    names = (f"up to {cuts[0]}", f"between {cuts[0] + 1} and {cuts[1]}", f"from {cuts[1] + 1} on")
    parts = [f"{spell(count)} appeared {name}" for count, name in zip(counts, names, strict=True) if count]
    return f"By date of publication, {join_phrases(parts)}."
