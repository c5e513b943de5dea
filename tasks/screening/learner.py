"""The ranker of screening: learns from the decisions made so far which works the review would include.

A regularised least-squares classifier in closed form, and its scores for works it was not shown. The weight of
citations in a review, estimated from its own decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import inv
from scipy.sparse import csr_matrix
from scipy.special import expit
from threadpoolctl import ThreadpoolController

from tasks.screening.features import MOST_COMPARED, Features, measure_rows

Vector = NDArray[np.float64]
_COST = 1.0
_RATIO = 9.8


@dataclass(frozen=True, eq=False, slots=True)
class FittedModel:
    """Coefficients, one per decided work, and the inverse they came from; a score is kernel @ coefficients."""

    coefficients: Vector
    inverse: NDArray[np.float64]

    def score_left_out(self, included: NDArray[np.bool_]) -> Vector:
        """Return for each decided work the exact score from a model fitted without it, without refitting.

        The leave-one-out formula of regularised least squares (Rifkin & Lippert 2007, MIT-CSAIL-TR-2007-025).
        """
        scores: Vector = np.where(included, 1.0, -1.0) - self.coefficients / np.diag(self.inverse)
        return scores

    def leave_out(self, place: int) -> Vector:
        """Return the coefficients of the model fitted without the decided work at a place, whose own becomes 0."""
        remaining: Vector = self.coefficients - self.inverse[:, place] * (
            self.coefficients[place] / self.inverse[place, place]
        )
        return remaining


def fit_model(kernel: NDArray[np.float64], included: NDArray[np.bool_]) -> FittedModel:
    """Return the model that separates included (+1) and excluded (-1) works, given their kernel matrix with constant.

    Regularised least-squares classification (Rifkin, Yeo & Poggio 2003), which ranks like a squared-hinge support
    vector machine here. All included works together weigh 9.8 times as much as all excluded ones, as in ELAS u4.
    """
    weights = np.where(included, 1.0, included.sum() / (_RATIO * (~included).sum()))
    costs = _COST * weights * len(included) / weights.sum()
    inverse: NDArray[np.float64] = inv(kernel + np.diag(1 / (2 * costs)), assume_a="pos", check_finite=False)
    return FittedModel(np.asarray(inverse @ np.where(included, 1.0, -1.0), dtype=np.float64), inverse)


_WEIGHTS = np.array([0.0, 0.16, 0.64, 1.5])
_MOST_LEFT_OUT = 60


@dataclass(frozen=True, eq=False, slots=True)
class Kernels:
    """Similarities (dot products) of the decided works, one row each, with some works, by words and by citations."""

    words: NDArray[np.float64]
    citations: NDArray[np.float64]

    def at(self, columns: NDArray[np.int64]) -> Kernels:
        """Return the similarities with some of the works."""
        return Kernels(self.words[:, columns], self.citations[:, columns])

    def combine(self, weight: float) -> NDArray[np.float64]:
        """Return the kernel in which citations count `weight` times as much as words; the constant is the intercept."""
        return self.words + weight * self.citations + 1.0


def compare_works(features: Features, decided: NDArray[np.int64], places: NDArray[np.int64]) -> Kernels:
    """Return the similarities of the decided works with the works at some places of the pool, at all if it is small."""
    if features.likeness:
        return Kernels(features.likeness.words[decided], features.likeness.citations[decided].toarray())
    words = _multiply(features.shared_text, decided, places)
    rows, columns = np.nonzero(decided[:, None] == places)
    words[rows, columns] = measure_rows(features.text[decided[rows]])
    return Kernels(words, _multiply(features.citations, decided, places))


def choose_citation_weight(among_decided: Kernels, others: Kernels, included: NDArray[np.bool_]) -> float:
    """Return the weight of citations relative to words (1), 0 to 1.5: the mean of four weights under their evidence.

    Each included work is left out in turn and looked for among the works not included: the nearer to the top a weight
    ranks it, the better. A weight's evidence is the product of 1 / rank over these works with a uniform prior, so the
    first decisions get the mean of the four and many decisions the best of them. Of very many included works, evenly
    spaced ones are left out. `others` are works not included, compared with the decided ones.
    """
    positives = thin_out(np.flatnonzero(included), _MOST_LEFT_OUT)
    if len(positives) == 1:
        return float(_WEIGHTS.mean())
    evidence = np.zeros(len(_WEIGHTS))
    for number, weight in enumerate(_WEIGHTS):
        kernel = among_decided.combine(weight)
        model = fit_model(kernel, included)
        left_out = np.array([model.leave_out(place) for place in positives])
        own = (left_out * kernel[positives]).sum(axis=1)
        ranks = 1 + (left_out @ others.combine(weight) > own[:, None]).sum(axis=1)
        evidence[number] = -np.log(ranks).sum()
    belief = np.exp(evidence - evidence.max())
    return float(belief @ _WEIGHTS / belief.sum())


def thin_out(places: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return the places or, if there are more than `most`, that many evenly spaced ones."""
    if len(places) <= most:
        return places
    return places[np.linspace(0, len(places) - 1, most).round().astype(np.int64)]


def _multiply(block: csr_matrix, decided: NDArray[np.int64], places: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray((block[decided] @ block[places].T).toarray(), dtype=np.float64)


_MOST_OF_A_KIND = 750
_STRONGEST = 5
_DIGITS = 9


@dataclass(frozen=True, eq=False, slots=True)
class LearnedRanking:
    """Probabilities of inclusion, one per work in the order of the pool, and the basis of the ranker that gave them.

    `weights` has `citation_weight` (words count 1), `intercept`, `decisions`, `included`, `slope` and `offset` (of the
    logistic curve from score to probability), and the strongest `word: ...` and `work: ...` (a work cited or citing).
    """

    scores: NDArray[np.float64]
    weights: dict[str, float]


@cache
def _linear_algebra() -> ThreadpoolController:
    return ThreadpoolController()


def rank_by_decisions(features: Features, labels: Mapping[int, bool]) -> LearnedRanking:
    """Return how likely the review is to include each work, learnt from decisions (place in the pool: included or not).

    A linear model of words and citations; how much citations count is chosen from the decisions. Decided works are
    scored as well. The same features and decisions give the same scores, whatever the order of the decisions. Of more
    than 750 decisions of a kind, 750 evenly spaced in the pool are used.

    Raises:
        ValueError: the decisions lack an included or an excluded work, or name a place the pool does not have.
    """
    # Matrices of a hundred decisions are too small to share: on a busy machine threads wait for each other, and a fit
    # of 4 ms takes 400.
    with _linear_algebra().limit(limits=1, user_api="blas"):
        return _learn(features, labels)


def _learn(features: Features, labels: Mapping[int, bool]) -> LearnedRanking:
    places = np.array(sorted(labels), dtype=np.int64)
    if len(places) and not (places[0] >= 0 and places[-1] < len(features.pool.work_ids)):
        raise ValueError("a decision is of a place that the pool does not have")
    verdicts = np.array([labels[place] for place in places], dtype=np.bool_)
    if verdicts.all() or not verdicts.any():
        raise ValueError("the ranker learns from at least one included and one excluded work")
    kinds = [thin_out(places[verdicts == kind], _MOST_OF_A_KIND) for kind in (True, False)]
    decided = np.sort(np.concatenate(kinds))
    included = verdicts[np.searchsorted(places, decided)]

    others = np.delete(np.arange(len(features.pool.work_ids)), decided[included])
    compared = np.union1d(decided, thin_out(others, MOST_COMPARED))
    similar = compare_works(features, decided, compared)
    kernels = similar.at(np.searchsorted(compared, decided))
    others_at = np.delete(np.arange(len(compared)), np.searchsorted(compared, decided[included]))
    weight = choose_citation_weight(kernels, similar.at(others_at), included)
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
    weights |= _name_strongest("word", features.terms, words)
    weights |= _name_strongest("work", features.cited, works)
    return LearnedRanking(scores, {name: round(value, 6) for name, value in weights.items()})


def _name_strongest(
    kind: str, names: NDArray[np.str_] | Sequence[str], values: NDArray[np.float64]
) -> dict[str, float]:
    """Return the highest values above 0 by name, highest first; of equal ones, those that stand first."""
    rest, strongest = values.round(_DIGITS), dict[str, float]()
    for _ in range(min(_STRONGEST, len(rest))):
        if rest[place := int(rest.argmax())] <= 0:
            break
        strongest[f"{kind}: {names[place]}"] = float(values[place])
        rest[place] = 0.0
    return strongest


_SLOPE, _INTERCEPT = 5.0, -2.0
_SLOPE_SPREAD, _INTERCEPT_SPREAD = 1.0, 1.0
_LEAST_SLOPE = 0.5
_STEPS, _CONVERGED = 25, 1e-12


def fit_probability(
    left_out: NDArray[np.float64], included: NDArray[np.bool_], undecided: NDArray[np.float64]
) -> tuple[float, float]:
    """Return slope and intercept of the logistic curve from scores to the share included.

    Platt (1999) on the scores of decided works left out in turn, with normal priors around slope 5 and intercept -2, so
    that a handful of decisions cannot make it certain. Decided works are the most promising ones and say little about
    the rest; the undecided, most of which are never included, count as excluded, with the same total weight as the
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
        step = np.linalg.solve(curvature, slope)
        curve = curve - step
        if np.abs(step).max() < _CONVERGED:
            break
    return max(float(curve[0]), _LEAST_SLOPE), float(curve[1])
