"""Screening a stage: the ranker proposes, the analyst judges, each batch is committed, until it no longer pays."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import cast

import polars as pl

from flows.context.context import ReviewContext
from flows.gathering import complete_candidates
from flows.inclusion import bound_in_force
from storage.records.search import Candidate, Decision, Judgement
from storage.screening.ranking import add_ranker, lacks_ranker, ranking_pool, screening_verdicts
from storage.screening.screening import (
    add_decisions,
    exclude_unreached,
    first_search_works,
    read_candidates,
    screening_progress,
)
from storage.screening.set_aside import fails_trial, is_set_aside, works_to_judge_anew
from storage.screening.stopping import SIGNIFICANCE, draw_audit, estimate_unseen, is_audited, look, weigh_evidence
from storage.screening.synonyms import read_synonyms
from storage.searching.snowballing import finished_stages
from tasks.analysts.protocol import RelevanceContext
from tasks.analysts.registry import BY_RULE, make_analyst, runs_locally
from tasks.screening.other_names import unfold_work, unfold_works
from tasks.screening.proposals import Pool, StopPolicy
from tasks.screening.tasks import (
    decide,
    frame_search,
    judge_batch,
    prepare_pool,
    propose_batch,
    rank_rest,
    ranking_texts,
)

_SCREENED_PER_WORK = 4
# A minute's embedding. Larger pools are ranked by words, links and citations alone.
_MOST_EMBEDDED = 2_000
# A search reads more of what it found than a benchmark does that is given everything: on one gold world, 0.96 of the
# included works are found instead of 0.91.
_POLICY = StopPolicy(budget=0.8)
_NOTHING_TO_JUDGE = "There is no abstract of it, and no full text could be had to judge it by."


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
        if _fails(review, is_over=is_over):
            review = _set_aside(review)
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


def choose_judge(review: ReviewContext) -> ReviewContext:
    """Return the context that works are judged in: by rule where the judgements of a model were set aside.

    Works of which the model's judgement still holds then, as where a run was cut short, are judged by rule first.
    """
    return _set_aside(review) if runs_locally(review.analyst.name) and is_set_aside(review.ledger) else review


def _fails(review: ReviewContext, *, is_over: bool) -> bool:
    """Return whether a model of the user's own cannot judge; those of a service are not tried."""
    return runs_locally(review.analyst.name) and fails_trial(review.ledger, is_over=is_over)


def _set_aside(review: ReviewContext) -> ReviewContext:
    """Judge by rule, batch by batch, what a model has judged, and return the context for judging by rule from then on.

    The model's decisions stay on record, superseded.
    """
    by_rule = replace(review, analyst=make_analyst(BY_RULE))
    waiting = works_to_judge_anew(review.ledger)
    if waiting.is_empty():
        return by_rule
    review.progress.say("screening", f"the model cannot judge: {waiting.height} works are judged again, by rule")
    judge_again(by_rule, waiting)
    return by_rule


def judge_again(review: ReviewContext, waiting: pl.DataFrame) -> None:
    """Judge works (work_id, stage, batch, promise) again, in their batches; earlier decisions stay on record."""
    context = frame(review)
    for (stage, batch), works in waiting.group_by("stage", "batch", maintain_order=True):
        promises = dict(works.select("work_id", "promise").iter_rows())
        decisions = judge_works(review, cast("int", stage), cast("int", batch), promises, context)
        with review.ledger.transaction():
            add_decisions(review.ledger, decisions)


def _tell_batch(review: ReviewContext, stage: int, pending: int) -> None:
    progress = screening_progress(review.ledger, stage)
    judged = f"{progress['screened']} works judged, {progress['included']} included, at most {pending:,} waiting"
    review.progress.say("screening", f"stage {stage}: {judged}")
    review.progress.note("screening", f"stage {stage}: judging the next works, {progress['screened']} judged")


def judge_works(
    review: ReviewContext, stage: int, batch: int, promises: Mapping[str, float], context: RelevanceContext
) -> list[Decision]:
    """Return the analyst's decisions on the works of one batch, given by id with the ranking's score of each."""
    candidates = complete_candidates(review, read_candidates(review.ledger, list(promises)))
    candidates = [
        replace(candidate, promise=promise) for candidate, promise in zip(candidates, promises.values(), strict=True)
    ]
    if not review.analyst.reads:
        synonyms = read_synonyms(review.ledger)
        vectors = review.work_vectors([unfold_work(candidate.work, synonyms) for candidate in candidates])
        candidates = [replace(candidate, vector=vector) for candidate, vector in zip(candidates, vectors, strict=True)]
    judgements = _judge(review, f"stage {stage} batch {batch}", candidates, context)
    return decide(
        candidates,
        judgements,
        stage=stage,
        batch=batch,
        rule=review.structural_rule,
        analyst=review.analyst,
        named=review.plan.seeds,
        bound=bound_in_force(review.ledger),
    )


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


def prepare(review: ReviewContext, works: pl.DataFrame) -> Pool:
    """Return works (see `storage.screening.ranking.ranking_pool`) ready to be ranked.

    An analyst that scores needs the vectors of the works it judges anyway: there meaning counts in the ranking too.
    Other names that works use for what the topic names are read as the topic's own.
    """
    works = unfold_works(works, read_synonyms(review.ledger))
    vectors = None
    if not review.analyst.reads and works.height <= _MOST_EMBEDDED:
        vectors = review.vectors_of(ranking_texts(works))
    embed = None if vectors is None else review.embed
    return review.driver.run(prepare_pool, f"features of {works.height} works", works, review.plan, embed, vectors)


def taught(review: ReviewContext) -> dict[str, bool]:
    """Return the verdicts that the ranking learns from: all of them, or people's where the analyst only scores.

    A ranker trained on an analyst that only scores would repeat that analyst's mistakes.
    """
    return screening_verdicts(review.ledger, by_analyst=review.analyst.reads)


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


def _judge(
    review: ReviewContext, label: str, candidates: Sequence[Candidate], context: RelevanceContext
) -> list[Judgement]:
    """Return a judgement of each candidate; one that has only a title, though a text was sought, stays unsure.

    This holds for an analyst that reads. One that only scores also scores titles.
    """
    is_sought = review.analyst.reads and review.sources is not None and review.sources.scope is not None
    asked = [candidate for candidate in candidates if candidate.work.abstract or not is_sought]
    label = f"{label}: judge {len(asked)}"
    judged = iter(review.ask_analyst(judge_batch, label, asked, review.analyst, context) if asked else ())
    return [
        next(judged) if candidate in asked else Judgement(candidate.work.work_id, None, _NOTHING_TO_JUDGE)
        for candidate in candidates
    ]


def frame(review: ReviewContext) -> RelevanceContext:
    """Return what relevance is judged against: the plan and, for an analyst that scores, the first search's works."""
    if review.analyst.reads:
        return RelevanceContext(review.plan)
    synonyms = read_synonyms(review.ledger)
    works = [unfold_work(work, synonyms) for work in first_search_works(review.ledger)]
    vectors = review.work_vectors(works)
    return review.driver.run(frame_search, "frame relevance", review.plan, works, review.embed, vectors)
