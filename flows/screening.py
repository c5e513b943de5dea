"""Screening a stage: batches from the top of the ranking, each judged and committed, until it pays no more."""

from __future__ import annotations

from dataclasses import replace

from prefect import flow

from flows.workbench import Workbench
from storage.screening import add_decisions, first_search_works, next_batch, screening_progress
from tasks.analysts.protocol import RelevanceContext
from tasks.screening import decide, frame_search, judge_batch

_SCREENED_PER_WORK = 4


@flow(name="screening", flow_run_name="screening stage {stage}", validate_parameters=False)
def screening(bench: Workbench, stage: int) -> None:
    """Screen a stage: everything at stage 0, else until three dry batches in a row or four times the tier's works."""
    context = _frame(bench)
    while not _is_done(bench, stage):
        candidates = next_batch(bench.ledger, stage)
        if not candidates:
            break
        vectors = bench.work_vectors([candidate.work for candidate in candidates])
        candidates = [replace(c, vector=vector) for c, vector in zip(candidates, vectors, strict=True)]
        batch = screening_progress(bench.ledger, stage)["next_batch"]
        judgements = bench.driver.run(
            judge_batch, f"stage {stage} batch {batch}: judge {len(candidates)}", candidates, bench.analyst, context
        )
        decisions = decide(
            candidates,
            judgements,
            stage=stage,
            batch=batch,
            rule=bench.structural_rule,
            analyst=bench.analyst.name,
            named=bench.plan.seeds,
        )
        with bench.ledger.transaction():
            add_decisions(bench.ledger, decisions)
    progress = screening_progress(bench.ledger, stage)
    bench.progress.say("screening", f"stage {stage}: {progress['included']} of {progress['screened']} works included")


def _is_done(bench: Workbench, stage: int) -> bool:
    if stage == 0:
        return False
    progress = screening_progress(bench.ledger, stage)
    return bool(progress["dry"]) or progress["screened"] >= _SCREENED_PER_WORK * bench.tier.works


def _frame(bench: Workbench) -> RelevanceContext:
    works = first_search_works(bench.ledger)
    vectors = bench.work_vectors(works)
    context: RelevanceContext = bench.driver.run(
        frame_search, "frame relevance", bench.plan, works, bench.embed, vectors
    )
    return context
