"""How much the citations should count in a review, told by its own decisions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from tasks.screening.features import Features
from tasks.screening.learned_model import fit_model

_WEIGHTS = np.array([0.0, 0.16, 0.64, 1.5])
_MOST_LEFT_OUT = 60
_MOST_COMPARED = 2_000


@dataclass(frozen=True, eq=False, slots=True)
class Kernels:
    """Similarities (dot products) of some works with the decided works, by words and by citations."""

    words: NDArray[np.float64]
    citations: NDArray[np.float64]

    def combine(self, weight: float) -> NDArray[np.float64]:
        """Return the kernel in which citations count `weight` times as much as words; the constant is the intercept."""
        return self.words + weight * self.citations + 1.0


def compare_works(features: Features, places: NDArray[np.int64], decided: NDArray[np.int64]) -> Kernels:
    """Return the similarities of the works at some places of the pool with the decided works."""
    return Kernels(_multiply(features.text, places, decided), _multiply(features.citations, places, decided))


def choose_citation_weight(
    features: Features, among_decided: Kernels, decided: NDArray[np.int64], included: NDArray[np.bool_]
) -> float:
    """Return the weight of citations beside words (1), between 0 and 1.5, the mean of four under their evidence.

    Each included work is left out in turn and looked for among the works not included: the nearer to the top a weight
    ranks it, the better. A weight's evidence is the product of 1 / rank over these works, an even prior before it, so
    the first decisions get the mean of the four and many decisions the best of them. Of very many works, evenly
    spaced ones are left out and compared.
    """
    positives = thin_out(np.flatnonzero(included), _MOST_LEFT_OUT)
    if len(positives) == 1:
        return float(_WEIGHTS.mean())
    chosen = set(decided[included].tolist())
    others = np.array([place for place in range(len(features.pool.work_ids)) if place not in chosen], dtype=np.int64)
    compared = compare_works(features, thin_out(others, _MOST_COMPARED), decided)
    evidence = np.zeros(len(_WEIGHTS))
    for number, weight in enumerate(_WEIGHTS):
        kernel = among_decided.combine(weight)
        model = fit_model(kernel, included)
        left_out = np.column_stack([model.leave_out(place) for place in positives])
        own = (kernel[positives] * left_out.T).sum(axis=1)
        ranks = 1 + (compared.combine(weight) @ left_out > own).sum(axis=0)
        evidence[number] = -np.log(ranks).sum()
    belief = np.exp(evidence - evidence.max())
    return float(belief @ _WEIGHTS / belief.sum())


def thin_out(places: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return the places, or if there are more than `most`, that many evenly spaced ones."""
    if len(places) <= most:
        return places
    return places[np.linspace(0, len(places) - 1, most).round().astype(np.int64)]


def _multiply(block: csr_matrix, places: NDArray[np.int64], decided: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.asarray((block[places] @ block[decided].T).toarray(), dtype=np.float64)
