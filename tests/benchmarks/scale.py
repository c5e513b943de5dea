"""The local catalogue at scale, on made-up snapshots: how fast it is built and searched, beside two plain ways."""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from flows.cataloguing import build_catalogue
from flows.orchestration.progress import Progress
from tasks.catalogues.local.files import is_store
from tests.benchmarks.made_snapshots import make_snapshot
from tests.benchmarks.made_words import TOPICS, spell_topic, vocabulary
from tests.benchmarks.rows import Row
from tests.benchmarks.scale_peers import Ours, Query, Scans, Sqlite

QUERIES, STAGES = 50, 20
# Stages of one size say little of growth: these have so many seeds, each size from four pools of 200.
_SEEDS, _POOLS = (10, 25, 50, 100, 200), 4
_PROCESSORS = 2
_SEARCH_BOUND, _STAGE_BOUND, _MEMORY_BOUND = 1.0, 2.0, 8.0
_CHECKOUT = Path(__file__).resolve().parents[2]


def measure_scale(sizes: Sequence[int], peers_to: int, folder: Path | None) -> list[Row]:
    """Return the rows of each size; snapshots, stores and peers are kept in the folder if one is given, else removed.

    What the folder already has is not made again; the seconds that it took are kept beside it. Peers are measured on
    up to `peers_to` works.
    """
    if folder is not None:
        return [row for works in sizes for row in _measure(works, peers_to, folder / str(works))]
    rows = []
    for works in sizes:
        with TemporaryDirectory(prefix="litreview-scale-") as temporary:
            rows += _measure(works, peers_to, Path(temporary))
    return rows


def draw_queries(count: int) -> list[Query]:
    """Return queries as reviews put them: the words of a topic and some common ones; every other one from 2010 on.

    A tenth of them are of the commonest words alone.
    """
    random = np.random.default_rng(7)
    common = vocabulary()
    queries: list[Query] = []
    for place in range(count - count // 10):
        words = [spell_topic(int(random.integers(0, TOPICS)))]
        # Common words as ranks of a power: "climate", "model", "policy" are among the thousand commonest.
        words += common.gather((1_000 * random.random(int(random.integers(1, 5))) ** 2).astype(int)).to_list()
        queries.append((" ".join(words), 2010 if place % 2 else None))
    # And words that most works have, alone and together.
    return queries + [(" ".join(common[:count].to_list()), None) for count in range(1, 1 + count // 10)]


def _measure(works: int, peers_to: int, folder: Path) -> list[Row]:
    world = f"{works:,} works"
    folder.mkdir(parents=True, exist_ok=True)
    snapshot, store = folder / "snapshot", folder / "store"
    if not (snapshot / "works" / "manifest").is_file():
        make_snapshot(snapshot, works, processes=_PROCESSORS)
    built = _build_once(
        folder, "ours", is_store(store), lambda: build_catalogue(snapshot, store, "", _PROCESSORS, Progress())
    )
    queries = draw_queries(QUERIES)
    ours = Ours(store)
    stages = [hits for query in draw_queries(2 * STAGES) if (hits := ours.find_hits(query))][:STAGES]
    order = {"queries": queries, "stages": stages}
    asked = {
        **_ask(folder, "ours", store, {**order, "growth": _draw_sizes(stages)}),
        "postings": [ours.count_postings(query) for query in queries],
    }
    rows = [
        Row(world, "load of the machine, processes waiting", round(os.getloadavg()[0], 1)),
        *_tell((world, works), "ours", built, store, asked),
    ]
    if works <= peers_to:
        makers: dict[str, tuple[Path, Callable[[Path, Path], None]]] = {
            "SQLite FTS5": (folder / "works.sqlite", Sqlite.build),
            "DuckDB scans": (folder / "scans", Scans.build),
        }
        for way, (path, make) in makers.items():
            built = _build_once(folder, way, path.exists(), partial(make, snapshot, path))
            rows += _tell((world, works), way, built, path, _ask(folder, way, path, order))
    return rows


def _draw_sizes(stages: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return seeds of stages of different sizes, of the seeds of stages of one."""
    pools = [list(dict.fromkeys(seed for stage in stages[first::_POOLS] for seed in stage)) for first in range(_POOLS)]
    return [pool[:size] for size in _SEEDS for pool in pools]


def _build_once(folder: Path, way: str, there: bool, build: Callable[[], Any]) -> dict[str, float]:  # noqa: FBT001
    file = folder / f"{way}.json"
    if there and file.is_file():
        told: dict[str, float] = json.loads(file.read_text())
        return told
    before, started = _processor(), time.perf_counter()
    build()
    told = {"seconds": time.perf_counter() - started, "processor": _processor() - before}
    if way == "ours":
        told["memory"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    file.write_text(json.dumps(told))
    return told


def _processor() -> float:
    times = os.times()
    return math.fsum((times.user, times.system, times.children_user, times.children_system))


def _ask(folder: Path, way: str, path: Path, order: dict[str, Any]) -> dict[str, Any]:
    file = folder / "order.json"
    file.write_text(json.dumps({"way": way, "path": str(path), **order}))
    ended = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.scale_worker", str(file)],
        capture_output=True,
        text=True,
        check=True,
        cwd=_CHECKOUT,
        env={**os.environ, "PYTHONPATH": str(_CHECKOUT)},
    )
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


def _tell(size: tuple[str, int], way: str, built: dict[str, float], path: Path, asked: dict[str, Any]) -> list[Row]:
    world, works = size
    prefix = "" if way == "ours" else f"{way}: "
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    space = sum(file.stat().st_size for file in files)
    rows = [
        Row(world, f"{prefix}works built a second", round(works / built["seconds"])),
        Row(world, f"{prefix}works built a second of processor", _divide(works, built.get("processor"))),
        Row(world, f"{prefix}bytes a work", round(space / works)),
        Row(world, f"{prefix}memory of searching, GB", round(asked["memory"] / 1e9, 3), bound=_MEMORY_BOUND),
    ]
    if "memory" in built:
        measure = "memory of building, GB, of the larger of two processes"
        rows.append(Row(world, measure, round(built["memory"] / 1e9, 3), bound=_MEMORY_BOUND))
    for name, bound in (("search", _SEARCH_BOUND), ("stage", _STAGE_BOUND)):
        told = asked[name]
        for state in ("warm", "cold"):
            rows += [
                Row(world, f"{prefix}{name} {state}, median seconds", round(median(told[state]), 4), bound=bound),
                Row(world, f"{prefix}{name} {state}, worst seconds", round(max(told[state]), 4)),
                Row(world, f"{prefix}{name} {state}, median of processor", round(median(told[f"{state} used"]), 4)),
            ]
        found = told["found"]
        rows.append(Row(world, f"{prefix}{name}: works found, mean", round(fmean(found))))
        if way == "ours" and name == "search":
            rows += _fit(world, "search warm", "a million postings", asked["postings"], told["warm used"])
    if way == "ours":
        growth = asked["growth"]
        measure = f"stages of {min(_SEEDS)} to {max(_SEEDS)} seeds, warm"
        rows += _fit(world, measure, "a thousand works", growth["found"], growth["warm used"])
    return rows


def _divide(works: int, seconds: float | None) -> int | None:
    return round(works / seconds) if seconds else None


def _fit(world: str, measure: str, unit: str, touched: Sequence[int], seconds: Sequence[float]) -> list[Row]:
    """Return the rows of the line by which seconds grow with what is touched, and how much of them it explains."""
    if len(set(touched)) < 2:
        return []
    slope, _ = np.polyfit(touched, seconds, 1)
    scale = 1e6 if unit == "a million postings" else 1e3
    return [
        Row(world, f"{measure}: seconds of processor {unit}", round(float(slope) * scale, 4)),
        Row(world, f"{measure}: variance that explains", round(float(np.corrcoef(touched, seconds)[0, 1] ** 2), 3)),
    ]
