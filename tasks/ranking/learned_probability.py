"""From a ranker's scores to probabilities of inclusion."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

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
