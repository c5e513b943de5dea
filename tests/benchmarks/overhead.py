"""What orchestration costs: a review under Prefect beside the same functions called plainly."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from flows.context.handle import Review
from flows.orchestration.progress import Progress
from flows.orchestration.server import prefect_server
from flows.review import review
from storage.core.errors import InputError
from tests.benchmarks.rows import Row, share
from tests.benchmarks.worlds import DEFAULT_WORLDS, WORKS, World

_BOUND = 0.10
_LARGE = DEFAULT_WORLDS / "ipbes" / WORKS
_LARGE_TOPIC = "business, finance and biodiversity"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a review took: seconds by the clock, seconds of processor, works in its corpus, task runs."""

    seconds: float
    processor: float
    corpus: int
    task_runs: int


@dataclass(frozen=True, slots=True)
class Repetition:
    """The costs of the same review three ways, and the processor seconds of the Prefect server, its start apart."""

    plain: Cost
    driven: Cost
    real: Cost
    server: float


def large_world() -> World:
    """Return the one field beside this folder that fills a review of 300 works; nobody labelled it.

    Raises:
        InputError: it is not there.
    """
    if not _LARGE.is_file():
        raise InputError(f"there is no {_LARGE}, which holds enough works for a review of 300; give --world")
    return World("ipbes", _LARGE, _LARGE_TOPIC, references={}, gold=frozenset())


def measure_overhead(worlds: Sequence[World], seeds: int) -> list[Row]:
    """Return the rows of the largest world's file, reviewed in the high_quality tier, as often as there are seeds.

    Nothing is drawn at random: a seed is a repetition. Overhead is the time of a run under Prefect with the analyst
    "instant", from after the server has started until the server holds every task run, minus that of the same functions
    called plainly. The real run it is held against is the extractive analyst's, called plainly too: without overhead
    of its own, and with everything loaded by a small run before, it is as short as it can be. Of several repetitions
    the fastest run of each kind is compared as well: a machine shared with others only ever makes a run slower.
    """
    world = max(worlds, key=lambda one: one.works_file.stat().st_size)
    _time_review(review.fn, world, "quick", "instant")
    rows: list[Row] = []
    repetitions: list[Repetition] = []
    for seed in range(seeds):
        plain = _time_review(review.fn, world, "high_quality", "instant")
        idle = _children_processor()
        with prefect_server(Progress(quiet=True)):
            pass
        start = _children_processor() - idle
        idle = _children_processor()
        with prefect_server(Progress(quiet=True)):
            driven = _time_review(review, world, "high_quality", "instant")
        server = max(_children_processor() - idle - start, 0)
        real = _time_review(review.fn, world, "high_quality", "extractive")
        repetitions.append(Repetition(plain, driven, real, server))
        rows += describe_costs(world.name, seed, repetitions[-1])
    return [*rows, *compare_fastest(world.name, repetitions)]


def compare_fastest(world: str, repetitions: Sequence[Repetition]) -> list[Row]:
    """Return the row of the fastest run of each kind among several repetitions; nothing for one alone."""
    if len(repetitions) == 1:
        return []
    plain = min(one.plain.seconds for one in repetitions)
    driven = min(one.driven.seconds for one in repetitions)
    real = min(one.real.seconds for one in repetitions)
    measure = f"overhead, share of a real run, fastest of {len(repetitions)} each"
    return [Row(world, measure, share(driven - plain, real), bound=_BOUND)]


def describe_costs(world: str, seed: int, costs: Repetition) -> list[Row]:
    """Return the rows of one repetition.

    The share by the clock is what was promised, and is disturbed by whatever else the machine does; the share of
    processor time is not, but leaves out what is spent waiting and counts the server, which runs beside.
    """
    plain, driven, real, server = costs.plain, costs.driven, costs.real, costs.server
    overhead = driven.seconds - plain.seconds
    processor = driven.processor + server - plain.processor
    values: dict[str, float | None] = {
        "works in the corpus": driven.corpus,
        "task runs": driven.task_runs,
        "plain calls, seconds": round(plain.seconds, 1),
        "under Prefect, seconds": round(driven.seconds, 1),
        "real run, seconds": round(real.seconds, 1),
        "overhead, seconds": round(overhead, 1),
        "overhead, milliseconds per task run": share(1000 * overhead, driven.task_runs),
        "plain calls, processor seconds": round(plain.processor, 1),
        "under Prefect, processor seconds": round(driven.processor, 1),
        "server, processor seconds": round(server, 1),
        "real run, processor seconds": round(real.processor, 1),
        "overhead, share of processor time": share(processor, real.processor),
    }
    rows = [Row(world, measure, value, seed=seed) for measure, value in values.items()]
    return [*rows, Row(world, "overhead, share of a real run", share(overhead, real.seconds), bound=_BOUND, seed=seed)]


def _time_review(write: Callable[..., Review], world: World, quality: str, analyst: str) -> Cost:
    with TemporaryDirectory(prefix="litreview-bench-") as reviews:
        started, processor = time.perf_counter(), time.process_time()
        finished = write(
            world.title,
            quality=quality,
            analyst=analyst,
            catalogue=str(world.works_file),
            reviews=reviews,
            name="overhead",
            supervision="none",
            quiet=True,
        )
        seconds, used = time.perf_counter() - started, time.process_time() - processor
        return Cost(seconds, used, finished.corpus().height, _read_task_runs(finished.path.with_name("run.json")))


def _read_task_runs(path: Path) -> int:
    return int(orjson.loads(path.read_bytes())["task_runs"])


def _children_processor() -> float:
    """Return the processor seconds of all processes this one started and has seen end."""
    times = os.times()
    return times.children_user + times.children_system
