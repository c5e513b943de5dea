"""The citation graph of a review: its works by year and theme, and which of them cite which.

A historiograph after Garfield (2009, doi:10.1016/j.joi.2009.03.009): time runs from left to right, so every line leads
back to an earlier work.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from storage.records.search import Work
from storage.records.writing import Theme
from tasks.citations.authors import name_work
from tasks.reporting.canvas import COLOURS, assemble, shorten, write_text, write_title
from tasks.reporting.timeline import Span, draw_lane, draw_years

TITLE = "Citations among the works of the review"
_TOP, _LEAST_LANE, _GAP = 64, 40, 13.0
_MOST_LINES, _MOST_NAMED, _LONGEST_NAME = 800, 10, 30
_LETTER = 6.2  # the width of one in a name, in pixels


@dataclass(frozen=True, slots=True)
class _Dot:
    """A work at its place: in pixels, with its size and the number of its theme."""

    work_id: str
    x: float
    y: float
    radius: float
    theme: int


def draw_citations(
    themes: Sequence[Theme], works: Mapping[str, tuple[str, Work]], cited: Collection[tuple[str, str]]
) -> str:
    """Return the graph as an SVG document: a lane per theme, a dot per work, the larger the more works here cite it.

    `works` are citekeys and works by id, `cited` pairs of citing and cited ids. A work of two themes stands in the
    first; works without a year or theme are left out, and of many citations those of the works cited least.
    """
    times = Counter(old for _, old in cited)
    span = Span.of(work.year for _, work in works.values() if work.year)
    lanes = _fill_lanes(themes, works, times)
    room = max(1, int(span.step // _GAP))
    heights = [
        max(_LEAST_LANE, _GAP * (max((math.ceil(len(cell) / room) for cell in lane.values()), default=1) + 1))
        for lane in lanes
    ]
    bottom = int(_TOP + math.fsum(heights))
    drawn = draw_years(span, _TOP, bottom)
    dots: dict[str, _Dot] = {}
    top = float(_TOP)
    for number, (theme, lane, height) in enumerate(zip(themes, lanes, heights, strict=True)):
        drawn += draw_lane(top + height / 2, theme.label, sum(map(len, lane.values())))
        for year, cell in lane.items():
            for place, work_id in enumerate(cell):
                x, y = _place(place, len(cell), room)
                radius = round(3 + 0.9 * math.sqrt(min(times[work_id], 60)), 1)
                dots[work_id] = _Dot(work_id, span.x(year) + x, round(top + height / 2 + y, 1), radius, number)
        top += height
    known = sorted((pair for pair in cited if set(pair) <= dots.keys()), key=lambda pair: (-times[pair[1]], pair))
    lines = known[:_MOST_LINES]
    if lines:
        drawn.append(f'<path class="edge" d="{" ".join(_draw_line(dots[new], dots[old]) for new, old in lines)}"/>')
    drawn += [_draw_dot(dot, works[dot.work_id], times[dot.work_id]) for dot in dots.values()]
    drawn += _write_names(dots, works, times)
    return assemble("citations", TITLE, _say(dots, works, times, len(known), len(lines)), drawn, bottom + 44)


def _fill_lanes(
    themes: Sequence[Theme], works: Mapping[str, tuple[str, Work]], times: Mapping[str, int]
) -> list[dict[int, list[str]]]:
    """Return for each theme its works by year, those cited most first; each work once."""
    placed: set[str] = set()
    lanes: list[dict[int, list[str]]] = []
    for theme in themes:
        lane: dict[int, list[str]] = {}
        for work_id in sorted(theme.work_ids, key=lambda one: (-times[one], one)):
            if work_id in works and work_id not in placed and (year := works[work_id][1].year):
                lane.setdefault(year, []).append(work_id)
                placed.add(work_id)
        lanes.append(lane)
    return lanes


def _place(place: int, works: int, room: int) -> tuple[float, float]:
    """Return where a work stands beside the middle of its cell: rows of as many as there is room for."""
    columns = min(room, works)
    rows = math.ceil(works / columns)
    row, column = divmod(place, columns)
    return round(_GAP * (column - (columns - 1) / 2), 1), round(_GAP * (row - (rows - 1) / 2), 1)


def _draw_line(new: _Dot, old: _Dot) -> str:
    return f"M{new.x:g},{new.y:g}Q{(new.x + old.x) / 2:.0f},{min(new.y, old.y) - 6:.0f} {old.x:g},{old.y:g}"


def _draw_dot(dot: _Dot, work: tuple[str, Work], times: int) -> str:
    key, record = work
    told = write_title(f"{name_work(record)}: {record.title}. {_count(times)}")
    circle = f'<circle cx="{dot.x:g}" cy="{dot.y:g}" r="{dot.radius}" fill="{COLOURS[dot.theme % len(COLOURS)]}"/>'
    return f'<g data-work="{key}">{told}{circle}</g>'


def _count(times: int) -> str:
    return f"Cited by {times} {'work' if times == 1 else 'works'} of the review"


def _rank(dots: Collection[str], times: Mapping[str, int]) -> list[str]:
    return [one for one in sorted(dots, key=lambda one: (-times[one], one)) if times[one]][:_MOST_NAMED]


def _write_names(
    dots: Mapping[str, _Dot], works: Mapping[str, tuple[str, Work]], times: Mapping[str, int]
) -> list[str]:
    """Return the names of the works cited most, without those that would stand on another's."""
    drawn: list[str] = []
    taken: list[tuple[float, float, float]] = []
    for work_id in _rank(dots, times):
        dot, text = dots[work_id], shorten(name_work(works[work_id][1]), _LONGEST_NAME)
        half = _LETTER * len(text) / 2
        y = dot.y - dot.radius - 4
        if all(abs(dot.x - x) > half + other or abs(y - place) > 14 for x, place, other in taken):  # noqa: PLR2004
            taken.append((dot.x, y, half))
            drawn.append(write_text(dot.x, y, text, "name", "middle"))
    return drawn


def _say(
    dots: Mapping[str, _Dot], works: Mapping[str, tuple[str, Work]], times: Mapping[str, int], known: int, lines: int
) -> str:
    said = f"{len(dots):,} works, {known:,} citations among them"
    if lines < known:
        said += f", of which those of the works cited most are drawn ({lines:,})"
    most = [f"{name_work(works[one][1])} by {times[one]}" for one in _rank(dots, times)[:5]]
    return f"{said}; cited most: {', '.join(most)}." if most else f"{said}."
