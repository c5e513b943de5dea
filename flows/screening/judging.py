"""The judgements of works: by the analyst, or by rule where a model of the user's own cannot judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

import polars as pl

from flows.context.context import ReviewContext
from flows.gathering import complete_candidates
from flows.screening.inclusion import bound_in_force
from storage.records.screening import Candidate, Decision, Judgement
from storage.screening.screening import (
    add_decisions,
    first_search_works,
    read_candidates,
)
from storage.screening.set_aside import fails_trial, is_set_aside, works_to_judge_anew
from storage.screening.synonyms import read_synonyms
from tasks.analysts.protocol import RelevanceContext
from tasks.analysts.registry import BY_RULE, make_analyst, runs_locally
from tasks.screening.other_names import unfold_work
from tasks.screening.tasks import (
    decide,
    frame_search,
    judge_batch,
)

_NOTHING_TO_JUDGE = "There is no abstract of it, and no full text could be had to judge it by."


def choose_judge(review: ReviewContext) -> ReviewContext:
    """Return the context that works are judged in: by rule where the judgements of a model were set aside.

    Works of which the model's judgement still holds then, as where a run was cut short, are judged by rule first.
    """
    return set_aside(review) if runs_locally(review.analyst.name) and is_set_aside(review.ledger) else review


def model_fails(review: ReviewContext, *, is_over: bool) -> bool:
    """Return whether a model of the user's own cannot judge; those of a service are not tried."""
    return runs_locally(review.analyst.name) and fails_trial(review.ledger, is_over=is_over)


def set_aside(review: ReviewContext) -> ReviewContext:
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
