"""How far down the scores works are included once a search has ended: as far as most of what is relevant reaches."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import orjson
import polars as pl
from numpy.typing import NDArray
from scipy.special import expit, logit

from storage.records.screening import Decision
from tasks.screening.tasks import THRESHOLD, tell_score

# What is wanted, not what did best anywhere.
SHARE = 0.85
# How the log-odds of a score become those of being relevant (Platt 1999): docs/decisions.md, 4.
SLOPE, OFFSET = 0.4, -2.25
LOWEST = 0.3
_LEAST_SCORE = 1e-4  # scores have four digits


def bound_inclusion(scores: Sequence[float], *, slope: float = SLOPE, offset: float = OFFSET) -> float:
    """Return the score above which lie 85% of the relevant works expected among all with a score; 0.6 if there is none.

    Scores say where works stand among those of a search. At which score the relevant ones begin differs between topics,
    and is lower where there are no abstracts; how relevance thins out down the scores differs less, so it is learnt on
    worlds with known answers and summed up over the works at hand. The bound is at most 0.6, so that what was included
    in the course of the search stays, and at least 0.3, so that a search that found little does not include the rest of
    what it found. `slope` and `offset` are those of the curve learnt; the benchmark that learns it gives others.
    """
    if not len(scores):
        return THRESHOLD
    ordered = np.sort(np.asarray(scores, dtype=np.float64))[::-1]
    expected = expect_relevance(ordered, slope=slope, offset=offset).cumsum()
    last = ordered[np.searchsorted(expected, SHARE * expected[-1])]
    return THRESHOLD if last > THRESHOLD else max(LOWEST, float(ordered[ordered < last].max(initial=0.0)))


def expect_relevance(scores: NDArray[np.float64], *, slope: float, offset: float) -> NDArray[np.float64]:
    """Return how likely works with these scores are relevant, by the logistic curve from their log-odds."""
    log_odds = logit(scores.clip(_LEAST_SCORE, 1 - _LEAST_SCORE))
    return np.asarray(expit(slope * log_odds + offset), dtype=np.float64)


def include_above(works: pl.DataFrame, bound: float) -> list[Decision]:
    """Return decisions that include the works (`scored_works`) left out by a score that is above the bound."""
    chosen = works.filter(pl.col("left_out") & (pl.col("score") > bound))
    return [
        Decision(
            work_id=row["work_id"],
            phase="screening",
            stage=row["stage"],
            verdict="include",
            method="ranker",
            reason=_reword(row["reason"], row["score"], bound),
            score=row["score"],
            features=orjson.loads(row["features"]) if row["features"] else {},
            decided_by=row["decided_by"],
            earlier=row["decisions"],
        )
        for row in chosen.iter_rows(named=True)
    ]


def _reword(reason: str, score: float, bound: float) -> str:
    about = reason.removeprefix(tell_score("exclude", score, THRESHOLD))
    meant = f"the bound set when the search had ended, so that {SHARE:.0%} of what is expected to be relevant is in"
    return f"{tell_score('include', score, bound).removesuffix('. ')}, {meant}. {about}"
