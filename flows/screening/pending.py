"""Screening of works that came after the search had ended: an update's and an import's."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flows.context.context import ReviewContext
from flows.screening.judging import choose_judge, frame, judge_works
from flows.screening.pools import prepare, taught
from storage.records.screening import Decision
from storage.screening.ranking import ranking_pool
from storage.screening.screening import (
    add_decisions,
    screening_progress,
)
from tasks.screening.proposals import Pool
from tasks.screening.tasks import (
    propose_batch,
    rank_rest,
)


def screen_pending(review: ReviewContext, stage: int, work_ids: Collection[str], most: int) -> None:
    """Have the analyst judge works that no rule decided, best first, until the stage has as many verdicts as allowed.

    Works not reached are decided against, with the score the ranking gave them.
    """
    pending = set(work_ids)
    if not pending:
        return
    review = choose_judge(review)
    pool = prepare(review, ranking_pool(review.ledger, stage))
    context = frame(review)
    while pending and (progress := screening_progress(review.ledger, stage))["screened"] < most:
        batch = progress["next_batch"]
        label = f"stage {stage} batch {batch}: rank {len(pending)}"
        proposal = review.driver.run(propose_batch, label, pool, taught(review), pending, set(), 0)
        if not proposal.work_ids:
            break
        promises = dict(zip(proposal.work_ids, proposal.scores, strict=True))
        decisions = judge_works(review, stage, batch, promises, context)
        with review.ledger.transaction():
            add_decisions(review.ledger, decisions)
        pending -= set(proposal.work_ids)
    if pending:
        _leave_out(review, stage, sorted(pending), pool)


def _leave_out(review: ReviewContext, stage: int, work_ids: Sequence[str], pool: Pool) -> None:
    promise, _ = review.driver.run(rank_rest, "rank what was not reached", pool, taught(review))
    reason = "Ranked below the point where screening stopped."
    with review.ledger.transaction():
        add_decisions(
            review.ledger,
            [
                Decision(work_id, "cutoff", stage, "exclude", "rule", reason, score=promise[work_id])
                for work_id in work_ids
            ],
        )
