"""What the writing dialogues are tried on: themes of real works, read by the extractive analyst, and the scripts."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import orjson

from storage.records.search import Plan, Work
from storage.records.writing import ReadWork, Summary, Theme
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tasks.language_models.dialogue import Question
from tasks.references.citekeys import assign_citekeys
from tests.benchmarks.servers.scripted.writing import SCRIPTS
from tests.tasks.analysts.anthropic.conducting import play
from tests.tasks.analysts.anthropic.real_works import SAMPLE, abstract_page, read_works

PLAN = Plan("Hair cortisol and stress", questions=("Does hair cortisol reflect stress?",), as_of=2023)
NUMBERS: dict[str, int | float | str] = {
    "corpus": 60, "discovered": 1234, "duplicates": 5, "rule_excluded": 7, "screened": 400, "excluded": 300,
    "unsure": 3, "queries": 14, "stages": 3, "relevant": 60, "themes": 3, "first_year": 1990, "last_year": 2022,
    "findings": 250, "quotes": 250, "with_abstract": 58, "without_abstract": 2, "coverage_delta": 0.083, "as_of": 2023,
    "stop_reason": "the last stage that the tier allows was done, so the search may not be exhausted",
    "catalogue": "works.jsonl@1471098f013f", "quality": "standard", "sources_note": 0,
}  # fmt: skip
answer_by_script = play(SCRIPTS)


@cache
def _works() -> list[Work]:
    return [work for work in read_works(SAMPLE, 120) if work.abstract]


@cache
def _summarise(place: int) -> Summary:
    work = _works()[place]
    return ExtractiveAnalyst().summarise_work(work, abstract_page(work))


def read_sample(count: int) -> list[ReadWork]:
    """Return the first works of the sample with an abstract, each with its citekey, those first cited most."""
    works = _works()[:count]
    citekeys = assign_citekeys(works, {})
    return [
        ReadWork(work, citekeys[work.work_id], _summarise(place), in_degree=count - place)
        for place, work in enumerate(works)
    ]


def make_theme(works: list[ReadWork], number: int = 0) -> ThemeMaterial:
    """Return a theme of works, the first two of which are its key works."""
    ids = tuple(read.work.work_id for read in works)
    labels = ("Measurement in Hair", "Stress at Work", "Glucocorticoid Treatment", "Childhood and Growth")
    theme = Theme(f"t{number}", labels[number], f"Works on {labels[number].lower()}.", (), 0.1, ids, ids[:2], "merged")
    return ThemeMaterial(PLAN, theme, tuple(works))


def make_review(works: list[ReadWork], parts: int = 3) -> ReviewMaterial:
    """Return a review of themes whose sections the extractive analyst wrote."""
    themes = tuple(make_theme(works[place::parts], place) for place in range(parts))
    analyst = ExtractiveAnalyst()
    analyses = tuple(analyst.analyse_theme(theme) for theme in themes)
    sections = tuple(
        (theme.theme.label, analyst.write_theme(theme, analysis, 500).markdown)
        for theme, analysis in zip(themes, analyses, strict=True)
    )
    return ReviewMaterial(PLAN, themes, analyses, NUMBERS, sections)


def alter(question: Question, **fields: Any) -> str:
    """Return the scripted answer to a question with some of its fields given otherwise, by a function of the old."""
    reply = orjson.loads(answer_by_script(question))
    return orjson.dumps(reply | {name: change(reply[name]) for name, change in fields.items()}).decode()


def without_citekey(material: ThemeMaterial) -> ThemeMaterial:
    """Return the theme with its last work's citekey gone."""
    *works, last = material.works
    return dataclasses.replace(material, works=(*works, dataclasses.replace(last, citekey="")))
