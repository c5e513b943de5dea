"""What the analyst is asked next: named works, then the most promising, and some the ranker cannot decide about."""

from __future__ import annotations

import numpy as np
import pytest

from tasks.screening.features import RankingPool, build_features
from tasks.screening.proposals import Pool, Ranking, propose, score_pool

IDS = tuple(f"W{number:02}" for number in range(40))


@pytest.fixture(scope="module")
def pool() -> Pool:
    """Return 40 works, the first 20 about trees and the rest about stars, that the wording ranks by their number."""
    texts = tuple(f"{'street trees' if i < 20 else 'distant stars'} number{i}" for i in range(40))
    features = build_features(RankingPool(IDS, texts, tuple(() for _ in IDS)))
    return Pool(features, np.arange(40, dtype=np.float64))


def _propose(pool, scores, *, pending=IDS, named=(), size=10, weights=None):
    ranking = Ranking(np.asarray(scores, dtype=np.float64), weights or {})
    return propose(pool, ranking, set(pending), set(named), size=size)


def test_the_best_come_first_and_ties_by_id(pool):
    """Without a learned ranker only the order counts; decided works are not proposed again."""
    scores = [1.0] * 20 + [2.0] * 20
    assert _propose(pool, scores, size=3).work_ids == ("W20", "W21", "W22")
    assert _propose(pool, scores, pending=IDS[:5], size=3).work_ids == ("W00", "W01", "W02")
    assert _propose(pool, scores, pending=()).work_ids == ()


def test_works_the_user_named_come_before_all_others(pool):
    """Even one that scores below all others."""
    scores = np.linspace(5, -5, 40)
    proposal = _propose(pool, scores, named=["W39"], size=2)
    assert proposal.work_ids == ("W39", "W00")
    assert proposal.scores == (-5.0, 5.0)


def test_an_eighth_is_undecided_once_the_ranker_learned(pool):
    """Of 25 works 22 are the best and 3 those nearest to even odds; all stand in the order of their scores."""
    scores = np.linspace(6, -2, 40)
    proposal = _propose(pool, scores, size=25, weights={"decisions": 2.0})
    rest = sorted(range(22, 40), key=lambda i: abs(scores[i]))[:3]
    assert set(proposal.work_ids) == set(IDS[:22]) | {IDS[i] for i in rest}
    assert list(proposal.scores) == sorted(proposal.scores, reverse=True)


def test_wording_counts_alone_until_there_are_both_verdicts(pool):
    """Verdicts of one kind, or of works outside the pool, teach nothing; scores then are standard scores."""
    for verdicts in ({}, {"W00": True, "W01": True}, {"W99": True, "W00": False}):
        ranking = score_pool(pool, verdicts)
        assert ranking.weights == {}
        assert ranking.scores.mean() == pytest.approx(0, abs=1e-6)
        assert list(np.argsort(ranking.scores)) == list(range(40))


def test_what_was_learned_takes_over_as_decisions_come_in(pool):
    """With ten works about trees included and ten about stars excluded, trees not yet seen outrank stars."""
    verdicts = {IDS[i]: i < 20 for i in (*range(10), *range(20, 30))}
    scores = score_pool(pool, verdicts).scores
    assert scores[10:20].min() > scores[30:].max()
    few = score_pool(pool, {"W00": True, "W20": False}).scores
    assert few[30:].max() > few[10:20].max(), "one of each kind does not yet outweigh the wording"


def test_a_flat_wording_is_no_division_by_zero(pool):
    """Where the wording tells nothing apart every score is even."""
    assert not score_pool(Pool(pool.features, np.ones(40)), {}).scores.any()
