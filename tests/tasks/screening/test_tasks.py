"""Verdicts from judgements: who decided, by which method, and what overrules a score."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl
import pytest

from storage.records.screening import Candidate, Judgement, Method
from storage.records.search import Plan, Work
from storage.screening.screening import BATCH_SIZE
from tasks.analysts.extractive import InstantAnalyst
from tasks.screening.tasks import decide, prepare_pool, propose_batch, rank_rest

PLAN = Plan(topic="Street trees and heat: a systematic review", questions=("Do trees cool streets?",))


@dataclass(frozen=True)
class Reader(InstantAnalyst):
    """An analyst whose verdicts count as read."""

    method: Method = "llm"
    reads: bool = True


def _decide(candidate, score, *, analyst=None, rule="feature", named=()):
    judgement = Judgement(candidate.work.work_id, score, "Because.")
    (decision,) = decide(
        [candidate], [judgement], stage=1, batch=2, rule=rule, analyst=analyst or InstantAnalyst(), named=named
    )
    return decision.verdict, decision.method, decision.decided_by


@pytest.mark.parametrize(("score", "verdict"), [(0.61, "include"), (0.6, "exclude")])
def test_a_score_above_the_threshold_includes(score, verdict):
    """The method is the analyst's own: a score, or reading."""
    candidate = Candidate(Work("W1", "Trees"))
    assert _decide(candidate, score) == (verdict, "ranker", "instant")
    assert _decide(candidate, score, analyst=Reader()) == (verdict, "llm", "instant")


def test_structure_includes_only_if_asked_and_people_always():
    """Three co-cited works include under the rule "include"; a DOI the user named is in whatever the score."""
    candidate = Candidate(Work("W1", "Trees", doi="10.1/a"), cocited_with=3)
    assert _decide(candidate, 0.1) == ("exclude", "ranker", "instant")
    assert _decide(candidate, 0.1, rule="include") == ("include", "cocitation", "instant")
    assert _decide(candidate, 0.1, named=["10.1/a"]) == ("include", "human", "user")


@pytest.fixture(scope="module")
def pool():
    """Return 60 works prepared for ranking, a third of them about the topic, some without abstract and references."""
    rows = [
        {
            "work_id": f"W{i:02}",
            "title": f"Street trees {i}" if i < 20 else f"Stellar spectra {i}",
            "abstract": None if i % 7 == 0 else f"Heat in cities {i}" if i < 20 else f"Light of galaxies {i}",
            "year": 2010,
            "cited_by_count": 10,
            "references": [f"W{(i + 1) % 20:02}"] if i < 20 else [],
        }
        for i in range(60)
    ]
    return prepare_pool.fn(pl.DataFrame(rows), PLAN, None, None)


def test_wording_ranks_what_the_topic_is_about_first(pool):
    """Nothing is decided yet: titles, abstracts and links among the works that match speak."""
    proposal = propose_batch.fn(pool, {}, set(pool.features.pool.work_ids), (), 5)
    assert set(proposal.work_ids[:15]) <= {f"W{i:02}" for i in range(20)}
    assert len(proposal.work_ids) <= BATCH_SIZE - 5


def test_verdicts_turn_the_ranking_round(pool):
    """Without any the wording ranks; what was included and excluded then teaches the ranking."""
    verdicts = {f"W{i:02}": i >= 20 for i in (*range(12), *range(20, 32))}
    untaught, weights = rank_rest.fn(pool, {})
    assert not weights
    assert all(0 < share < 1 for share in untaught.values())
    taught, weights = rank_rest.fn(pool, verdicts)
    assert weights
    assert min(taught[f"W{i:02}"] for i in range(40, 60)) > max(taught[f"W{i:02}"] for i in range(12, 20))


def test_a_score_just_below_the_bound_is_not_shown_as_the_bound():
    """A reason never says that 0.60 is not above 0.60 of a score that two decimals make so."""
    candidate = Candidate(Work("W1", "Trees"))
    judgement = Judgement("W1", 0.5987, "Because.")
    (decision,) = decide([candidate], [judgement], stage=1, batch=2, rule="feature", analyst=InstantAnalyst())
    assert decision.reason == "Excluded: its score of 0.5987 is not above 0.60. Because."
