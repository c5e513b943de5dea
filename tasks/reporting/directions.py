"""The effect direction plot: which way the works point, by what is compared and what was measured.

After Thomson and Thomas (2013, doi:10.1002/jrsm.1060): triangles for the direction, one a work as in a harvest plot
(Ogilvie et al. 2008, doi:10.1186/1471-2288-8-8), and no effect size, which a count of works does not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import polars as pl

from tasks.reporting.canvas import COLOURS, WIDTH, assemble, shorten, write_text, write_title
from tasks.reporting.findings_summary import select_groups

TITLE = "Which way the works point"
MOST = 25
"""Groups drawn at most; the table has all."""

_TOP, _ROW, _SIZE = 92, 38, 5.5
_LABEL, _LONGEST_LABEL = 300, 46
_LESS, _MORE, _NONE, _MIXED = (310, 478), (488, 656), (672, 752), (766, 846)
_WIDEST = 14.0
_BLUE, _ORANGE, _GREY, _PURPLE = COLOURS[0], COLOURS[1], COLOURS[7], COLOURS[3]
_WAYS = {"less": "less", "more": "more", "none": "no difference", "mixed": "mixed"}


def draw_directions(votes: pl.DataFrame) -> str:
    """Return the plot as an SVG document, columns as `select_groups` has them; "" where no group has two works."""
    groups = (select_groups(votes) if votes.height else votes).head(MOST)
    if not groups.height:
        return ""
    bottom = _TOP + _ROW * groups.height
    middle = (_LESS[1] + _MORE[0]) / 2
    drawn = [
        write_text(_LESS[1], _TOP - 14, "less of the outcome", "small", "end"),
        write_text(_MORE[0], _TOP - 14, "more of it", "small"),
        write_text(_NONE[0], _TOP - 14, "no difference", "small"),
        write_text(_MIXED[0], _TOP - 14, "mixed", "small"),
        f'<path class="axis" d="M{middle:g},{_TOP - 6} V{bottom}"/>',
    ]
    for place, row in enumerate(groups.iter_rows(named=True)):
        drawn += _draw_group(_TOP + _ROW * place, row)
    return assemble("directions", TITLE, f"{'; '.join(map(_tell, groups.iter_rows(named=True)))}.", drawn, bottom + 24)


def _draw_group(top: float, row: Mapping[str, Any]) -> Iterator[str]:
    """Yield a group between two lines: what it is about, a sign a work in each direction, and how many they are."""
    y = top + _ROW / 2
    yield f'<path class="grid" d="M24,{top:g} H{WIDTH - 24}"/>'
    told = write_title(f"{_name(row)}. Designs: {row['designs'] or 'not known'}")
    labels = write_text(24, y - 2, shorten(str(row["outcome"]), _LONGEST_LABEL))
    only = " (reviews only)" if row["reviews"] == row["works"] else ""
    labels += write_text(24, y + 13, shorten(f"by {row['exposure']}", _LONGEST_LABEL - len(only)) + only, "small")
    yield f"<g>{told}{labels}</g>"
    signs: tuple[tuple[str, tuple[int, int], int, Callable[[float, float], str]], ...] = (
        ("less", _LESS, -1, _point_down),
        ("more", _MORE, 1, _point_up),
        ("none", _NONE, 1, _draw_ring),
        ("mixed", _MIXED, 1, _draw_diamond),
    )
    for way, (left, right), side, draw in signs:
        works = int(row[way] or 0)
        begun = (left if side > 0 else right) + side * _SIZE
        step = side * min(_WIDEST, (right - left - 26) / max(works - 1, 1))
        yield from (draw(begun + step * each, y) for each in range(works))
        if works:
            end = begun + step * (works - 1) + side * (_SIZE + 5)
            yield write_text(end, y + 4, str(works), "small", "start" if side > 0 else "end")


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['outcome']} by {row['exposure']}"


def _tell(row: Mapping[str, Any]) -> str:
    ways = ", ".join(f"{row[way]} {said}" for way, said in _WAYS.items() if row[way])
    return f"{_name(row)}: {row['works']} works, {ways or 'no direction known'}"


def _point_up(x: float, y: float) -> str:
    return f'<path d="M{x:.1f},{y - _SIZE} l{_SIZE},{2 * _SIZE} h{-2 * _SIZE} z" fill="{_ORANGE}"/>'


def _point_down(x: float, y: float) -> str:
    return f'<path d="M{x:.1f},{y + _SIZE} l{_SIZE},{-2 * _SIZE} h{-2 * _SIZE} z" fill="{_BLUE}"/>'


def _draw_ring(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:g}" r="{_SIZE - 1}" fill="none" stroke="{_GREY}" stroke-width="2"/>'


def _draw_diamond(x: float, y: float) -> str:
    return f'<path d="M{x:.1f},{y - _SIZE} l{_SIZE},{_SIZE} l{-_SIZE},{_SIZE} l{-_SIZE},{-_SIZE} z" fill="{_PURPLE}"/>'
