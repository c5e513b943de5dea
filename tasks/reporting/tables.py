"""Tables of a review as Pandoc's pipe tables, which long cells and narrow pages do not break."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from tasks.text.cleaning import escape_markdown, plain_text

# A finding may take back at its end what it says first, so that it is not cut where others are.
_LONGEST_CELL, _LONGEST_FINDING = 300, 900
_OF_FINDINGS = frozenset({"finding", "text"})
# Characters that fit on a line of a Word file.
_PAGE = 76
# A word longer than this may be broken, so that a column of addresses does not starve the others.
_LONGEST_WORD = 14
# A spreadsheet would evaluate a pasted cell that begins like this; after an apostrophe it is text.
_OF_FORMULAS = ("=", "+", "-", "@")


# What a page that is not turned has room for: so many columns, or so many characters of them, long cells cut.
_MOST_COLUMNS, _MOST_CHARACTERS, _LONG = 6, 90, 24


@dataclass(frozen=True, slots=True)
class Table:
    """A table to be shown: rows in their order, the headings of the columns shown, and Markdown on how to read it.

    `data` are the rows as other programs are given them, where that is not what is shown.
    """

    rows: pl.DataFrame
    columns: Mapping[str, str]
    note: str = ""
    data: pl.DataFrame | None = None

    @property
    def is_wide(self) -> bool:
        """Return whether it has more columns, and more in them, than a page has room for unless it is turned."""
        if len(self.columns) <= _MOST_COLUMNS:
            return False
        longest = (max(map(len, column)) for column in zip(self.columns.values(), *self._cells(), strict=True))
        return sum(2 + min(_LONG, length) for length in longest) > _MOST_CHARACTERS

    def export(self) -> pl.DataFrame:
        """Return the rows as other programs are given them, columns by their names in the database."""
        return self.rows.select(*self.columns) if self.data is None else self.data

    def draw(self) -> str:
        """Return the pipe table, numbers right-aligned; text in headings and cells is escaped."""
        numeric = [self.rows.schema[column].is_numeric() for column in self.columns]
        cells = self._cells()
        headings = [escape_markdown(heading) for heading in self.columns.values()]
        lines = [headings, _rules(headings, cells, numeric), *cells]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def _cells(self) -> list[list[str]]:
        return [[_render_cell(name, row[name]) for name in self.columns] for row in self.rows.iter_rows(named=True)]


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
    """Return a value as one escaped line of at most 300 characters, a finding of at most 900, lists joined."""
    if value is None or value != value:  # noqa: PLR0124 - only NaN differs from itself
        return ""
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, int):
        return str(value) if column == "year" else f"{value:,}"
    text = plain_text(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    if text.startswith(_OF_FORMULAS):
        text = f"'{text}"
    longest = _LONGEST_FINDING if column in _OF_FINDINGS else _LONGEST_CELL
    return escape_markdown(text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…")
