"""Forest plots without pooling: effects that several works report in one measure for one comparison, side by side.

After Lewis and Clarke (2001, doi:10.1136/bmj.322.7300.1479), without their diamond: nothing is pooled here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from tasks.evidence.effects import find_null, name_measure
from tasks.reporting.canvas import COLOURS, WIDTH, assemble, shorten, write_text, write_title
from tasks.text.cleaning import escape_markdown

LEAST, MOST, _MOST_ROWS = 3, 8, 40
"""Works of a plot at least, plots of a review at most."""

_LEFT, _RIGHT, _TOP, _ROW = 292, 668, 88, 26
_LONGEST_NAME = 34
_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
_FEW, _MANY = 3, 7  # ticks
_BESIDE = 0.06  # of the axis is left free at either end
_COMPARED = ["exposure", "outcome", "measure"]


def draw_forests(effects: pl.DataFrame) -> dict[str, str]:
    """Return a plot for each comparison of at least three works with an interval, by what it is about (Markdown).

    Columns: exposure, outcome, measure, work (as it is called in the plot), n, effect, ci_low, ci_high; those of most
    works come first.
    """
    if not effects.height:
        return {}
    named = effects.with_columns(pl.col("measure").map_elements(name_measure, pl.String))
    known = named.drop_nulls([*_COMPARED, "effect", "ci_low", "ci_high"]).filter(
        pl.col("ci_low") <= pl.col("effect"), pl.col("effect") <= pl.col("ci_high")
    )
    groups = [
        (key, drawable)
        for key, rows in known.group_by(_COMPARED, maintain_order=True)
        if (null := find_null(str(key[2]))) is not None
        and (drawable := rows.filter(pl.col("ci_low") > 0) if null else rows)["work"].n_unique() >= LEAST
    ]
    groups.sort(key=lambda group: (-group[1]["work"].n_unique(), tuple(map(str, group[0]))))
    return {_name(key): draw_forest(rows, f"forest-{place}") for place, (key, rows) in enumerate(groups[:MOST], 1)}


def _name(compared: tuple[object, ...]) -> str:
    exposure, outcome, measure = (escape_markdown(str(part)) for part in compared)
    return f"{outcome} by {exposure} ({measure})"


def draw_forest(effects: pl.DataFrame, name: str = "forest") -> str:
    """Return the plot of one comparison as an SVG document of that name: effects, intervals and the line of no effect.

    Ratios stand on a logarithmic axis with no effect at 1, differences on a linear one with no effect at 0. Columns as
    `draw_forests` has them, of one exposure, outcome and measure; works stand in the order given.
    """
    rows = effects.head(_MOST_ROWS).to_dicts()
    measure = str(rows[0]["measure"])
    axis = _Axis.of(rows, find_null(measure) or 0.0)
    bottom = _TOP + _ROW * len(rows)
    heading = f"{rows[0]['outcome']} by {rows[0]['exposure']}"
    drawn = [
        write_text(24, _TOP - 14, "Work", "small"),
        write_text(_LEFT - 12, _TOP - 14, "n", "small", "end"),
        write_text(WIDTH - 24, _TOP - 14, f"{shorten(measure, 24)} and interval", "small", "end"),
    ]
    for tick in axis.ticks():
        drawn.append(f'<path class="grid" d="M{axis.x(tick)},{_TOP - 6} V{bottom}"/>')
        drawn.append(write_text(axis.x(tick), bottom + 18, f"{tick:g}", "small", "middle"))
    drawn.append(f'<path class="axis" d="M{axis.x(axis.none)},{_TOP - 6} V{bottom + 4}"/>')
    for place, row in enumerate(rows):
        drawn += _draw_work(_TOP + _ROW * (place + 0.5), row, axis)
    scale = "logarithmic scale" if axis.is_ratio else "linear scale"
    drawn.append(
        write_text(
            (_LEFT + _RIGHT) / 2, bottom + 38, f"{shorten(measure, 40)}, {scale}; line: no effect", "small", "middle"
        )
    )
    said = "; ".join(f"{row['work']}: {_state(row)}" for row in rows)
    more = f" The first {_MOST_ROWS} of {effects.height} results." if effects.height > _MOST_ROWS else ""
    return assemble(name, shorten(heading, 84), f"{said}. Nothing was pooled.{more}", drawn, bottom + 56)


class _Axis:
    """The axis of a measure: where a value stands, in pixels from the left."""

    def __init__(self, low: float, high: float, none: float) -> None:
        """Span the values between two, with no effect at `none`: 1 of a ratio, whose axis is logarithmic, else 0."""
        self.is_ratio, self.none = bool(none), none
        beside = _BESIDE * ((self._place(high) - self._place(low)) or 1.0)
        self.low, self.high = self._place(low) - beside, self._place(high) + beside

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]], none: float) -> _Axis:
        """Return the axis on which all intervals and no effect have room."""
        low = min(none, *(float(row["ci_low"]) for row in rows))
        return cls(low, max(none, *(float(row["ci_high"]) for row in rows)), none)

    def _place(self, value: float) -> float:
        return math.log10(value) if self.is_ratio else value

    def x(self, value: float) -> float:
        """Return where a value stands."""
        return round(_LEFT + (_RIGHT - _LEFT) * (self._place(value) - self.low) / (self.high - self.low), 1)

    def ticks(self) -> list[float]:
        """Return three to seven round values, those of a ratio 1, 2 or 5 times a power of ten."""
        if self.is_ratio:
            inside = [tick for tick in _TICKS if self.low <= math.log10(tick) <= self.high]
            tens = [tick for tick in inside if math.log10(tick).is_integer()]
            return tens if len(inside) > _MANY and len(tens) >= _FEW else inside
        power = 10.0 ** math.floor(math.log10((self.high - self.low) / _FEW))
        step = next(factor * power for factor in (1, 2, 5, 10) if (self.high - self.low) / (factor * power) <= _MANY)
        first = math.ceil(self.low / step)
        return [round(step * number, 10) for number in range(first, math.floor(self.high / step) + 1)]


def _draw_work(y: float, row: Mapping[str, Any], axis: _Axis) -> list[str]:
    name = str(row["work"])
    low, high = axis.x(row["ci_low"]), axis.x(row["ci_high"])
    at = axis.x(row["effect"])
    return [
        f"<g>{write_title(f'{name}: {_state(row)}')}{write_text(24, y + 4, shorten(name, _LONGEST_NAME))}</g>",
        write_text(_LEFT - 12, y + 4, f"{row['n']:,}" if row["n"] else "", "small", "end"),
        f'<path class="axis" d="M{low},{y:g} H{high} M{low},{y - 4:g} v8 M{high},{y - 4:g} v8"/>',
        f'<rect x="{at - 4:.1f}" y="{y - 4:g}" width="8" height="8" fill="{COLOURS[0]}"/>',
        write_text(WIDTH - 24, y + 4, _state(row), "small", "end"),
    ]


def _state(row: Mapping[str, Any]) -> str:
    numbers = f"{row['effect']:g} ({row['ci_low']:g} to {row['ci_high']:g})"
    return numbers.replace("-", "\u2212")
