"""How far down the scores works are included once the search has ended."""

from __future__ import annotations

import math
import random

import polars as pl
import pytest

from tasks.screening.inclusion_bound import LOWEST, SHARE, bound_inclusion, include_above
from tasks.screening.tasks import THRESHOLD


def expect(score: float) -> float:
    """Return how likely a work with this score is relevant, by the curve in use."""
    return 1 / (1 + math.exp(2.25) * ((1 - score) / score) ** 0.4)


def test_most_of_what_is_expected_is_above_the_bound():
    """As few of the best works as hold 85% of the relevance expected of all; with one less they would hold less."""
    scores = [round(0.2 + 0.01 * place, 2) for place in range(75)]
    bound = bound_inclusion(scores)
    assert LOWEST < bound < THRESHOLD
    above = [expect(score) for score in scores if score > bound]
    assert sum(above) >= SHARE * sum(map(expect, scores)) > sum(above) - min(above)


def test_the_bound_follows_the_scores_down():
    """Where all scores are lower, as where there are no abstracts, so is the bound; in no order of them differently."""
    draw = random.Random(1)  # noqa: S311 - a draw to be repeated, no secret
    high = [draw.betavariate(3, 2) for _ in range(300)]
    low = [score * 0.8 for score in high]
    assert LOWEST < bound_inclusion(low) < bound_inclusion(high) < THRESHOLD
    assert bound_inclusion(sorted(low)) == bound_inclusion(low)


@pytest.mark.parametrize(
    ("scores", "bound"),
    [
        ([], THRESHOLD),
        ([0.99] * 300 + [0.5], THRESHOLD),
        ([0.9] + [0.1] * 200, LOWEST),
        ([0.0, 1.0], THRESHOLD),
        ([0.55] * 20, LOWEST),
    ],
)
def test_the_bound_stays_between_the_two(scores, bound):
    """What was included in the course of the search stays in; a search that found little does not include the rest."""
    assert bound_inclusion(scores) == bound


def test_works_left_out_by_their_score_are_included():
    """Those above the bound and no others, with what was found about them, and as the same analyst's decision."""
    rows = [("W1", 0.7, False), ("W2", 0.5, True), ("W3", 0.4, True), ("W4", 0.5, False)]
    works = pl.DataFrame(
        [
            {
                "work_id": work_id,
                "stage": 2,
                "score": score,
                "reason": f"Excluded: its score of {score:.2f} is not above 0.60. Near the best hits.",
                "features": '{"anchor": 0.2}',
                "decided_by": "extractive",
                "left_out": left_out,
                "decisions": 3,
            }
            for work_id, score, left_out in rows
        ]
    )
    (decision,) = include_above(works, 0.4)
    assert (decision.work_id, decision.verdict, decision.method, decision.decided_by) == (
        "W2",
        "include",
        "ranker",
        "extractive",
    )
    assert (decision.stage, decision.batch, decision.earlier, decision.features) == (2, None, 3, {"anchor": 0.2})
    assert decision.reason == (
        "Included: its score of 0.50 is above 0.40, the bound set when the search had ended, so that 85% of what is "
        "expected to be relevant is in. Near the best hits."
    )
