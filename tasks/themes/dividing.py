"""Groups that hold too much of a corpus to be one theme, divided: their works clustered by themselves."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

_SMALL = 25  # works: with fewer, groups may have any size
_LARGEST = 0.3
_MOST_PARTS = 4
_LEAST_PART = 4  # works


def count_largest(works: int) -> int:
    """Return how many of these works one theme may hold: 30%, rounded up; all of fewer than 25."""
    return math.ceil(_LARGEST * works) if works >= _SMALL else works


def divide_large(labels: NDArray[np.int64], vectors: NDArray[np.float32], most: int, seed: int) -> NDArray[np.int64]:
    """Return the labels with each group of over 30% of the works divided into two to four; parts have new numbers.

    Parts are those of KMeans on the group's own vectors with the best mean silhouette (Rousseeuw 1987) among divisions
    of which no part has under four works or over 30% of all. A group stays whole if none is like that, or if there
    would be over `most` groups.

    Args:
        labels: The group of each work.
        vectors: Their unit-length embeddings [n, d].
        most: How many groups there may be.
        seed: Seed for KMeans.
    """
    divided = labels.copy()
    largest = count_largest(labels.size)
    for group in np.unique(labels).tolist():
        members = np.flatnonzero(labels == group)
        room = most - np.unique(divided).size
        if members.size <= largest or room < 1:
            continue
        parts = _part(vectors[members].astype(np.float64), largest, min(_MOST_PARTS, room + 1), seed)
        if parts is not None:
            divided[members] = np.where(parts > 0, divided.max() + parts, group)
    return divided


def _part(points: NDArray[np.float64], largest: int, most: int, seed: int) -> NDArray[np.int64] | None:
    from sklearn.cluster import KMeans  # noqa: PLC0415 - a second that only organization has to pay
    from sklearn.metrics import silhouette_score  # noqa: PLC0415 - as above

    distinct = len(np.unique(points, axis=0))
    best, best_score = None, -np.inf
    for count in range(2, min(most, distinct - 1) + 1):
        parts = KMeans(count, n_init=10, random_state=seed).fit_predict(points).astype(np.int64)
        sizes = np.bincount(parts, minlength=count)
        if sizes.min() < _LEAST_PART or sizes.max() > largest:
            continue
        score = round(float(silhouette_score(points, parts, metric="cosine")), 6)
        if score > best_score:
            best, best_score = parts, score
    return best
