"""What surrounds the sections of a review, read from its ledger: for its files, and later for its exports."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from flows.export.pictures import draw_pictures
from flows.protocols import read_protocol_facts
from storage.core.ledger import Ledger
from storage.publication.handover import read_citation_sources, read_fates, read_reporting_facts, read_sources
from storage.reading.page import page_frames
from storage.reading.procedure import read_procedure
from storage.references.references import read_references
from storage.runs.language_models import count_shortfalls
from storage.runs.reviews import count_works, read_plan, review_numbers
from storage.searching.amended import read_amended_searches
from storage.searching.imports import count_imports
from storage.writing.hand_edits import read_hand_texts
from storage.writing.sections import written_sections
from storage.writing.themes import read_themes
from storage.writing.translations import read_translations
from storage.writing.versions import ReviewVersion, appendix_frames, exhibit_frames, read_typed, read_version
from tasks.analysts.registry import asks_models
from tasks.citations.authors import name_work
from tasks.citations.pandoc import find_citekeys
from tasks.evidence.appraisal import needs_appraisal
from tasks.procedure.facts import STOP_CLAUSES, Facts
from tasks.reporting.amended_searches import describe_amended_searches
from tasks.reporting.appendix import describe_appendix
from tasks.reporting.citation_sources import describe_citation_sources
from tasks.reporting.conduct import declare, describe_fulltexts, describe_left_out, describe_sources, describe_uncited
from tasks.reporting.figures import PRISMA
from tasks.reporting.files import read_title, state_notices, state_translation
from tasks.reporting.hand_edits import state_hand_edits
from tasks.reporting.imports import describe_imports
from tasks.reporting.layout import arrange, number_exhibits
from tasks.reporting.markdown import ReviewMeta
from tasks.reporting.page.rendering import PageRecords
from tasks.reporting.prisma import draw_prisma
from tasks.translation.tongue import Tongue, read_tongue


def read_facts(ledger: Ledger) -> Facts:
    """Return how a planned review was made, as its text describes it."""
    made = read_procedure(ledger)
    return Facts(review_numbers(ledger), made, by_model="llm" in made.judged_by or asks_models(made.analyst))


def read_language(ledger: Ledger, code: str | None, first: int | None = None) -> Tongue:
    """Return a language with all that was translated into it so far, or what was by the `first` so many translations.

    Raises:
        KeyError: reviews cannot be written in that language.
    """
    tongue = read_tongue(code)
    return replace(tongue, memory=read_translations(ledger, tongue.code, first))


def compose_review(
    ledger: Ledger, version: ReviewVersion | None = None, tongue: Tongue | None = None
) -> tuple[str, ReviewMeta, dict[str, int]]:
    """Return the title of a planned review, what frames its sections, and its PRISMA counts.

    The sections are those of a version, by default the current ones; the language is by default that of the plan.

    Raises:
        ValueError: the review was never planned.
    """
    plan = read_plan(ledger)
    if plan is None:
        raise ValueError("no review was planned in this ledger")
    made = read_facts(ledger)
    numbers = made.numbers
    counts = count_works(ledger)
    pictures = {PRISMA: draw_prisma(counts), **draw_pictures(ledger)}
    sections = written_sections(ledger).values() if version is None else read_version(ledger, version)[0]
    typed = read_typed(ledger, version)
    works = read_references(ledger)
    frames = exhibit_frames(ledger)
    appraisable = sum(map(needs_appraisal, frames["characteristics"]["design"]))
    known = {**read_reporting_facts(ledger), "appraisable": appraisable, **read_protocol_facts(ledger)}
    names = {key: name_work(work) for key, work in works.items()}
    frames["effects"] = frames["effects"].with_columns(pl.col("work").replace(names))
    frames["pooled_results"] = frames["pooled_results"].with_columns(work=pl.col("citekey").replace(names))
    arranged = arrange([heading for heading, _ in sections], frames, pictures)
    reason = str(numbers.get("stop_reason", ""))
    tables = appendix_frames(ledger)
    unresolved = frozenset(key for text in read_hand_texts(ledger) for key in find_citekeys(text)) - works.keys()
    fates = read_fates(ledger)
    cited = {key for _, markdown in sections for key in find_citekeys(markdown)}
    appendix = describe_appendix(
        stop_reason=STOP_CLAUSES.get(reason, reason),
        pictures=pictures,
        search=[
            *describe_sources(read_sources(ledger), made),
            *describe_amended_searches(read_amended_searches(ledger)),
            *describe_citation_sources(*read_citation_sources(ledger)),
            *describe_imports(count_imports(ledger)),
        ],
        selection=[*describe_fulltexts(counts), *describe_left_out(fates, made), *describe_uncited(fates, cited)],
        rest=arranged.rest,
        declared=declare(known),
        **tables,
    )
    layout, told = number_exhibits(arranged, appendix)
    tongue = tongue or read_language(ledger, plan.write_in)
    notices = state_notices(numbers, plan.analyst, count_shortfalls(ledger))
    meta = ReviewMeta(
        as_of=int(numbers["as_of"]),
        works=works,
        keywords=tuple(theme.label for theme in read_themes(ledger)),
        notices=(
            *notices,
            *state_hand_edits(tables["hand_edits"], unresolved & _list_cited(ledger)),
            *state_translation(tongue, sections, typed),
        ),
        appendix=told,
        layout=layout,
        facts=replace(made, numbers={**numbers, **known}),
        unresolved=unresolved,
        tongue=tongue,
        typed=typed,
    )
    return read_title(plan.topic), meta, counts


def _list_cited(ledger: Ledger) -> set[str]:
    return {key for _, markdown in written_sections(ledger).values() for key in find_citekeys(markdown)}


def read_page_records(ledger: Ledger) -> PageRecords:
    """Return what the page of a planned review tells beside its text."""
    numbers = {**review_numbers(ledger), **count_works(ledger)}
    return PageRecords(numbers, read_themes(ledger), page_frames(ledger))
