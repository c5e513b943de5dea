"""Groups that hold too much of a corpus to be one theme, divided by their own vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tasks.themes.dividing import count_largest, divide_large


def _draw(*sizes: int) -> NDArray[np.float32]:
    """Return as many unit vectors near to one axis each."""
    random = np.random.default_rng(7)
    points = np.repeat(np.eye(8)[: len(sizes)], sizes, axis=0) + random.normal(0, 0.05, (sum(sizes), 8))
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32)


def test_a_large_group_is_divided_where_its_works_part():
    """Of 50 works 22 are one group: its two matters are two, and all other groups stay as they are."""
    labels = np.repeat(np.array([0, 0, 1, 2, 3]), [12, 10, 10, 9, 9])
    divided = divide_large(labels, _draw(12, 10, 10, 9, 9), 15, 42)
    assert sorted(np.unique(divided[:22], return_counts=True)[1].tolist()) == [10, 12]
    assert (divided[22:] == labels[22:]).all()
    assert np.unique(divided).size == 5


def test_a_group_stays_whole_without_room_or_parts():
    """Where there are as many groups as there may be, and where all of its works are the same."""
    labels = np.repeat(np.array([0, 0, 1, 2, 3]), [12, 10, 10, 9, 9])
    assert (divide_large(labels, _draw(12, 10, 10, 9, 9), 4, 42) == labels).all()
    same = np.repeat(np.eye(8, dtype=np.float32)[:4], [22, 10, 9, 9], axis=0)
    assert (divide_large(labels, same, 15, 42) == labels).all()


def test_what_is_not_too_large_stays():
    """30% of the works, rounded up, are a theme; below 25 works a theme may hold any number."""
    assert (count_largest(100), count_largest(26), count_largest(24)) == (30, 8, 24)
    labels = np.repeat(np.array([0, 0, 1]), [8, 8, 8])
    assert (divide_large(labels, _draw(8, 8, 8), 15, 42) == labels).all()
