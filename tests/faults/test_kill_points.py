"""A review stopped anywhere and started again ends as if it had never been stopped.

`make test` plays a sample of the kill points, one of every thirtieth kind; `make faults` plays all of them, with
supervision.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from tests.faults.conftest import Play
from tests.faults.events import CATALOGUE_CALLS, Event
from tests.faults.runs import Outcome, Stop, compare

pytestmark = pytest.mark.slow

_ALL = bool(os.environ.get("LITREVIEW_ALL_KILL_POINTS"))
_SEED = 2020
_SAMPLE = 40 if _ALL else 1
_EACH = 30


def test_fault_free_run_meets_every_kind_of_work(fault_free: Outcome) -> None:
    """The world is worth the name: two stages of snowballing find works, and every phase has something to do."""
    done = Counter(name for name, _ in fault_free.calls.elements())
    assert done["fetch_group"] == 4
    assert done["judge_batch"] == 3
    assert done["summarise_work"] >= 10
    assert done["write_theme_section"] >= 2
    assert set(CATALOGUE_CALLS) <= done.keys()


def test_same_world_gives_the_same_review(fault_free: Outcome, play_all: Play) -> None:
    """Two runs without faults come to the same hash, files and calls, or nothing could be compared."""
    for _, outcome in play_all([()]):
        assert compare(outcome, fault_free) == []


def test_killed_run_goes_on(fault_free: Outcome, play_all: Play, subtests: pytest.Subtests) -> None:
    """Killed at a point and started again, a review ends the same, and no finished work is done twice."""
    points = [event.number for event in fault_free.events] if _ALL else list_points(fault_free.events)[::_EACH]
    _check([(Stop(number),) for number in points], fault_free, play_all, subtests)


def test_run_killed_several_times_goes_on(fault_free: Outcome, play_all: Play, subtests: pytest.Subtests) -> None:
    """Killed again and again, at points drawn by lot, a review ends the same."""
    draw = random.Random(_SEED)  # noqa: S311 - a sample, no secret
    last = len(fault_free.events)
    scenarios = [tuple(Stop(draw.randint(1, last // 2)) for _ in range(3)) for _ in range(_SAMPLE)]
    _check(scenarios, fault_free, play_all, subtests)


def test_interrupted_run_goes_on(fault_free: Outcome, play_all: Play, subtests: pytest.Subtests) -> None:
    """Interrupted from the keyboard at points drawn by lot, a review ends the same."""
    draw = random.Random(_SEED)  # noqa: S311 - a sample, no secret
    points = draw.sample([event.number for event in fault_free.events], _SAMPLE)
    _check([(Stop(number, "interrupt"),) for number in sorted(points)], fault_free, play_all, subtests)


def _check(scenarios: list[tuple[Stop, ...]], fault_free: Outcome, play_all: Play, subtests: pytest.Subtests) -> None:
    for stops, outcome in play_all(scenarios):
        places = [fault_free.events[stop.number - 1].kind for stop in stops]
        with subtests.test(stops=stops, first=places[0]):
            assert compare(outcome, fault_free) == []


def list_points(events: list[Event]) -> list[int]:
    """Return one point after the commit of each writer, and one of every other kind of event.

    Only commits and renames change what is on disk, so between two of them all points are alike.
    """
    groups: dict[tuple[str, ...], list[int]] = {}
    for event in events:
        writes = event.moment == "after" and event.what == "commit"
        kind = event.kind if writes else (event.what, event.moment if event.what == "rename" else "")
        groups.setdefault(kind, []).append(event.number)
    return sorted(numbers[len(numbers) // 2] for numbers in groups.values())
