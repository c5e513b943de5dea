"""Reporting: the files of the review.

What surrounds the sections of a review, read from its ledger: for its files, and later for its exports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson
import polars as pl
from prefect import flow

from flows.context.context import ReviewContext
from flows.export.pictures import draw_pictures
from flows.protocols import render_protocol
from storage.core.canonical import canonical_hash
from storage.core.errors import LitreviewError
from storage.core.ledger import Ledger
from storage.publication.handover import (
    adopt_dates,
    read_citation_sources,
    read_fates,
    read_reporting_facts,
    read_sources,
)
from storage.reading.page import page_frames
from storage.reading.procedure import read_procedure
from storage.references.references import read_references
from storage.runs.language_models import count_shortfalls
from storage.runs.reviews import add_problem, count_works, read_plan, review_numbers
from storage.searching.imports import count_imports
from storage.writing.sections import written_sections
from storage.writing.themes import read_themes
from storage.writing.versions import appendix_frames, exhibit_frames
from tasks.analysts.registry import asks_models
from tasks.citations.authors import name_work
from tasks.evidence.appraisal import needs_appraisal
from tasks.procedure.facts import STOP_CLAUSES, Facts
from tasks.reporting.appendix import describe_appendix
from tasks.reporting.citation_sources import describe_citation_sources
from tasks.reporting.conduct import declare, describe_fulltexts, describe_left_out, describe_sources
from tasks.reporting.figures import PRISMA
from tasks.reporting.files import read_title, render_files, state_notices, write_files
from tasks.reporting.imports import describe_imports
from tasks.reporting.layout import arrange, number_exhibits
from tasks.reporting.markdown import ReviewMeta
from tasks.reporting.page.rendering import PAGE, PageRecords, render_page
from tasks.reporting.prisma import draw_prisma


def read_facts(ledger: Ledger) -> Facts:
    """Return how a planned review was made, as its text describes it."""
    made = read_procedure(ledger)
    return Facts(review_numbers(ledger), made, by_model="llm" in made.judged_by or asks_models(made.analyst))


def compose_review(ledger: Ledger, headings: Sequence[str] | None = None) -> tuple[str, ReviewMeta, dict[str, int]]:
    """Return the title of a planned review, what frames its sections, and its PRISMA counts.

    `headings` are those of the sections that it is to frame, by default of the current ones.

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
    if headings is None:
        headings = [heading for heading, _ in written_sections(ledger).values()]
    works = read_references(ledger)
    frames = exhibit_frames(ledger)
    appraisable = sum(map(needs_appraisal, frames["characteristics"]["design"]))
    known = {**read_reporting_facts(ledger), "appraisable": appraisable}
    names = {key: name_work(work) for key, work in works.items()}
    frames["effects"] = frames["effects"].with_columns(pl.col("work").replace(names))
    frames["pooled_results"] = frames["pooled_results"].with_columns(work=pl.col("citekey").replace(names))
    arranged = arrange(headings, frames, pictures)
    reason = str(numbers.get("stop_reason", ""))
    appendix = describe_appendix(
        stop_reason=STOP_CLAUSES.get(reason, reason),
        pictures=pictures,
        search=[
            *describe_sources(read_sources(ledger), made),
            *describe_citation_sources(*read_citation_sources(ledger)),
            *describe_imports(count_imports(ledger)),
        ],
        selection=[*describe_fulltexts(counts), *describe_left_out(read_fates(ledger))],
        rest=arranged.rest,
        declared=declare(known),
        **appendix_frames(ledger),
    )
    layout, told = number_exhibits(arranged, appendix)
    meta = ReviewMeta(
        as_of=int(numbers["as_of"]),
        works=works,
        keywords=tuple(theme.label for theme in read_themes(ledger)),
        notices=state_notices(numbers, plan.analyst, count_shortfalls(ledger)),
        appendix=told,
        layout=layout,
        facts=replace(made, numbers={**numbers, **known}),
    )
    return read_title(plan.topic), meta, counts


def read_page_records(ledger: Ledger) -> PageRecords:
    """Return what the page of a planned review tells beside its text."""
    numbers = {**review_numbers(ledger), **count_works(ledger)}
    return PageRecords(numbers, read_themes(ledger), page_frames(ledger))


@flow(name="reporting", flow_run_name="reporting", validate_parameters=False)
def reporting(review: ReviewContext) -> None:
    """Write report.html, review.md, references, pictures and appendix; run.json follows when the run ends."""
    if review.people:
        adopt_dates(review.ledger, review.people.folder)
    title, meta, counts = compose_review(review.ledger)
    sections = list(written_sections(review.ledger).values())
    files = review.driver.run(render_files, "render the files", title, sections, meta, counts)
    files = {**files, **render_protocol(review.ledger, review.plan)}
    write_files(review.ledger.folder, files)
    records = read_page_records(review.ledger)
    try:
        page = review.driver.run(render_page, "render the page", title, sections, meta, records)
    except LitreviewError as error:
        (review.ledger.folder / PAGE).unlink(missing_ok=True)
        add_problem(review.ledger, "reporting", "no page", str(error))
        review.progress.say("reporting", f"no {PAGE}: {error}")
    else:
        files = {**files, PAGE: page}
        write_files(review.ledger.folder, {PAGE: page})
    review.progress.say("reporting", f"{len(files)} files in {review.ledger.folder}")


def write_run(review: ReviewContext, run: dict[str, Any]) -> None:
    """Write run.json: what was asked for, every number of the review, its canonical hash and how the run went."""
    summary = {
        "topic": review.plan.topic,
        "quality": review.plan.quality,
        "catalogue": review.plan.catalogue,
        "analyst": review.plan.analyst,
        "numbers": review_numbers(review.ledger),
        "prisma": count_works(review.ledger),
        "canonical_hash": canonical_hash(review.ledger),
        **run,
    }
    text = orjson.dumps(summary, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode()
    write_files(review.ledger.folder, {"run.json": text + "\n"})
    if review.bucket:
        review.bucket.push()
