"""The analysis of a theme: what its sources say, when, how, where they disagree, and what they leave open.

When the works of a theme appeared, in sentences about the material.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.writing import ReadWork, ThemeAnalysis
from tasks.analysts.extractive.debates import find_differences
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.protocol import ThemeMaterial
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
    """Return a sentence counting the works of up to three periods of equal length; empty for few works or years."""
    years = sorted(work.work.year for work in works if work.work.year)
    if len(years) < _FEW or years[-1] - years[0] < _LONG_SPAN:
        return ""
    # Periods cover the bulk of the works: a few early works would otherwise leave the first two periods almost empty.
    early = years[len(years) // 10]
    step = (years[-1] - early) // 3 + 1
    cuts = (early + step - 1, early + 2 * step - 1)
    counts = (
        sum(year <= cuts[0] for year in years),
        sum(cuts[0] < year <= cuts[1] for year in years),
        sum(year > cuts[1] for year in years),
    )
    names = (f"up to {cuts[0]}", f"between {cuts[0] + 1} and {cuts[1]}", f"from {cuts[1] + 1} on")
    (first, *rest) = [(spell(count), name) for count, name in zip(counts, names, strict=True) if count]
    parts = [f"{first[0]} appeared {first[1]}", *(f"{count} {name}" for count, name in rest)]
    return f"By date of publication, {join_phrases(parts)}."


_SENTENCES = 5


def analyse_theme(material: ThemeMaterial) -> ThemeAnalysis:
    """Return the analysis, each part in sentences that name their authors; empty where the sources say nothing."""
    works = material.works
    findings = items_of(works, "theme", "finding")
    writer = Writer.of(works, material.theme.theme_id)
    debates = [
        f"{writer.word(item.work, item.finding, link if not place else '')}."
        for difference in find_differences(material)
        for side, link in ((difference.ones, ""), (difference.others, difference.link))
        for place, item in enumerate(side)
    ]
    return ThemeAnalysis(
        theme_id=material.theme.theme_id,
        narrative=_recount(writer, findings),
        timeline=describe_timeline(works),
        debates=" ".join(debates),
        methods=_recount(writer, items_of(works, "theme", "method")),
        questions=_recount(writer, items_of(works, "theme", "future_work", "limitation")),
        source="extractive",
    )


def _recount(writer: Writer, items: list[Item]) -> str:
    sentences: list[str] = []
    for item in items[:_SENTENCES]:
        sentences.append(writer.word(item.work, item.finding) + ".")
        writer.turn += 1
    return " ".join(sentences)
