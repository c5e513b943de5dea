"""A review of forty-eight real works in four themes, written by the extractive analyst, put into a ledger by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import polars as pl

from flows.context.context import ReviewContext
from flows.supervision.structure import read_standing
from storage.core.ledger import Ledger
from storage.reading.reading import add_reading
from storage.records.screening import Decision
from storage.records.search import Plan
from storage.records.writing import Draft, Groupings, ReadWork
from storage.runs.reviews import add_citekeys, settle_plan
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works
from storage.writing.sections import add_section, append_version
from storage.writing.themes import add_themes
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.protocol import ReviewMaterial
from tasks.revision.paragraphs import StandingSection
from tasks.synthesis import theme_section_id
from tests.benchmarks.structural_flaws import PlantedFlaw, plant_flaws
from tests.tasks.analysts.anthropic.real_works import abstract_page
from tests.tasks.analysts.anthropic.writing_material import make_review, read_sample

WORKS, THEMES, WORDS = 48, 4, 900


@cache
def _read_works() -> tuple[ReadWork, ...]:
    return tuple(read_sample(WORKS))


@cache
def _write() -> tuple[ReviewMaterial, dict[str, tuple[str, Draft]]]:
    """Return the review's material and its sections by id, as (heading, draft), in order."""
    analyst = ExtractiveAnalyst()
    material = make_review(list(_read_works()), THEMES)
    themes = {
        theme_section_id(theme.theme): (theme.theme.label, analyst.write_theme(theme, analysis, WORDS))
        for theme, analysis in zip(material.themes, material.analyses, strict=True)
    }
    written = replace(material, sections=tuple((label, draft.markdown) for label, draft in themes.values()))
    return material, {
        "abstract": ("Abstract", analyst.write_abstract(written, 200)),
        "introduction": ("Introduction", analyst.write_introduction(written, 400)),
        "methodology": ("Methodology", analyst.write_methodology(written, 400)),
        **themes,
        "discussion": ("Discussion", analyst.write_discussion(written, 700)),
        "conclusions": ("Conclusions", analyst.write_conclusions(written, 300)),
    }


def write_review(ledger: Ledger, quality: str = "standard") -> None:
    """Write the review into an empty ledger."""
    works = _read_works()
    material, sections = _write()
    settle_plan(ledger, Plan("Hair cortisol and stress", quality=quality, as_of=2023, catalogue="sample"))
    with ledger.transaction():
        add_works(ledger, [read.work for read in works], 0)
        add_discoveries(ledger, [(read.work.work_id, "keyword", 0, None, None, n) for n, read in enumerate(works, 1)])
        decisions = [
            Decision(read.work.work_id, "screening", 0, "include", method="llm", reason="fits", batch=0, score=0.8)
            for read in works
        ]
        add_decisions(ledger, decisions)
    add_citekeys(ledger, {read.work.work_id: read.citekey for read in works})
    for read in works:
        add_reading(ledger, read.summary, abstract_page(read.work), "extractive")
    none = pl.DataFrame()
    add_themes(ledger, [theme.theme for theme in material.themes], [], Groupings(none, none, none))
    for place, (name, (heading, draft)) in enumerate(sections.items()):
        add_section(ledger, name, place, heading, draft)


def plant(bench: ReviewContext, each: int = 3) -> tuple[tuple[StandingSection, ...], tuple[PlantedFlaw, ...]]:
    """Make versions of the sections with flaws in them; return the clean sections and the flaws."""
    clean = read_standing(bench)
    flawed, flaws = plant_flaws(clean, each)
    with bench.ledger.transaction():
        for before, after in zip(clean, flawed, strict=True):
            if after.markdown != before.markdown:
                append_version(bench.ledger, after.section_id, Draft(after.markdown, after.claims), "planted")
    return clean, flaws
