"""Reporting: the files of the review."""

from __future__ import annotations

from typing import Any

import orjson
from prefect import flow

from flows.context.context import ReviewContext
from flows.export.hand_edits import take_edits, write_manuscript
from flows.export.report import compose_review, read_page_records
from flows.protocols import render_protocol
from storage.core.canonical import canonical_hash
from storage.core.errors import LitreviewError
from storage.publication.handover import adopt_dates
from storage.runs.reviews import add_problem, count_works, review_numbers
from storage.writing.hand_edits import read_conflicts
from storage.writing.sections import written_sections
from tasks.reporting.files import render_files, write_files
from tasks.reporting.hand_edits import CONFLICTS_FILE, render_conflicts
from tasks.reporting.page.rendering import PAGE, render_page


@flow(name="reporting", flow_run_name="reporting", validate_parameters=False)
def reporting(review: ReviewContext) -> None:
    """Write report.html, review.md, references, pictures and appendix; run.json follows when the run ends."""
    if review.people:
        adopt_dates(review.ledger, review.people.folder)
    # A person may have edited the file while the run was at work.
    take_edits(review.ledger, review.progress)
    title, meta, counts = compose_review(review.ledger)
    sections = list(written_sections(review.ledger).values())
    files = review.driver.run(render_files, "render the files", title, sections, meta, counts)
    files = {**files, **render_protocol(review.ledger, review.plan)}
    write_manuscript(review.ledger, files, meta)
    _tell_conflicts(review)
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


def _tell_conflicts(review: ReviewContext) -> None:
    """Write where the program would have changed what a person wrote, and say so; the person's text stands."""
    conflicts = read_conflicts(review.ledger)
    if not conflicts:
        (review.ledger.folder / CONFLICTS_FILE).unlink(missing_ok=True)
        return
    told = render_conflicts(conflicts)
    write_files(review.ledger.folder, {CONFLICTS_FILE: told})
    review.progress.say("edits", f"{len(conflicts)} of your paragraphs stand where the program has another text:")
    for line in told.splitlines():
        review.progress.say("edits", line)


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
