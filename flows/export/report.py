"""Reporting: the files of the review."""

from __future__ import annotations

from typing import Any

import orjson
from prefect import flow

from flows.context.context import ReviewContext
from flows.export.composition import compose_review
from storage.core.canonical import canonical_hash
from storage.runs.reviews import count_works, review_numbers
from storage.writing.sections import written_sections
from tasks.reporting.files import render_files, write_files


@flow(name="reporting", flow_run_name="reporting", validate_parameters=False)
def reporting(review: ReviewContext) -> None:
    """Write review.md, references, pictures and appendix into the review's folder; run.json follows when it ends."""
    title, meta, counts = compose_review(review.ledger)
    sections = list(written_sections(review.ledger).values())
    files = review.driver.run(render_files, "render the files", title, sections, meta, counts)
    write_files(review.ledger.folder, files)
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
