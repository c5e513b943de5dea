"""Screening a stage: the ranker proposes, the analyst judges, each batch is committed, until it pays no more."""

from __future__ import annotations

from dataclasses import replace

from prefect import flow

from flows.workbench import Workbench
from storage.ranking import add_ranker, ranking_pool, screening_verdicts
from storage.screening import add_decisions, first_search_works, read_candidates, screening_progress
from tasks.analysts.protocol import RelevanceContext
from tasks.screening import decide, frame_search, judge_batch, prepare_pool, propose_batch

_SCREENED_PER_WORK = 4


@flow(name="screening", flow_run_name="screening stage {stage}", validate_parameters=False)
def screening(bench: Workbench, stage: int) -> None:
    """Screen everything found so far, best first, until three dry batches in a row or four times the tier's works."""
    context = _frame(bench)
    works = ranking_pool(bench.ledger, stage)
    if not works["pending"].any():
        return
    pool = bench.driver.run(prepare_pool, f"stage {stage}: features of {works.height} works", works, bench.plan)
    pending = set(works.filter("pending")["work_id"])
    named = set(works.filter("named")["work_id"])
    weights: dict[str, float] = {}
    while pending and not _is_done(bench, stage):
        batch = screening_progress(bench.ledger, stage)["next_batch"]
        proposal = bench.driver.run(
            propose_batch,
            f"stage {stage} batch {batch}: rank {len(pending)}",
            pool,
            screening_verdicts(bench.ledger),
            pending,
            named,
            bench.analyst,
        )
        if not proposal.work_ids:
            break
        weights = proposal.weights
        candidates = read_candidates(bench.ledger, proposal.work_ids)
        vectors = bench.work_vectors([candidate.work for candidate in candidates])
        candidates = [
            replace(candidate, vector=vector, promise=promise)
            for candidate, vector, promise in zip(candidates, vectors, proposal.scores, strict=True)
        ]
        judgements = bench.driver.run(
            judge_batch, f"stage {stage} batch {batch}: judge {len(candidates)}", candidates, bench.analyst, context
        )
        decisions = decide(
            candidates,
            judgements,
            stage=stage,
            batch=batch,
            rule=bench.structural_rule,
            analyst=bench.analyst,
            named=bench.plan.seeds,
        )
        with bench.ledger.transaction():
            add_decisions(bench.ledger, decisions)
        pending -= {decision.work_id for decision in decisions}
    with bench.ledger.transaction():
        add_ranker(bench.ledger, stage, weights)
    progress = screening_progress(bench.ledger, stage)
    bench.progress.say("screening", f"stage {stage}: {progress['included']} of {progress['screened']} works included")


def _is_done(bench: Workbench, stage: int) -> bool:
    progress = screening_progress(bench.ledger, stage)
    return bool(progress["dry"]) or progress["screened"] >= _SCREENED_PER_WORK * bench.tier.works


def _frame(bench: Workbench) -> RelevanceContext:
    works = first_search_works(bench.ledger)
    vectors = bench.work_vectors(works)
    context: RelevanceContext = bench.driver.run(
        frame_search, "frame relevance", bench.plan, works, bench.embed, vectors
    )
    return context
