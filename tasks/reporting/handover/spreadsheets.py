"""The works of a review as tables for spreadsheets: what was included, excluded and never screened, and why."""

from __future__ import annotations

from datetime import date
from io import BytesIO

import polars as pl
import xlsxwriter

from tasks.reporting.handover import Handover
from tasks.reporting.handover.archive import zip_files
from tasks.text.cleaning import plain_text

_JUDGED = ("left out", "unsure", "excluded")
_UNSCREENED = ("not screened", "ineligible", "duplicate", "not decided")
# A spreadsheet that opens CSV takes such a cell for a formula; after an apostrophe it is text.
_OF_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_LONGEST_CELL = 32_000
_WIDE = frozenset({"title", "reason", "finding", "quote", "authors", "found_via", "no_full_text_because"})


def list_tables(review: Handover) -> dict[str, pl.DataFrame]:
    """Return the tables by name; texts are on one line, lists joined, and no table has a cell of another kind.

    Included, excluded (with those left out and unsure) and unscreened works together are all that were found.
    """
    fates = review.fates
    counts = pl.DataFrame(
        {"item": list(review.counts), "n": list(review.counts.values())}, {"item": pl.String, "n": pl.Int64}
    )
    tables = {
        "included": fates.filter(pl.col("fate") == "included"),
        "excluded": fates.filter(pl.col("fate").is_in(_JUDGED)),
        "unscreened": fates.filter(pl.col("fate").is_in(_UNSCREENED)),
        "findings": review.findings,
        "sources": review.sources,
        "prisma": counts,
    }
    return {name: _flatten(table) for name, table in tables.items()}


def _flatten(table: pl.DataFrame) -> pl.DataFrame:
    """Return a frame of numbers, truth values and lines of text."""
    columns = []
    for name, kind in table.schema.items():
        if kind.is_numeric() or kind == pl.Boolean:
            columns.append(table[name])
        else:
            columns.append(pl.Series(name, [_say(value) for value in table[name].to_list()], pl.String))
    return pl.DataFrame(columns)


def _say(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, date):
        return value.isoformat()
    text = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
    return plain_text(text)[:_LONGEST_CELL] or None


def make_csv(review: Handover) -> bytes:
    """Return the tables as a zip of CSV files."""
    return zip_files(
        f"{review.name}-csv", {f"{name}.csv": write_csv(table) for name, table in list_tables(review).items()}
    )


def write_csv(table: pl.DataFrame) -> bytes:
    """Return a table as CSV (RFC 4180, UTF-8); a cell that looks like a formula begins with '."""
    text = pl.col(pl.String)
    guarded = pl.when(text.str.contains(rf"^[{''.join(map(_escape, _OF_FORMULAS))}]")).then(pl.lit("'") + text)
    return _flatten(table).with_columns(guarded.otherwise(text).name.keep()).write_csv().encode()


def _escape(sign: str) -> str:
    return f"\\{sign}" if sign.isprintable() else sign


def make_workbook(review: Handover) -> bytes:
    """Return the tables as an Excel workbook with a sheet each; every text is stored as text, never as a formula."""
    packed = BytesIO()
    workbook = xlsxwriter.Workbook(packed, {"in_memory": True})
    workbook.set_properties({"title": plain_text(review.title)[:255], "created": review.written_at})
    bold = workbook.add_format({"bold": True})
    for name, table in list_tables(review).items():
        sheet = workbook.add_worksheet(name.capitalize())
        sheet.freeze_panes(1, 0)
        for column, heading in enumerate(table.columns):
            sheet.set_column(column, column, 48 if heading in _WIDE else 16)
            sheet.write_string(0, column, heading, bold)
        for row, cells in enumerate(table.iter_rows(), start=1):
            for column, cell in enumerate(cells):
                if isinstance(cell, bool):
                    sheet.write_boolean(row, column, cell)
                elif isinstance(cell, int | float):
                    sheet.write_number(row, column, cell)
                elif cell is not None:
                    sheet.write_string(row, column, cell)
        if table.height:
            sheet.autofilter(0, 0, table.height, table.width - 1)
    workbook.close()
    return packed.getvalue()
