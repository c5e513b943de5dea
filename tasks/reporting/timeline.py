"""The timeline of a review: how many works of each theme appeared in each year."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from storage.records.search import Work
from storage.records.writing import Theme
from tasks.citations.authors import name_work
from tasks.reporting.canvas import COLOURS, WIDTH, assemble, shorten, write_text, write_title

TITLE = "Works by theme and year"
LEFT, RIGHT = 268, WIDTH - 44
LONGEST_LABEL = 36
_TOP, _LANE, _LEAST_RADIUS, _MOST_RADIUS = 64, 34, 3.5, 13.0
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MOST_NAMED = 5
_ROOM = 8.0  # for a number, in a dot of this radius in pixels


def draw_timeline(themes: Sequence[Theme], works: Mapping[str, Work]) -> str:
    """Return the timeline as an SVG document: a lane per theme, a dot per year, whose area grows with its works.

    A work of two themes counts in both; works without a year are left out.
    """
    years = [year for work in works.values() if (year := work.year)]
    span = Span.of(years)
    counted = {theme.theme_id: _by_year(theme, works) for theme in themes}
    most = max((len(each) for lane in counted.values() for each in lane.values()), default=1)
    widest = max(_LEAST_RADIUS, min(_MOST_RADIUS, 0.62 * span.step))
    bottom = _TOP + _LANE * len(themes)
    drawn = draw_years(span, _TOP, bottom)
    for number, theme in enumerate(themes):
        y = _TOP + _LANE * number + _LANE / 2
        lane = counted[theme.theme_id]
        drawn += draw_lane(y, theme.label, sum(len(each) for each in lane.values()))
        for year, found in sorted(lane.items()):
            radius = _LEAST_RADIUS + (widest - _LEAST_RADIUS) * math.sqrt((len(found) - 1) / max(most - 1, 1))
            dot = f'<circle cx="{span.x(year)}" cy="{y:g}" r="{radius:.1f}" fill="{COLOURS[number % len(COLOURS)]}"/>'
            count = write_text(span.x(year), y + 4, str(len(found)), "inside", "middle") if radius > _ROOM else ""
            drawn.append(f"<g>{write_title(_tell(theme.label, year, found))}{dot}{count}</g>")
    said = "; ".join(_say(theme, counted[theme.theme_id]) for theme in themes)
    return assemble("timeline", TITLE, f"{said}.", drawn, bottom + 44)


class Span:
    """The years of a figure and where each stands, in pixels from the left."""

    def __init__(self, first: int, last: int) -> None:
        """Span the years from the first to the last."""
        self.first, self.last = first, last

    @classmethod
    def of(cls, years: Iterable[int]) -> Span:
        """Return the span of given years, that of year 0 alone if there are none."""
        known = sorted(years) or [0]
        return cls(known[0], known[-1])

    @property
    def step(self) -> float:
        """Return how far years are apart, in pixels."""
        return (RIGHT - LEFT) / (self.last - self.first + 1)

    def x(self, year: int) -> float:
        """Return the middle of a year."""
        return round(LEFT + self.step * (year - self.first + 0.5), 1)

    def ticks(self) -> list[int]:
        """Return the years to be written below: round ones, about ten of them."""
        step = next((step for step in _STEPS if (self.last - self.first) / step <= 11), _STEPS[-1])  # noqa: PLR2004
        return [year for year in range(self.first, self.last + 1) if year % step == 0] or [self.first]


def draw_years(span: Span, top: int, bottom: int) -> list[str]:
    """Return grid and numbers of the years between two heights in pixels."""
    drawn = []
    for year in span.ticks():
        drawn.append(f'<path class="grid" d="M{span.x(year)},{top} V{bottom}"/>')
        drawn.append(write_text(span.x(year), bottom + 20, str(year), "small", "middle"))
    return drawn


def draw_lane(y: float, label: str, works: int) -> list[str]:
    """Return what stands beside the lane of a theme: its label and how many works it has."""
    return [
        f'<path class="grid" d="M{LEFT},{y:g} H{RIGHT}"/>',
        f"<g>{write_title(label)}{write_text(LEFT - 14, y + 4, shorten(label, LONGEST_LABEL), '', 'end')}</g>",
        write_text(WIDTH - 20, y + 4, str(works), "small", "end"),
    ]


def _by_year(theme: Theme, works: Mapping[str, Work]) -> dict[int, list[Work]]:
    found: dict[int, list[Work]] = {}
    for work_id in theme.work_ids:
        work = works.get(work_id)
        if work and work.year:
            found.setdefault(work.year, []).append(work)
    return found


def _tell(label: str, year: int, works: Sequence[Work]) -> str:
    named = "; ".join(name_work(work) for work in works[:_MOST_NAMED])
    more = f" and {len(works) - _MOST_NAMED} more" if len(works) > _MOST_NAMED else ""
    return f"{label}, {year}: {len(works)} {'work' if len(works) == 1 else 'works'}. {named}{more}"


def _say(theme: Theme, lane: Mapping[int, Sequence[Work]]) -> str:
    if not lane:
        return f"{theme.label}: no work with a year"
    busiest = max(sorted(lane), key=lambda year: len(lane[year]))
    return f"{theme.label}: {min(lane)} to {max(lane)}, most in {busiest} ({len(lane[busiest])})"
