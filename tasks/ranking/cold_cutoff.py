"""Where to cut a ranking off before anything is decided."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_DEVIATIONS = 2.0
_NORMAL_MAD = 1.4826  # standard deviations of a normal distribution in one median absolute deviation


def count_outstanding(scores: NDArray[np.float64]) -> int:
    """Return how many works stand out: score more than two robust standard deviations above the median.

    Most of a pool is irrelevant, so the median and the median absolute deviation describe the irrelevant (Hampel 1974).
    A pool's scores say little about how much of it a review would include: on four gold worlds 1.4, 2.7, 4.7 and 29
    times the included works stand out, and 61% to 100% of the included do.
    """
    if not len(scores):
        return 0
    median = np.median(scores)
    deviation = _NORMAL_MAD * np.median(np.abs(scores - median))
    return int(np.count_nonzero(scores > median + _DEVIATIONS * deviation))
