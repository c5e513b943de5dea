"""The analysis of a theme: what its sources say, when, how, against one another, and what they leave open."""

from __future__ import annotations

from storage.records.writing import ThemeAnalysis
from tasks.analysts.extractive.debates import find_differences
from tasks.analysts.extractive.finding_allocation import Item, items_of
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.timeline import describe_timeline
from tasks.analysts.protocol import ThemeMaterial

_SENTENCES = 5


def analyse_theme(material: ThemeMaterial) -> ThemeAnalysis:
    """Return the analysis, each part in sentences that name their authors; empty where the sources do not say."""
    works = material.works
    findings = items_of(works, "theme", "finding")
    writer = Writer.of(works, material.theme.theme_id)
    debates = [
        f"{writer.word(item.work, item.finding, link if not place else '')}."
        for difference in find_differences(material)
        for side, link in ((difference.ones, ""), (difference.others, "By contrast,"))
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
