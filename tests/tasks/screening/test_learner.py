"""The ranker learns what the review includes, and how much citations tell of it."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from tasks.screening.features import RankingPool, build_features
from tasks.screening.learner import fit_model, fit_probability, rank_by_decisions
from tests.benchmarks.pools import read_pool
from tests.benchmarks.worlds import read_world

WORDS = [f"word{number}" for number in range(60)]


def make_pool(told_by: str, works: int = 80) -> tuple[RankingPool, np.ndarray]:
    """Return works of which every fourth is included, told by their words, or by their references, alone."""
    draw = random.Random(1)  # noqa: S311 - a draw to be repeated, no secret
    included = np.arange(works) % 4 == 0
    texts, references = [], []
    for place in range(works):
        kind = "inside" if included[place] else "outside"
        words = draw.sample(WORDS, 8)
        links = [f"R{draw.randrange(20)}" for _ in range(4)]
        if told_by == "words":
            words += [f"{kind}{draw.randrange(3)}", f"{kind}{draw.randrange(3)}"]
        else:
            links += [f"{kind}{draw.randrange(3)}", f"{kind}{draw.randrange(3)}"]
        texts.append(" ".join(words))
        references.append(tuple(links))
    return RankingPool(tuple(f"W{place}" for place in range(works)), tuple(texts), tuple(references)), included


@pytest.mark.parametrize("told_by", ["words", "citations"])
def test_the_undecided_included_come_first(told_by):
    """Whether words or citations tell, the included among the undecided are ranked above nearly all others."""
    pool, included = make_pool(told_by)
    scores = rank_by_decisions(build_features(pool), {place: bool(included[place]) for place in range(40)}).scores
    above = scores[40:][included[40:]][:, None] > scores[40:][~included[40:]]
    assert above.mean() > 0.9


def test_the_decisions_choose_how_much_citations_count():
    """Citations weigh more where they tell and nearly nothing where words do; the first decisions choose nothing."""
    weights = {}
    for told_by in ("words", "citations"):
        pool, included = make_pool(told_by)
        labels = {place: bool(included[place]) for place in range(40)}
        weights[told_by] = rank_by_decisions(build_features(pool), labels).weights["citation_weight"]
        first = rank_by_decisions(build_features(pool), {0: True, 1: False}).weights["citation_weight"]
        assert first == 0.575
    assert weights["words"] < 0.2
    assert weights["citations"] > 0.9


def test_scores_are_probabilities_in_the_ledgers_terms():
    """Scores lie strictly between 0 and 1; the weights are few, finite, and name words and works."""
    pool, included = make_pool("citations")
    ranking = rank_by_decisions(build_features(pool), {place: bool(included[place]) for place in range(40)})
    assert ranking.scores.shape == (80,)
    assert ((ranking.scores > 0) & (ranking.scores < 1)).all()
    assert len(ranking.weights) <= 16
    assert np.isfinite(list(ranking.weights.values())).all()
    assert ranking.weights["decisions"] == 40
    assert ranking.weights["included"] == 10
    assert any(name.startswith("work: inside") for name in ranking.weights)


def test_leaving_out_is_exact():
    """The closed form gives what a model fitted without the work gives, costs being kept."""
    draw = np.random.default_rng(1)
    points = draw.normal(size=(7, 3))
    included = np.array([1, 0, 1, 0, 0, 1, 0], dtype=bool)
    kernel = points @ points.T + 1
    model = fit_model(kernel, included)
    penalty = np.linalg.inv(model.inverse) - kernel
    rest = np.arange(1, 7)
    target = np.where(included, 1.0, -1.0)
    again = np.linalg.solve((kernel + penalty)[np.ix_(rest, rest)], target[rest])
    assert model.score_left_out(included)[0] == pytest.approx(kernel[0, rest] @ again)
    assert model.leave_out(0) == pytest.approx(np.concatenate([[0], again]))


def test_a_higher_score_is_never_less_probable():
    """Even decisions that contradict the scores leave the curve rising."""
    slope, _ = fit_probability(np.array([-1.0, 1.0] * 50), np.array([True, False] * 50), np.zeros(0))
    assert slope >= 0.5


@pytest.mark.parametrize("labels", [{}, {0: True}, {0: False, 1: False}, {0: True, 1: True}])
def test_one_kind_of_decision_teaches_nothing(labels):
    """Without an included and an excluded work there is no ranker."""
    with pytest.raises(ValueError, match="at least one included and one excluded"):
        rank_by_decisions(build_features(make_pool("words")[0]), labels)


@pytest.mark.parametrize("place", [-1, 80])
def test_a_decision_outside_the_pool_is_refused(place):
    """A place the pool lacks is named as the fault, not wrapped around."""
    with pytest.raises(ValueError, match="the pool does not have"):
        rank_by_decisions(build_features(make_pool("words")[0]), {place: True, 1: False})


@pytest.mark.parametrize("texts", [("", ""), ("fox", "wolf")])
def test_a_pool_of_two_is_ranked(texts):
    """Two works, both decided, without links or even words, have probabilities in the right order or equal."""
    scores = rank_by_decisions(build_features(RankingPool(("A", "B"), texts, ((), ()))), {0: True, 1: False}).scores
    assert scores[0] >= scores[1]
    assert (scores[0] > scores[1]) == bool(texts[0])


def test_the_order_of_decisions_does_not_matter():
    """Decisions in another order, even after thinning out very many, give the same bytes."""
    pool, included = make_pool("words", works=1_700)
    features = build_features(pool)
    labels = {place: bool(included[place]) for place in range(1_600)}
    there = rank_by_decisions(features, labels)
    back = rank_by_decisions(features, dict(reversed(labels.items())))
    assert there.scores.tobytes() == back.scores.tobytes()
    assert there.weights == back.weights


@pytest.mark.parametrize("told_by", ["words", "citations"])
def test_likeness_known_or_worked_out_gives_the_same_ranking(told_by):
    """A fit that looks up how alike works are gives what one gives that compares them, as in a large pool."""
    pool, included = make_pool(told_by)
    features = build_features(pool)
    labels = {place: bool(included[place]) for place in range(40)}
    known = rank_by_decisions(features, labels)
    worked_out = rank_by_decisions(replace(features, likeness=None), labels)
    assert features.likeness is not None
    assert known.scores == pytest.approx(worked_out.scores, abs=1e-9)
    assert known.weights == pytest.approx(worked_out.weights, abs=1e-6)


def test_another_process_gives_the_same_bytes():
    """Neither the hash seed nor the process has a part in the scores."""
    program = (
        "import hashlib; from tests.tasks.screening.test_learner import *; p, i = make_pool('citations');"
        "r = rank_by_decisions(build_features(p), {n: bool(i[n]) for n in range(40)});"
        "print(hashlib.sha256(r.scores.tobytes()).hexdigest(), sorted(r.weights.items()))"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONHASHSEED": "7"}, check=True, capture_output=True, text=True
    ).stdout
    pool, included = make_pool("citations")
    here = rank_by_decisions(build_features(pool), {place: bool(included[place]) for place in range(40)})
    assert said.strip() == f"{hashlib.sha256(here.scores.tobytes()).hexdigest()} {sorted(here.weights.items())}"


def test_probabilities_of_a_real_review_are_of_the_right_size(shared_data):
    """With 60 decisions of a published review, the expected number of undecided included works is within 3 times it."""
    world = read_world(shared_data / "worlds" / "van_der_valk_2021")
    pool = read_pool(world)
    labels = {place: pool.work_ids[place] in world.gold for place in range(0, 720, 12)}
    scores = rank_by_decisions(build_features(pool), labels).scores
    undecided = [place for place in range(world.works) if place not in labels]
    truth = sum(pool.work_ids[place] in world.gold for place in undecided)
    assert truth / 3 <= scores[undecided].sum() <= truth * 3
