"""A review by language models, killed at any write and started again, ends the same and pays for nothing twice.

`make faults` plays all writes, before and after each; `make test` two that models have a part in: a request paid for,
and a batch that is under way.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted import SCRIPTS
from tests.faults.model_runs import Outcome, compare, play
from tests.faults.runs import Stop
from tests.faults.test_kill_points import list_points

pytestmark = pytest.mark.slow

_OF_MODELS = ("settle", "add_batch")
_ALL = bool(os.environ.get("LITREVIEW_ALL_KILL_POINTS"))


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that answers by script and whose batches end at the second look."""
    with serve_anthropic(SCRIPTS, looks=1) as loopback:
        yield loopback


@pytest.fixture(scope="module")
def unharmed(players: ProcessPoolExecutor, world: Path, server: LoopbackAnthropic) -> Outcome:
    """Return what the review comes to when nothing stops it."""
    outcome = players.submit(play, world.parent / "unharmed", world, server.url, None).result()
    if outcome.faults:
        pytest.fail("without any fault, " + "; ".join(outcome.faults))
    return outcome


def _play_all(
    players: ProcessPoolExecutor, home: Path, world: Path, url: str, points: Sequence[int]
) -> Iterator[tuple[int, Outcome]]:
    futures = [players.submit(play, home / str(point), world, url, Stop(point)) for point in points]
    for point, future in zip(points, futures, strict=True):
        yield point, future.result()


def test_unharmed_run_asks_in_every_way(unharmed: Outcome) -> None:
    """The world is worth the name: works go by batch, the rest by itself, and every step is asked for."""
    assert unharmed.requests["create_batch"] >= 1
    assert unharmed.requests["ask_model"] >= 12
    assert unharmed.paid > unharmed.requests["ask_model"]
    assert "review.md" in unharmed.files


def test_killed_run_goes_on_and_pays_for_nothing_twice(  # noqa: PLR0917 - fixtures
    unharmed: Outcome,
    players: ProcessPoolExecutor,
    world: Path,
    server: LoopbackAnthropic,
    tmp_path: Path,
    subtests: pytest.Subtests,
) -> None:
    """Killed at a write and started again, the review is the same; at most the request in flight is sent twice."""
    commits = [event.number for event in unharmed.events if event.what == "commit"]
    sample = [point for point in list_points(unharmed.events) if unharmed.events[point - 1].name in _OF_MODELS]
    points = commits if _ALL else sample
    assert len(points) >= len(_OF_MODELS)
    for point, outcome in _play_all(players, tmp_path, world, server.url, points):
        with subtests.test(point=point, kind=unharmed.events[point - 1].kind):
            assert compare(outcome, unharmed) == []
