"""What lies on a page: fragments of text with their boxes, in points from the upper left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low

_TOUCHING = 0.12  # of the size of print
_INDEX = 0.8  # of the usual size: smaller print may be raised or lowered
_ROW_OVERLAP, _INDEX_OVERLAP = 0.5, 0.25  # of the lower one's height
_OVERLAID = 0.3  # of the narrower one's width


@dataclass(frozen=True, slots=True)
class Fragment:
    """Text on one line without a wide gap. `size` is the height of its letters, which distinguishes print sizes."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    font: str
    bold: bool

    @property
    def width(self) -> float:
        """Return the width in points."""
        return self.x1 - self.x0

    @property
    def middle(self) -> float:
        """Return the height of the middle above the lower edge of the page, counted downwards."""
        return (self.y0 + self.y1) / 2


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The fragments of a page in the order in which the file draws them, and what else is known of it.

    `image_share` is the share of the page that images cover, `inked` whether anything at all is visible on it.
    """

    number: int
    width: float
    height: float
    fragments: tuple[Fragment, ...]
    image_share: float
    inked: bool


def group_rows(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """Return the fragments as rows from top to bottom, each from left to right.

    Fragments share a row where half the height of the lower one is common to both and neither lies upon the other;
    small print such as an index belongs to the row with which it has most of its height in common, a quarter at least.
    """
    usual = median_low([each.size for each in fragments for _ in each.text]) if fragments else 0.0
    ordered = sorted(fragments, key=lambda each: (each.middle, each.x0))
    rows = _group_alike([each for each in ordered if each.size >= _INDEX * usual])
    apart = []
    for fragment in ordered:
        if fragment.size < _INDEX * usual:
            row = max(rows, key=lambda each: _share_height(fragment, each), default=None)
            if row is not None and _share_height(fragment, row) >= _INDEX_OVERLAP and _lies_free(fragment, row):
                row.append(fragment)
            else:
                apart.append(fragment)
    rows = [sorted(row, key=lambda each: (each.x0, each.y0)) for row in [*rows, *_group_alike(apart)]]
    return sorted(rows, key=lambda row: (_anchor(row).middle, row[0].x0))


def _group_alike(ordered: Sequence[Fragment]) -> list[list[Fragment]]:
    rows: list[list[Fragment]] = []
    for fragment in ordered:
        near = (each for each in reversed(rows[-3:]) if _share_height(fragment, each) >= _ROW_OVERLAP)
        row = next((each for each in near if _lies_free(fragment, each)), None)
        if row is None:
            rows.append([fragment])
        else:
            row.append(fragment)
    return rows


def join_row(row: Sequence[Fragment]) -> Fragment:
    """Return a row as one fragment; what touches is joined without a space. It has the type of its longest part."""
    anchor = _anchor(row)
    text = row[0].text
    for left, right in pairwise(row):
        text += (" " if right.x0 - left.x1 > _TOUCHING * min(left.size, right.size) else "") + right.text
    return Fragment(
        text,
        min(each.x0 for each in row),
        anchor.y0,
        max(each.x1 for each in row),
        anchor.y1,
        anchor.size,
        anchor.font,
        all(each.bold for each in row),
    )


def _anchor(row: Sequence[Fragment]) -> Fragment:
    return max(row, key=lambda each: (len(each.text), -each.x0))


def _share_height(fragment: Fragment, row: Sequence[Fragment]) -> float:
    """Return the share of the lower one's height that a fragment and a row have in common, negative if apart."""
    anchor = _anchor(row)
    shared = min(fragment.y1, anchor.y1) - max(fragment.y0, anchor.y0)
    return shared / max(0.1, min(fragment.y1 - fragment.y0, anchor.y1 - anchor.y0))


def _lies_free(fragment: Fragment, row: Sequence[Fragment]) -> bool:
    return all(
        min(fragment.x1, each.x1) - max(fragment.x0, each.x0) <= _OVERLAID * min(fragment.width, each.width)
        for each in row
    )
