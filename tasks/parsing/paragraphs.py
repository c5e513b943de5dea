"""Paragraphs from the rows of a column: by distance, indentation, type and punctuation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from tasks.parsing.glyphs import LINE_HYPHEN
from tasks.parsing.hyphens import join_lines
from tasks.parsing.layout import Fragment, group_rows, join_row

_WIDE_PITCH = 1.3
_OTHER_SIZE = 0.08
_SMALL_PRINT = 0.93
_INDENT = 0.6  # of the letters' height
_DEEPEST_INDENT = 4.0
_CELL_GAP = 2.0  # sizes of print: wider than a space of a justified line
_SHORT_LINE = 0.8  # of the column's width
_NOTE_MARK = re.compile(r"^\d{1,3}[^\W\d_]{2}")
_ENDS = re.compile("[.?!:;\u201d\u2019\"')\\]]$")
_BULLET = re.compile(
    "^(?:[\u2022\u25e6\u2023\u2043\u25aa\u25cf\u25a0\u2013\uf0b7\u00b7*]|\\(?[0-9ivx]{1,3}[.)]|\\([a-z]\\))\\s"
)


@dataclass(frozen=True, slots=True)
class Type:
    """How most of a document is set: the height of its letters, the distance of its lines in points, its font."""

    size: float
    pitch: float
    font: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines that belong together, joined; `size`, `font` and `bold` are those of most of it, `lines` their number.

    `tabular` is one that begins with a row of a table. `column` counts the columns of its page from 0 in reading order;
    `heading_level` is 0 for what is no heading.
    """

    text: str
    size: float
    font: str
    bold: bool
    lines: int
    y0: float
    tabular: bool = False
    column: int = 0
    heading_level: int = 0

    @property
    def style(self) -> tuple[float, str]:
        """Return what tells one kind of heading from another."""
        return round(self.size), self.font


def find_body_type(fragments: Iterable[Fragment]) -> Type:
    """Return the type in which most letters of a document are set; the pitch is that of successive lines in it."""
    fragments = list(fragments)
    sizes: Counter[float] = Counter()
    fonts: Counter[str] = Counter()
    for each in fragments:
        sizes[round(each.size * 2) / 2] += len(each.text)
    size = min(sizes, key=lambda each: (-sizes[each], each), default=10.0)
    for each in fragments:
        if abs(each.size - size) <= _OTHER_SIZE * size:
            fonts[each.font] += len(each.text)
    steps = [
        after.y0 - before.y0
        for before, after in pairwise(fragments)
        if abs(before.size - size) <= 1 and abs(after.size - size) <= 1 and 0.5 * size < after.y0 - before.y0 < 3 * size
    ]
    return Type(
        size, median(steps) if steps else 1.2 * size, min(fonts, key=lambda each: (-fonts[each], each), default="")
    )


def build_paragraphs(
    column: Sequence[Fragment], body: Type, words: frozenset[str], compounds: frozenset[str]
) -> list[Paragraph]:
    """Return the paragraphs of a column from top to bottom."""
    grouped = group_rows(column)
    rows = [join_row(row) for row in grouped]
    if not rows:
        return []
    wide = [_has_wide_gap(parts) for parts in grouped]
    # One wide gap is a line set wide, several below each other are a table.
    tabular = {
        id(row)
        for place, row in enumerate(rows)
        if wide[place] and any(wide[max(0, place - 1) : place] + wide[place + 1 : place + 2])
    }
    left, right = _find_edges(rows)
    groups: list[list[Fragment]] = [[rows[0]]]
    for before, row in pairwise(rows):
        if _begins_anew(before, row, groups[-1], (left, right), body):
            groups.append([row])
        else:
            groups[-1].append(row)
    return [_join(group, tabular, words, compounds) for group in groups]


def _find_edges(rows: Sequence[Fragment]) -> tuple[float, float]:
    """Return the left edge at which most rows begin and the right edge that one in ten of them reaches."""
    starts = Counter(round(row.x0 / 2) for row in rows)
    left = 2.0 * min(starts, key=lambda start: (-starts[start], start))
    return left, sorted(row.x1 for row in rows)[int(0.9 * (len(rows) - 1))]


def _begins_anew(
    before: Fragment, row: Fragment, group: Sequence[Fragment], edges: tuple[float, float], body: Type
) -> bool:
    larger = max(row.size, before.size)
    pitch = max(body.pitch * larger / body.size, 1.02 * larger)
    is_apart = row.y0 - before.y0 > _WIDE_PITCH * pitch or row.y0 < before.y0 - larger
    is_set_otherwise = abs(row.size - before.size) > _OTHER_SIZE * larger or row.bold != before.bold
    is_note = row.size <= _SMALL_PRINT * body.size and bool(_NOTE_MARK.match(row.text))
    return is_apart or is_set_otherwise or is_note or _is_laid_anew(before, row, group, edges)


def _is_laid_anew(before: Fragment, row: Fragment, group: Sequence[Fragment], edges: tuple[float, float]) -> bool:
    """Return whether bullets, indentation or a line that ended short begin a paragraph."""
    left, right = edges
    if _BULLET.match(row.text) and (row.x0 >= left + 1 or _ENDS.search(before.text)):
        return True
    step, enough = row.x0 - before.x0, _INDENT * row.size
    if len(group) > 1 and -step > enough and group[-2].x0 > row.x0 - 1:
        return True
    is_indented = enough < step < _DEEPEST_INDENT * row.size and row.x0 - left > enough
    # The second line of a hanging paragraph is further in than its first; centred lines step both ways.
    if is_indented and not (len(group) == 1 and _BULLET.match(before.text)) and abs(before.x1 - right) < 2 * row.size:
        return True
    ended = before.x1 < left + _SHORT_LINE * (right - left) and _ENDS.search(before.text)
    return bool(ended) and not row.text[:1].islower()


def _has_wide_gap(parts: Sequence[Fragment]) -> bool:
    return any(right.x0 - left.x1 > _CELL_GAP * max(left.size, right.size) for left, right in pairwise(parts))


def _join(group: Sequence[Fragment], tabular: set[int], words: frozenset[str], compounds: frozenset[str]) -> Paragraph:
    text = ""
    for before, row in zip([None, *group], group, strict=False):
        if before is not None and (id(before) in tabular or id(row) in tabular):
            text += f"\n{row.text}"
        else:
            text = join_lines(text, row.text[:-1].replace(LINE_HYPHEN, "-") + row.text[-1:], words, compounds)
    longest = max(group, key=lambda row: (len(row.text), -row.y0))
    return Paragraph(
        text.replace(LINE_HYPHEN, "-"),
        longest.size,
        longest.font,
        all(row.bold for row in group),
        len(group),
        group[0].y0,
        id(group[0]) in tabular,
    )
