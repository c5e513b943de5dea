"""One way of searching, timed in a process of its own: ``python -m tests.benchmarks.scale_worker ORDER.json``.

Cold: before each question the files are dropped from the system's cache and opened anew. Warm: the same questions
again, after they were all asked once. Seconds of each, and the greatest memory of the process, are printed as JSON.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.scale_peers import WAYS, Way, drop_cached


def measure(order: dict[str, Any]) -> dict[str, Any]:
    """Return the seconds of cold and warm searches and stages, what they found, and the memory in bytes.

    `growth` has the warm seconds of stages of other sizes, where the order has some.
    """
    path = Path(order["path"])
    kind = WAYS[order["way"]]
    queries = [(text, year) for text, year in order["queries"]]
    result: dict[str, Any] = {}
    for name, asked in (("search", queries), ("stage", order["stages"])):
        cold = [_time_cold(kind, path, name, one) for one in asked]
        result[name] = {
            "cold": [seconds for seconds, _, _ in cold],
            "cold used": [used for _, used, _ in cold],
            **_time_warm(kind(path), name, asked),
        }
    result["growth"] = _time_warm(kind(path), "stage", order.get("growth", []))
    result["memory"] = _find_memory()
    return result


def _time_warm(way: Way, name: str, asked: Sequence[Any]) -> dict[str, list[float]]:
    for one in asked:
        _time(way, name, one)
    warm = [_time(way, name, one) for one in asked]
    return {
        "warm": [seconds for seconds, _, _ in warm],
        "warm used": [used for _, used, _ in warm],
        "found": [found for _, _, found in warm],
    }


def _find_memory() -> int:
    """Return the greatest memory of this program, in bytes."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Unlike what getrusage gives, without that of the program which started this one.
    (peak,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) * 1024


def _time_cold(kind: Callable[[Path], Way], path: Path, name: str, asked: Any) -> tuple[float, float, int]:
    drop_cached(path)
    started, used = time.perf_counter(), time.process_time()
    way = kind(path)
    opened, of_processor = time.perf_counter() - started, time.process_time() - used
    seconds, used, found = _time(way, name, asked)
    return opened + seconds, of_processor + used, found


def _time(way: Way, name: str, asked: Any) -> tuple[float, float, int]:
    started, used = time.perf_counter(), time.process_time()
    found = getattr(way, name)(asked)
    return time.perf_counter() - started, time.process_time() - used, found


if __name__ == "__main__":
    print(json.dumps(measure(json.loads(Path(sys.argv[1]).read_text()))))  # noqa: T201 - what it is for
