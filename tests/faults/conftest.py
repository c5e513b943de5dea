"""Two processes that play reviews with faults, the world they search, and the run without faults."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.faults.runs import Outcome, Stop, play
from tests.faults.world import write_world

Play = Callable[[Sequence[tuple[Stop, ...]]], Iterator[tuple[tuple[Stop, ...], Outcome]]]

_WORKERS = 2
# What a review imports on its way; imported before forking, it is paid for once instead of by every run.
_PRELOADED = ["tests.faults.runs", "bertopic", "bm25s", "sklearn.cluster", "sklearn.decomposition"]


@pytest.fixture(scope="session")
def players() -> Iterator[ProcessPoolExecutor]:
    """Return processes without threads of their own, from which runs can be forked whatever pytest did before."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    with ProcessPoolExecutor(_WORKERS, mp_context=context) as pool:
        yield pool


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the catalogue file of the world."""
    return write_world(tmp_path_factory.mktemp("world") / "works.jsonl")


@pytest.fixture(scope="session")
def fault_free(players: ProcessPoolExecutor, world: Path) -> Outcome:
    """Return what the review comes to when nothing stops it; the run also indexes the world's catalogue."""
    outcome = players.submit(play, world.parent / "fault-free", world, (), again=True).result()
    if outcome.faults:
        pytest.fail("without any fault, " + "; ".join(outcome.faults))
    return outcome


@pytest.fixture
def play_all(players: ProcessPoolExecutor, world: Path, tmp_path: Path) -> Play:
    """Return what plays a review per tuple of stops, in parallel, and yields each outcome in order."""

    def play_each(scenarios: Sequence[tuple[Stop, ...]]) -> Iterator[tuple[tuple[Stop, ...], Outcome]]:
        futures = [
            players.submit(play, tmp_path / str(number), world, stops, again=number % 10 == 0)
            for number, stops in enumerate(scenarios)
        ]
        for stops, future in zip(scenarios, futures, strict=True):
            yield stops, future.result()

    return play_each
