"""Supervision killed at any write and gone on with ends as if it had never been stopped, and repeats no finished step.

`make faults` plays all writes of every loop, by models and without; `make test` the one that puts works into the text.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from flows.context.loops import LOOPS
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.faults.supervised_runs import Outcome, Scenario, compare, play, prepare
from tests.flows.supervision.gap_world import QUESTION

pytestmark = pytest.mark.slow

_ALL = bool(os.environ.get("LITREVIEW_ALL_KILL_POINTS"))
_SAMPLE = "extend_sections"


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that finds gaps and false sentences by what it is shown."""
    with serve_anthropic(SCRIPTS) as loopback:
        yield loopback


def _list_scenarios(url: str) -> tuple[Scenario, ...]:
    """Return what is played: without models, works that come in and flaws that are mended; with models, all loops."""
    loops = tuple(LOOPS)
    growing = Scenario("growing", loops[:2], (QUESTION,))
    return (growing, Scenario("mending", loops[2:]), Scenario("models", loops, (), url)) if _ALL else (growing,)


def _choose(unharmed: Outcome) -> list[int]:
    commits = [event for event in unharmed.events if event.what == "commit"]
    if _ALL:
        return [event.number for event in commits]
    return [next(one.number for one in commits if one.moment == "after" and one.name == _SAMPLE)]


def test_killed_supervision_goes_on(
    players: ProcessPoolExecutor, server: LoopbackAnthropic, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Killed at a write, before or after, it knows the same in the end, to the last edit, and finished steps stay."""
    for scenario in _list_scenarios(server.url):
        home = tmp_path / scenario.name
        home.mkdir()
        players.submit(prepare, home, scenario).result()
        unharmed = players.submit(play, home, scenario, 0).result()
        assert unharmed.faults == []
        assert set(unharmed.loops) >= set(scenario.loops)
        points = _choose(unharmed)
        futures = [players.submit(play, home, scenario, point) for point in points]
        for point, future in zip(points, futures, strict=True):
            with subtests.test(scenario=scenario.name, point=point, kind=unharmed.events[point - 1].kind):
                assert compare(future.result(), unharmed) == []
