"""A loop killed after any of its writes and gone on with ends as if it had never been killed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from flows.driver import Driver
from flows.loops.theory import theory
from storage.canonical import hash_tables
from storage.ledger import Ledger
from tests.flows.loops.gap_world import QUESTION, open_bench

# One write of each kind of step: the gap, the search, a judgement, the citations followed, the works' places, the text.
POINTS = ("add_notes", "search", "screen", "add_neighbours", "admit_works", "extend_sections")


@dataclass
class Watch:
    """Counts the tasks that were run, and stops the process at the first write of a name."""

    stop_at: str = ""
    writers: list[str] = field(default_factory=list)
    tasks: Counter[str] = field(default_factory=Counter)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Return what watches every ledger and driver from here on."""
    watched = Watch()
    transaction, each = Ledger.transaction, Driver.each

    @contextmanager
    def counted(ledger: Ledger, writer: str) -> Iterator[None]:
        with transaction(ledger):
            yield
        watched.writers.append(writer)
        if writer == watched.stop_at:
            raise KeyboardInterrupt

    def run_each(driver: Driver, task: Any, calls: Any, **options: Any) -> Iterator[Any]:
        for arguments, outcome in each(driver, task, calls, **options):
            watched.tasks[task.name] += 1
            yield arguments, outcome

    monkeypatch.setattr(Ledger, "transaction", lambda ledger: counted(ledger, sys._getframe(1).f_code.co_name))
    monkeypatch.setattr(Driver, "each", run_each)
    return watched


def _supervise(home: Path, world: Path, watch: Watch, stop_at: str = "") -> dict[str, str]:
    with open_bench(home, world, questions=(QUESTION,)) as bench:
        watch.stop_at = stop_at
        try:
            theory.fn(bench)
        finally:
            watch.stop_at = ""
        return hash_tables(bench.ledger)


def test_a_loop_killed_in_any_step_goes_on_where_it_was(
    asked: Path, world: Path, copy_review: Callable[[Path], Path], watch: Watch, subtests: pytest.Subtests
) -> None:
    """The ledger is the same to the last row, and no step that was on record is taken again."""
    whole = _supervise(copy_review(asked), world, watch)
    tasks = Counter(watch.tasks)
    assert set(POINTS) <= set(watch.writers)
    for point in POINTS:
        watch.tasks.clear()
        home = copy_review(asked)
        with pytest.raises(KeyboardInterrupt):
            _supervise(home, world, watch, stop_at=point)
        with subtests.test(point=point):
            assert _supervise(home, world, watch) == whole
            assert watch.tasks - tasks == Counter()
