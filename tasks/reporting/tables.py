"""Tables of the appendix as Pandoc's pipe tables, which long cells and narrow pages do not break."""

from __future__ import annotations

import math
from collections.abc import Sequence

import polars as pl

from tasks.text.cleaning import escape_markdown, plain_text

_LONGEST_CELL = 300
# Characters that fit on a line of a Word file.
_PAGE = 76
# A word longer than this may be broken, so that a column of addresses does not starve the others.
_LONGEST_WORD = 14
# A spreadsheet would evaluate a pasted cell that begins like this; after an apostrophe it is text.
_OF_FORMULAS = ("=", "+", "-", "@")


def draw_table(frame: pl.DataFrame, columns: dict[str, str], if_empty: str) -> str:
    """Return the columns as a pipe table with the given headings, numbers right-aligned; `if_empty` without rows."""
    if not frame.height:
        return if_empty
    numeric = [frame.schema[column].is_numeric() for column in columns]
    rows = [[_render_cell(column, row[column]) for column in columns] for row in frame.iter_rows(named=True)]
    lines = [list(columns.values()), _rules(list(columns.values()), rows, numeric), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _rules(headings: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]) -> list[str]:
    """Return the line under the heading: Pandoc gives columns of long tables widths in proportion to these dashes.

    Every column is as wide as its longest word; the rest of the page goes to columns with more than that in a cell, in
    proportion to what their cells hold.
    """
    columns = [(heading, *cells) for heading, cells in zip(headings, zip(*rows, strict=True), strict=True)]
    words = [[len(word) for cell in column for word in cell.split()] for column in columns]
    least = [4 + min(_LONGEST_WORD, max(lengths, default=0)) for lengths in words]
    more = [max(0, sum(map(len, column[1:])) / len(rows) - width) for column, width in zip(columns, least, strict=True)]
    spare = max(0, _PAGE - sum(least))
    dashes = [width + round(spare * extra / (math.fsum(more) or 1)) for width, extra in zip(least, more, strict=True)]
    return [f"{'-' * (count - 1)}:" if right else "-" * count for count, right in zip(dashes, numeric, strict=True)]


def _render_cell(column: str, value: object) -> str:
    """Return a value as one escaped line of at most 300 characters, lists joined."""
    if value is None or value != value:  # noqa: PLR0124 - only NaN differs from itself
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, int):
        return str(value) if column == "year" else f"{value:,}"
    text = plain_text(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    if text.startswith(_OF_FORMULAS):
        text = f"'{text}"
    return escape_markdown(text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1].rstrip()}…")
