"""Screening: embedding texts and judging a batch, as Prefect tasks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE
from scipy.special import expit

from storage.records.screening import Candidate, Decision, Judgement, Verdict
from storage.records.search import Plan, Work
from storage.records.writing import Page
from storage.screening.screening import BATCH_SIZE
from tasks.analysts.extractive.relevance import frame_relevance, log_citation_rate, statement_text
from tasks.analysts.protocol import Analyst, Eligibility, RelevanceContext
from tasks.language_models.dialogue import Asked
from tasks.screening.cold_start import Meaning, phrase_topic, rank_cold
from tasks.screening.features import RankingPool, build_features
from tasks.screening.proposals import Pool, Proposal, propose, score_pool

Embed = Callable[[Sequence[str]], list[tuple[float, ...]]]

THRESHOLD = 0.6
STRUCTURAL_LINKS = 3
_LONGEST_SHOWN = 300  # characters of a quote in a reason


@task(retries=1, cache_policy=NO_CACHE, persist_result=False)
def embed_batch(texts: Sequence[str], embed: Embed) -> list[tuple[float, ...]]:
    """Return the unit vectors of texts, in order."""
    return embed(texts)


@task(cache_policy=NO_CACHE, persist_result=False)
def prepare_pool(
    works: pl.DataFrame, plan: Plan, embed: Embed | None, vectors: Sequence[Sequence[float]] | None
) -> Pool:
    """Return the works of a stage (`storage.screening.ranking.ranking_pool`) ready to rank, scored before any decision.

    Meaning counts where the vectors of the works' texts (`ranking_texts`) are given, and what embeds the queries.
    """
    texts = ranking_texts(works)
    features = build_features(
        RankingPool(tuple(works["work_id"]), tuple(texts), tuple(tuple(cited) for cited in works["references"]))
    )
    queries = (*phrase_topic(plan.topic), *plan.questions, *plan.focus_areas)
    meaning = None
    if embed and vectors is not None:
        meaning = Meaning(np.array(vectors, dtype=np.float64), np.array(embed(queries), dtype=np.float64))
    dated = zip(works["year"], works["cited_by_count"], strict=True)
    rates = np.array([log_citation_rate(year, cited, plan.as_of) for year, cited in dated])
    return Pool(features, rank_cold(features, queries, meaning, rates))


def ranking_texts(works: pl.DataFrame) -> list[str]:
    """Return the text by which each work is ranked, in order: title and abstract."""
    return works.select(pl.concat_str("title", "abstract", separator=". ", ignore_nulls=True)).to_series().to_list()


@task(cache_policy=NO_CACHE, persist_result=False)
def propose_batch(
    pool: Pool,
    verdicts: Mapping[str, bool],
    pending: Collection[str],
    named: Collection[str],
    spared: int,
) -> Proposal:
    """Return the next works to judge, as many as a batch has less those spared for others."""
    return propose(pool, score_pool(pool, verdicts), pending, named, size=BATCH_SIZE - spared)


@task(cache_policy=NO_CACHE, persist_result=False)
def rank_rest(pool: Pool, verdicts: Mapping[str, bool]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the score in (0, 1) of each work of the pool, and the weights of the ranker (none if it did not learn)."""
    ranking = score_pool(pool, verdicts)
    shares = expit(ranking.scores).round(4).tolist()
    return dict(zip(pool.features.pool.work_ids, shares, strict=True)), ranking.weights


@task(cache_policy=NO_CACHE, persist_result=False)
def propose_criteria(analyst: Analyst, plan: Plan) -> Asked[tuple[str, ...]]:
    """Return the criteria that the analyst proposes to judge works by, as lines."""
    return analyst.propose_criteria(plan)


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def judge_batch(candidates: Sequence[Candidate], analyst: Analyst, context: RelevanceContext) -> Asked[list[Judgement]]:
    """Return the analyst's judgement of each candidate."""
    return analyst.judge_relevance(context, candidates)


@task(cache_policy=NO_CACHE, persist_result=False)
def frame_search(
    plan: Plan, works: Sequence[Work], embed: Embed, vectors: Sequence[Sequence[float]]
) -> RelevanceContext:
    """Return what relevance is judged against, from the works of the first search and their vectors."""
    return frame_relevance(plan, embed([statement_text(plan)])[0], works, vectors)


def decide(
    candidates: Sequence[Candidate],
    judgements: Sequence[Judgement],
    *,
    stage: int,
    batch: int,
    rule: str,
    analyst: Analyst,
    named: Collection[str] = (),
    bound: float = THRESHOLD,
) -> list[Decision]:
    """Return one decision per candidate: a work whose DOI the user named is in; for the rest structural, then semantic.

    Structural: co-cited or coupled with three or more relevant works. With the rule "include" that alone includes; with
    "feature" (default, by measurement) it only enters the score. Semantic: a score above the bound includes, 0.6 in the
    course of the search; without a score the work is unsure.
    """
    decisions = []
    for candidate, judgement in zip(candidates, judgements, strict=True):
        human = candidate.work.doi in named
        structural = rule == "include" and max(candidate.cocited_with, candidate.coupled_with) >= STRUCTURAL_LINKS
        verdict = "include" if human or structural else _reach_verdict(judgement.score, bound)
        said = f"{_tell_verdict(verdict, judgement, bound, structural=structural)}{judgement.reason}"
        decided = None if human or structural else judgement.criterion
        decisions.append(
            Decision(
                work_id=candidate.work.work_id,
                phase="screening",
                stage=stage,
                batch=batch,
                verdict=verdict,
                method="human" if human else "cocitation" if structural else analyst.method,
                reason="Named by the user as a work that belongs." if human else said,
                score=judgement.score,
                criterion_id=decided.criterion_id if decided else None,
                features=judgement.features,
                decided_by="user" if human else analyst.name,
            )
        )
    return decisions


def _tell_verdict(verdict: Verdict, judgement: Judgement, bound: float, *, structural: bool) -> str:
    """Return what decided the verdict, to precede what was found about the work, which may speak for both verdicts."""
    if structural:
        return f"Included for being cited with, or citing the same as, {STRUCTURAL_LINKS} relevant works or more. "
    score, criterion = judgement.score, judgement.criterion
    if score is None:
        return ""
    if verdict != "include" and criterion:
        met = "does not meet the" if criterion.kind == "include" else "meets the exclusion"
        return f"Excluded: it {met} criterion “{criterion.text}” (score {score:.2f}). "
    return tell_score(verdict, score, bound)


def tell_score(verdict: Verdict, score: float, bound: float) -> str:
    """Return what a score says of a work, to precede what was found about it."""
    told, against = _show(score, bound), _show(bound, score)
    if verdict == "include":
        return f"Included: its score of {told} is above {against}. "
    return f"Excluded: its score of {told} is not above {against}. "


def _show(number: float, other: float) -> str:
    """Return a score or bound with two decimals, or with four where two would make both the same."""
    is_alike = round(number, 2) == round(other, 2)
    return f"{number:.4f}" if is_alike and number != round(number, 2) else f"{number:.2f}"


def _reach_verdict(score: float | None, bound: float) -> Verdict:
    if score is None:
        return "unsure"
    return "include" if score > bound else "exclude"


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def assess_eligibility(plan: Plan, work: Work, pages: Sequence[Page], analyst: Analyst) -> Asked[Eligibility]:
    """Return what the full text of a work shows of the criteria."""
    return analyst.assess_eligibility(plan, work, pages)


def decide_by_text(found: Eligibility, works: int, earlier: int, analyst: Analyst) -> Decision:
    """Return the decision on a work by its full text, one of `works` of the tier, after `earlier` decisions on it."""
    reason = "Eligible by its full text: no criterion rules it out."
    if found.criterion and found.quote:
        met = "does not meet the" if found.criterion.kind == "include" else "meets the exclusion"
        words = " ".join(found.quote.text.split())
        shown = words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN].rstrip()}…"
        named = f"it {met} criterion “{found.criterion.text}”"
        reason = f"Excluded at full text: {named}, by “{shown}” (page {found.quote.page})."
    return Decision(
        work_id=found.work_id,
        phase="full text",
        stage=None,
        verdict="exclude" if found.criterion else "include",
        method=analyst.method,
        reason=reason,
        criterion_id=found.criterion.criterion_id if found.criterion else None,
        features=found.found,
        decided_by=analyst.name,
        tier_works=works,
        earlier=earlier,
    )
