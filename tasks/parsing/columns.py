"""The reading order of a page: across what spans it, down its columns."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.parsing.headings import names_section
from tasks.parsing.layout import Fragment, group_rows

_FILLED = 0.4  # of a column's width: narrower fragments are cells and labels, not lines of text
_FEWEST_LETTERS = 12  # of a line of text
_FEWEST_LINES = 3
_FEWEST_BESIDE_MANY, _MANY_LINES = 2, 8  # two lines are a column beside eight
_NEAR = 0.25  # of the width to the right of a gutter: where the next column may begin
_ALIGNED = 3.0  # points
_STEP = 2.0  # points
_DEEPEST = 4
_SIDEBAR = 0.45  # of the width of the text beside it
_NARROWEST = 0.12  # of the region
_ROOM_OF_A_HEADING = 0.2  # of its height, above and below


def order_columns(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """Return the fragments as columns in reading order.

    The region is cut where a vertical line has most lines of text on either side (a form of the XY cut of Nagy, Seth
    and Viswanathan 1992): what crosses it comes in between, what is beside it is read column by column, each of them
    cut again. A narrow column that begins no higher than the text beside it is a sidebar and read after it.
    """
    return [column for column in _cut(list(fragments), 0) if column]


def _cut(fragments: list[Fragment], depth: int) -> list[list[Fragment]]:
    gutter = _find_gutter(fragments) if depth < _DEEPEST else None
    if gutter is None:
        return [fragments]
    crossing = [each for each in fragments if each.x0 < gutter < each.x1 or _heads_both(each, fragments)]
    apart = {id(each) for each in crossing}
    waiting = [each for each in fragments if id(each) not in apart]
    columns: list[list[Fragment]] = []
    across: list[Fragment] = []
    for span in [*group_rows(crossing), []]:
        edge = span[0].middle if span else float("inf")
        beside = [each for each in waiting if each.middle < edge]
        waiting = [each for each in waiting if each.middle >= edge]
        left = [each for each in beside if each.x1 <= gutter]
        right = [each for each in beside if each.x0 >= gutter]
        if left and right and max(_count_lines(left), _count_lines(right)) > 1:
            columns += [across, *_order_pair(left, right, depth)]
            across = []
        else:
            # Nothing to read side by side: the end of a line that spans the page, a row of a table.
            across += beside
        across += span
    return [*columns, across]


def _heads_both(fragment: Fragment, fragments: Sequence[Fragment]) -> bool:
    """Return whether a heading of a known name has nothing beside it, so that it heads the columns below it."""
    if not names_section(fragment.text):
        return False
    room = _ROOM_OF_A_HEADING * (fragment.y1 - fragment.y0)
    return all(each is fragment or each.y1 <= fragment.y0 - room or each.y0 >= fragment.y1 + room for each in fragments)


def _order_pair(left: list[Fragment], right: list[Fragment], depth: int) -> list[list[Fragment]]:
    first, second = (_cut(left, depth + 1), _cut(right, depth + 1))
    widest = max(_extent(column) for column in second if column)
    if _extent(left) < _SIDEBAR * widest and min(each.y0 for each in right) <= min(each.y0 for each in left):
        return [*second, *first]
    return [*first, *second]


def _extent(fragments: Sequence[Fragment]) -> float:
    return max(each.x1 for each in fragments) - min(each.x0 for each in fragments)


def _count_lines(fragments: Sequence[Fragment]) -> int:
    return len({round(each.middle) for each in fragments})


def _find_gutter(fragments: Sequence[Fragment]) -> float | None:
    """Return where the most lines of text stand on both sides, the middle of that gap; None if there is none."""
    if not fragments:
        return None
    left, right = min(each.x0 for each in fragments), max(each.x1 for each in fragments)
    margin = _NARROWEST * (right - left)
    best, places = 0, list[float]()
    for step in range(max(1, int((right - left - 2 * margin) / _STEP)) + 1):
        x = left + margin + step * _STEP
        found = _count_lines_beside(fragments, left, x, right)
        if found > best:
            best, places = found, [x]
        elif found and found == best and x - places[-1] <= 1.5 * _STEP:
            places.append(x)
    return (places[0] + places[-1]) / 2 if places else None


def _count_lines_beside(fragments: Sequence[Fragment], left: float, x: float, right: float) -> int:
    """Return how many lines of text stand at least on either side of x, 0 if they are not columns of text."""
    before, after = ([each for each in fragments if each.x1 <= x], [each for each in fragments if each.x0 >= x])
    filled_before = [each for each in before if _is_line(each, x - left)]
    filled_after = [each for each in after if _is_line(each, right - x)]
    fewer, more = sorted((len(filled_before), len(filled_after)))
    if fewer < _FEWEST_LINES and (fewer < _FEWEST_BESIDE_MANY or more < _MANY_LINES):
        return 0
    top = max(min(each.y0 for each in side) for side in (filled_before, filled_after))
    bottom = min(max(each.y1 for each in side) for side in (filled_before, filled_after))
    crossing = sum(each.x0 < x < each.x1 and top <= each.middle <= bottom for each in fragments)
    if top >= bottom or crossing > fewer / 2:
        return 0
    # The right column begins at one edge; the gaps of a line set wide lie anywhere.
    starts = [each.x0 for each in filled_after if each.x0 <= x + _NEAR * (right - x)]
    aligned = max((sum(abs(start - edge) <= _ALIGNED for start in starts) for edge in starts), default=0)
    return fewer if aligned >= len(starts) / 2 and starts else 0


def _is_line(fragment: Fragment, room: float) -> bool:
    return fragment.width >= _FILLED * room and len(fragment.text) >= _FEWEST_LETTERS
