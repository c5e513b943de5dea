"""Reporting: the files of the review."""

from __future__ import annotations

from typing import Any

import orjson
from prefect import flow

from flows.context.context import Workbench
from flows.export.composition import compose_review
from storage.core.canonical import canonical_hash
from storage.runs.reviews import count_works, review_numbers
from storage.writing.sections import written_sections
from tasks.reporting.files import render_files, write_files


@flow(name="reporting", flow_run_name="reporting", validate_parameters=False)
def reporting(bench: Workbench) -> None:
    """Write review.md, references, pictures and appendix into the review's folder; run.json follows when it ends."""
    title, meta, counts = compose_review(bench.ledger)
    sections = list(written_sections(bench.ledger).values())
    files = bench.driver.run(render_files, "render the files", title, sections, meta, counts)
    write_files(bench.ledger.folder, files)
    bench.progress.say("reporting", f"{len(files)} files in {bench.ledger.folder}")


def write_run(bench: Workbench, run: dict[str, Any]) -> None:
    """Write run.json: what was asked for, every number of the review, its canonical hash and how the run went."""
    summary = {
        "topic": bench.plan.topic,
        "quality": bench.plan.quality,
        "catalogue": bench.plan.catalogue,
        "analyst": bench.plan.analyst,
        "numbers": review_numbers(bench.ledger),
        "prisma": count_works(bench.ledger),
        "canonical_hash": canonical_hash(bench.ledger),
        **run,
    }
    text = orjson.dumps(summary, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode()
    write_files(bench.ledger.folder, {"run.json": text + "\n"})
    if bench.bucket:
        bench.bucket.push()
