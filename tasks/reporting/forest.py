"""Forest plots: effects that several works report in one measure for one comparison, side by side.

After Lewis and Clarke (2001, doi:10.1136/bmj.322.7300.1479), with diamonds only where a person had effects pooled.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from tasks.evidence.effects import find_null, name_measure
from tasks.reporting.canvas import COLOURS, WIDTH, assemble, shorten, write_text, write_title
from tasks.text.cleaning import escape_markdown

LEAST, MOST, _MOST_ROWS = 3, 8, 40
"""Works of a plot at least, plots of a review at most."""

_LEFT, _RIGHT, _TOP, _ROW = 292, 668, 88, 26
_LONGEST_NAME, _LONGEST_LABEL = 34, 42
_HALF, _SMALLEST, _LARGEST = 4, 2, 7  # of the side of a square, in pixels
_TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
_FEW, _MANY = 3, 7  # ticks
_BESIDE = 0.06  # of the axis is left free at either end
_COMPARED = ["exposure", "outcome", "measure"]


@dataclass(frozen=True, slots=True)
class Diamond:
    """A pooled effect with its interval, and what it is called."""

    label: str
    effect: float
    low: float
    high: float

    def state(self) -> str:
        """Return its numbers, three significant digits each."""
        return state_effect(*(float(f"{value:.3g}") for value in (self.effect, self.low, self.high)))


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


def draw_forest(effects: pl.DataFrame, name: str = "forest", diamonds: Sequence[Diamond] = (), note: str = "") -> str:
    """Return the plot of one comparison as an SVG document of that name: effects, intervals and the line of no effect.

    Ratios stand on a logarithmic axis with no effect at 1, differences on a linear one with no effect at 0. Columns as
    `draw_forests` has them, of one exposure, outcome and measure; works stand in the order given, and below them pooled
    effects with a note. Where there is a column `weight` in [0, 1], squares have areas in proportion to it.
    """
    rows = effects.head(_MOST_ROWS).to_dicts()
    measure = str(rows[0]["measure"])
    axis = _Axis.of([*((row["ci_low"], row["ci_high"]) for row in rows), *((d.low, d.high) for d in diamonds)], measure)
    bottom = _TOP + _ROW * (len(rows) + len(diamonds))
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
    heaviest = max((row.get("weight") or 0.0 for row in rows), default=0.0)
    for place, row in enumerate(rows):
        drawn += _draw_work(_TOP + _ROW * (place + 0.5), row, axis, heaviest)
    for place, diamond in enumerate(diamonds, len(rows)):
        drawn += _draw_diamond(_TOP + _ROW * (place + 0.5), diamond, axis)
    scale = "logarithmic scale" if axis.is_ratio else "linear scale"
    below = [f"{shorten(measure, 40)}, {scale}; line: no effect", *([note] if note else [])]
    for place, line in enumerate(below):
        drawn.append(write_text((_LEFT + _RIGHT) / 2, bottom + 38 + 18 * place, line, "small", "middle"))
    said = "; ".join(f"{row['work']}: {_state(row)}" for row in rows)
    pooled = "; ".join(f"{diamond.label}: {diamond.state()}" for diamond in diamonds)
    told = f"Pooled on request: {pooled}. {note}." if pooled else "Nothing was pooled."
    more = f" The first {_MOST_ROWS} of {effects.height} results." if effects.height > _MOST_ROWS else ""
    height = bottom + 38 + 18 * len(below)
    return assemble(name, shorten(heading, 84), f"{said}. {told}{more}", drawn, height)


class _Axis:
    """The axis of a measure: where a value stands, in pixels from the left."""

    def __init__(self, low: float, high: float, none: float) -> None:
        """Span the values between two, with no effect at `none`: 1 of a ratio, whose axis is logarithmic, else 0."""
        self.is_ratio, self.none = bool(none), none
        beside = _BESIDE * ((self._place(high) - self._place(low)) or 1.0)
        self.low, self.high = self._place(low) - beside, self._place(high) + beside

    @classmethod
    def of(cls, intervals: Sequence[tuple[float, float]], measure: str) -> _Axis:
        """Return the axis of a measure on which all intervals and no effect have room."""
        none = find_null(measure) or 0.0
        lows, highs = zip(*intervals, strict=True)
        return cls(min(none, *lows), max(none, *highs), none)

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


def _draw_work(y: float, row: Mapping[str, Any], axis: _Axis, heaviest: float) -> list[str]:
    name = str(row["work"])
    low, high = axis.x(row["ci_low"]), axis.x(row["ci_high"])
    at = axis.x(row["effect"])
    weight = f", weight {100 * row['weight']:.1f}%" if heaviest else ""
    half = max(_SMALLEST, _LARGEST * math.sqrt(row["weight"] / heaviest)) if heaviest else _HALF
    return [
        f"<g>{write_title(f'{name}: {_state(row)}{weight}')}{write_text(24, y + 4, shorten(name, _LONGEST_NAME))}</g>",
        write_text(_LEFT - 12, y + 4, f"{row['n']:,}" if row["n"] else "", "small", "end"),
        f'<path class="axis" d="M{low},{y:g} H{high} M{low},{y - 4:g} v8 M{high},{y - 4:g} v8"/>',
        f'<rect x="{at - half:.1f}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" fill="{COLOURS[0]}"/>',
        write_text(WIDTH - 24, y + 4, _state(row), "small", "end"),
    ]


def _draw_diamond(y: float, diamond: Diamond, axis: _Axis) -> list[str]:
    low, at, high = (axis.x(value) for value in (diamond.low, diamond.effect, diamond.high))
    return [
        write_text(24, y + 4, shorten(diamond.label, _LONGEST_LABEL)),
        f'<path class="diamond" d="M{low},{y:g} L{at},{y - 6:g} L{high},{y:g} L{at},{y + 6:g} Z" fill="{COLOURS[1]}"/>',
        write_text(WIDTH - 24, y + 4, diamond.state(), "small", "end"),
    ]


def _state(row: Mapping[str, Any]) -> str:
    return state_effect(row["effect"], row["ci_low"], row["ci_high"])


def state_effect(effect: float, low: float, high: float) -> str:
    """Return an effect and its interval, with true minus signs."""
    return f"{effect:g} ({low:g} to {high:g})".replace("-", "\u2212")
