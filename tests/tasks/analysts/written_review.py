"""A review of given works, put into themes as they come, and its sections as the extractive analyst writes them."""

from __future__ import annotations

import dataclasses

from storage.records.search import Author, Work
from storage.records.writing import Draft, ReadWork
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.protocol import ReviewMaterial
from tests.tasks.analysts.conftest import gather

ANALYST = ExtractiveAnalyst()
NUMBERS: dict[str, int | float | str] = {
    "corpus": 60, "discovered": 1234, "duplicates": 5, "screened": 400, "excluded": 300, "unsure": 3, "queries": 14,
    "stages": 3, "relevant": 60, "themes": 3, "first_year": 1990, "last_year": 2022, "findings": 250, "quotes": 250,
    "with_abstract": 60, "without_abstract": 0, "stop_reason": "coverage delta below 10% for two stages",
    "coverage_delta": 0.083, "as_of": 2023, "catalogue": "works.jsonl", "quality": "standard", "sources_note": 0,
}  # fmt: skip


def make_review(works: list[ReadWork], parts: int = 3) -> ReviewMaterial:
    """Return a review of as many themes, the works dealt out to them in turn."""
    themes = []
    for i in range(parts):
        theme = gather(works[i::parts], f"Theme {'ABCDEF'[i]}")
        themes.append(dataclasses.replace(theme, theme=dataclasses.replace(theme.theme, theme_id=f"t{i}")))
    analyses = tuple(ANALYST.analyse_theme(theme) for theme in themes)
    return ReviewMaterial(themes[0].plan, tuple(themes), analyses, NUMBERS)


def write_drafts(review: ReviewMaterial) -> list[Draft]:
    """Return abstract, introduction, methodology, themes, discussion and conclusions."""
    sections = [
        ANALYST.write_theme(theme, analysis, 700)
        for theme, analysis in zip(review.themes, review.analyses, strict=True)
    ]
    return [
        ANALYST.write_abstract(review, 250),
        ANALYST.write_introduction(review, 500),
        ANALYST.write_methodology(review, 500),
        *sections,
        ANALYST.write_discussion(review, 700),
        ANALYST.write_conclusions(review, 600),
    ]


def make_work(key: str, author: str) -> Work:
    """Return a work on sleep in a ward of its own."""
    return Work(
        key,
        f"Hair cortisol and sleep quality in ward {key}",
        year=2010 + int(key[1:]),
        authors=(Author(f"A {author}"),),
    )
