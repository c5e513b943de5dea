"""The ranker of screening: learns from the decisions made so far which works the review would include."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from tasks.screening.features import Features
from tasks.screening.learned_model import fit_model
from tasks.screening.learned_weight import choose_citation_weight, compare_works, thin_out

_MOST_OF_A_KIND = 750
_STRONGEST = 5
_DIGITS = 9


@dataclass(frozen=True, eq=False, slots=True)
class LearnedRanking:
    """Probabilities of inclusion, one a work in the order of the pool, and what the ranker that gave them rests on.

    `weights` has `citation_weight` (words count 1), `intercept`, `decisions`, `included`, `slope` and `offset` (of the
    logistic curve from score to probability), and the strongest `word: ...` and `work: ...` (a work cited or citing).
    """

    scores: NDArray[np.float64]
    weights: dict[str, float]


def rank_by_decisions(features: Features, labels: Mapping[int, bool]) -> LearnedRanking:
    """Return how likely the review includes each work, learnt from decisions (place in the pool: included or not).

    A linear model of words and citations; how much citations count is chosen from the decisions. Decided works are
    scored as well. The same features and decisions give the same scores, in whichever order the decisions stand. Of
    more than 750 decisions of a kind, 750 evenly spaced in the pool are learnt from.

    Raises:
        ValueError: the decisions do not hold an included and an excluded work, or name a place the pool lacks.
    """
    places = np.array(sorted(labels), dtype=np.int64)
    if len(places) and not (places[0] >= 0 and places[-1] < len(features.pool.work_ids)):
        raise ValueError("a decision is of a place that the pool does not have")
    verdicts = np.array([labels[place] for place in places], dtype=np.bool_)
    if verdicts.all() or not verdicts.any():
        raise ValueError("the ranker learns from at least one included and one excluded work")
    kinds = [thin_out(places[verdicts == kind], _MOST_OF_A_KIND) for kind in (True, False)]
    decided = np.sort(np.concatenate(kinds))
    included = np.array([labels[place] for place in decided], dtype=np.bool_)

    kernels = compare_works(features, decided, decided)
    weight = choose_citation_weight(features, kernels, decided, included)
    model = fit_model(kernels.combine(weight), included)
    words = np.asarray(features.text[decided].T @ model.coefficients)
    works = np.asarray(features.citations[decided].T @ model.coefficients) * weight
    intercept = float(model.coefficients.sum())
    raw = features.text @ words + features.citations @ works + intercept
    undecided = np.delete(raw, places)
    slope, offset = fit_probability(model.score_left_out(included), included, undecided)
    scores = expit(slope * raw + offset).round(_DIGITS).clip(10**-_DIGITS, 1 - 10**-_DIGITS)
    weights = {"citation_weight": weight, "intercept": intercept, "slope": slope, "offset": offset}
    weights |= {"decisions": float(len(labels)), "included": float(verdicts.sum())}
    weights |= _name_strongest("word", features.terms.tolist(), words)
    weights |= _name_strongest("work", features.cited, works)
    return LearnedRanking(scores, {name: round(value, 6) for name, value in weights.items()})


def _name_strongest(kind: str, names: tuple[str, ...] | list[str], values: NDArray[np.float64]) -> dict[str, float]:
    order = np.argsort(-values.round(_DIGITS), kind="stable")
    return {f"{kind}: {names[place]}": float(values[place]) for place in order[:_STRONGEST] if values[place] > 0}


_SLOPE, _INTERCEPT = 5.0, -2.0
_SLOPE_SPREAD, _INTERCEPT_SPREAD = 1.0, 1.0
_LEAST_SLOPE = 0.5
_STEPS = 25


def fit_probability(
    left_out: NDArray[np.float64], included: NDArray[np.bool_], undecided: NDArray[np.float64]
) -> tuple[float, float]:
    """Return slope and intercept of the logistic curve from scores to the share included.

    Platt (1999) on the scores of decided works left out in turn, with normal priors around slope 5 and intercept -2, so
    that a handful of decisions cannot make it certain. Decided works are the most promising ones and say little of the
    rest; the undecided, most of which are never included, stand in as excluded, all together weighing as much as the
    decided. The slope is at least 0.5, so that a higher score always means a higher probability.
    """
    scores = np.concatenate([left_out, undecided])
    inputs = np.column_stack([scores, np.ones(len(scores))])
    targets = np.concatenate([included, np.zeros(len(undecided))])
    stand_in = min(1.0, len(left_out) / max(1, len(undecided)))
    counts = np.concatenate([np.ones(len(left_out)), np.full(len(undecided), stand_in)])
    centre = np.array([_SLOPE, _INTERCEPT])
    precision = np.diag([1 / _SLOPE_SPREAD**2, 1 / _INTERCEPT_SPREAD**2])
    curve = centre.copy()
    for _ in range(_STEPS):
        shares = expit(inputs @ curve)
        slope = inputs.T @ (counts * (shares - targets)) + precision @ (curve - centre)
        curvature = (inputs * (counts * shares * (1 - shares))[:, None]).T @ inputs + precision
        curve = curve - np.linalg.solve(curvature, slope)
    return max(float(curve[0]), _LEAST_SLOPE), float(curve[1])
