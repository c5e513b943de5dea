"""Screening a stage: the ranker proposes, the analyst judges, each batch is committed, until it no longer pays."""

from __future__ import annotations

from flows.context.context import ReviewContext
from flows.screening.judging import choose_judge, frame, judge_works, model_fails, set_aside
from flows.screening.pools import prepare, taught
from storage.screening.ranking import add_ranker, lacks_ranker, ranking_pool
from storage.screening.screening import (
    add_decisions,
    exclude_unreached,
    screening_progress,
)
from storage.screening.stopping import SIGNIFICANCE, draw_audit, estimate_unseen, is_audited, look, weigh_evidence
from storage.searching.snowballing import finished_stages
from tasks.screening.proposals import Pool, StopPolicy
from tasks.screening.tasks import (
    propose_batch,
    rank_rest,
)

_SCREENED_PER_WORK = 4
# A search reads more of what it found than a benchmark does that is given everything: on one gold world, 0.96 of the
# included works are found instead of 0.91.
_POLICY = StopPolicy(budget=0.8)


def screen_stage(review: ReviewContext, stage: int) -> None:
    """Screen everything found so far, best first, until it is enough: at most four times the tier's works.

    For an analyst that reads, it is enough when the recall target is shown to be met or the budget is used up; once
    batches bring little, a part of each is drawn at random. For one that only scores, it is enough when a batch brings
    less than half of what the best one brought. A model of the user's own that cannot judge, as the first works show,
    is set aside, and works are judged by rule. Screening is part of its stage's flow run: a flow run of its own would
    cost a dozen requests to the server.
    """
    works = ranking_pool(review.ledger, stage)
    pending = set(works.filter("pending")["work_id"])
    named = set(works.filter("named")["work_id"])
    if not pending and not lacks_ranker(review.ledger, stage):
        return
    review.progress.note("screening", f"stage {stage}: ranking {len(pending):,} works and judging the best")
    review = choose_judge(review)
    context = frame(review)
    pool = prepare(review, works)
    while True:
        is_over = not pending or _is_enough(review, stage)
        if model_fails(review, is_over=is_over):
            review = set_aside(review)
            context = frame(review)
            continue
        if is_over:
            break
        batch = screening_progress(review.ledger, stage)["next_batch"]
        audited = _POLICY.audited if _is_audit_due(review, stage) else 0
        proposal = review.driver.run(
            propose_batch,
            f"stage {stage} batch {batch}: rank {len(pending)}",
            pool,
            taught(review),
            pending,
            named,
            audited,
        )
        if not proposal.work_ids:
            break
        drawn = draw_audit(review.ledger, stage, proposal.work_ids, audited, review.plan.topic) if audited else []
        works_of_batch = [*proposal.work_ids, *drawn]
        promises = [*proposal.scores, *(0.0 for _ in drawn)]
        decisions = judge_works(review, stage, batch, dict(zip(works_of_batch, promises, strict=True)), context)
        with review.ledger.transaction():
            add_decisions(review.ledger, decisions)
        pending -= {decision.work_id for decision in decisions}
        _tell_batch(review, stage, len(pending))
    if review.analyst.reads:
        _keep_weights(review, stage, pool)
    progress = screening_progress(review.ledger, stage)
    review.progress.say("screening", f"stage {stage}: {progress['included']} of {progress['screened']} works included")


def _tell_batch(review: ReviewContext, stage: int, pending: int) -> None:
    progress = screening_progress(review.ledger, stage)
    judged = f"{progress['screened']} works judged, {progress['included']} included, at most {pending:,} waiting"
    review.progress.say("screening", f"stage {stage}: {judged}")
    review.progress.note("screening", f"stage {stage}: judging the next works, {progress['screened']} judged")


def weigh(review: ReviewContext, stage: int) -> dict[str, float | None]:
    """Return the evidence on recall at the end of a stage; for an analyst that only scores, the capture estimates.

    The verdicts of such an analyst follow the ranking, so the rest of the ranking looks empty whatever it holds.
    """
    if not choose_judge(review).analyst.reads:
        return estimate_unseen(review.ledger)
    return weigh_evidence(review.ledger, stage, _POLICY.budget)


def exclude_rest(review: ReviewContext) -> None:
    """Decide against everything found that no batch reached, with the score it had when the search ended."""
    stage = finished_stages(review.ledger) - 1
    works = ranking_pool(review.ledger, stage)
    if works["undecided"].any():
        review = choose_judge(review)
        pool = prepare(review, works)
        verdicts = taught(review)
        promise, _ = review.driver.run(rank_rest, "rank what was not reached", pool, verdicts)
        exclude_unreached(review.ledger, promise)


def _is_enough(review: ReviewContext, stage: int) -> bool:
    progress = screening_progress(review.ledger, stage)
    if progress["screened"] >= _SCREENED_PER_WORK * review.tier.works:
        return True
    if not review.analyst.reads:
        return bool(progress["flat"])
    evidence = look(review.ledger, stage, _POLICY.budget)
    return bool(evidence["p_value"] <= SIGNIFICANCE or evidence["exhausted"])


def _is_audit_due(review: ReviewContext, stage: int) -> bool:
    """Return whether a part of the next batch is drawn at random: from the first sparse batch of a stage on."""
    if not review.analyst.reads:
        return False
    progress = screening_progress(review.ledger, stage)
    return is_audited(review.ledger, stage) or _POLICY.begins_audit(progress["last_size"], progress["last_included"])


def _keep_weights(review: ReviewContext, stage: int, pool: Pool) -> None:
    """Commit what the ranker has learnt by the end of a stage; nothing where no analyst trained it."""
    verdicts = taught(review)
    _, weights = review.driver.run(rank_rest, f"stage {stage}: weights", pool, verdicts)
    if weights:
        with review.ledger.transaction():
            add_ranker(review.ledger, stage, weights)
