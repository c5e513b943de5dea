"""Rows of a benchmark: one measure of one world, with what it can be held against."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

MEAN = "mean of worlds"


@dataclass(frozen=True, slots=True)
class Row:
    """A measure: a share in [0, 1] or a count. A bound is the most there could be, a peer what a simpler way gives.

    A benchmark that draws at random names its seed; those that do not have 0. A value is None where nothing was there
    to take a share of.
    """

    world: str
    measure: str
    value: float | None
    bound: float | None = None
    peer: float | None = None
    seed: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the row for machines; a bound or peer stands only where there is one."""
        row: dict[str, Any] = {"world": self.world, "seed": self.seed, "measure": self.measure, "value": self.value}
        beside = {"bound": self.bound, "peer": self.peer}
        return row | {name: number for name, number in beside.items() if number is not None}


def share(part: float, whole: float) -> float | None:
    """Return part of the whole to four digits, None of nothing."""
    return round(part / whole, 4) if whole else None


def average(rows: Sequence[Row], measures: Iterable[str]) -> list[Row]:
    """Return the unweighted means over worlds of the measures named, their bounds and peers likewise."""
    means = []
    for measure in measures:
        same = [row for row in rows if row.measure == measure and row.value is not None]
        if same:
            means.append(
                Row(
                    MEAN,
                    measure,
                    _mean(row.value for row in same),
                    bound=_mean(row.bound for row in same),
                    peer=_mean(row.peer for row in same),
                )
            )
    return means


def _mean(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return round(fmean(known), 4) if known else None


def write_json(rows: Sequence[Row]) -> str:
    """Return the rows as a JSON array, a row a line."""
    return "[\n" + ",\n".join(json.dumps(row.as_json(), ensure_ascii=False) for row in rows) + "\n]"


def write_table(rows: Sequence[Row]) -> str:
    """Return the rows as a plain table, world by world; seeds are named where there are several."""
    lines: list[str] = []
    several = len({row.seed for row in rows}) > 1
    names = [f"{row.measure}, seed {row.seed}" if several and row.world != MEAN else row.measure for row in rows]
    width = max((len(name) for name in names), default=0)
    for place, (row, name) in enumerate(zip(rows, names, strict=True)):
        if place == 0 or rows[place - 1].world != row.world:
            lines += ["", row.world]
        beside = f"   bound {_say(row.bound)}" if row.bound is not None else ""
        beside += f"   peer {_say(row.peer)}" if row.peer is not None else ""
        lines.append(f"  {name:<{width}}  {_say(row.value):>8}{beside}")
    return "\n".join(lines[1:])


def _say(value: float | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
