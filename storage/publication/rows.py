"""Rows of a query as text for other programs: CSV and JSON."""

from __future__ import annotations

from typing import Any

import orjson
import polars as pl

_SAID = (pl.Object, pl.Binary)


def to_csv(rows: pl.DataFrame) -> str:
    """Return rows as CSV with a heading (RFC 4180); cells with parts, such as lists, are JSON."""
    nested = [name for name, kind in rows.schema.items() if kind.is_nested() or kind in _SAID]
    flat = rows.with_columns(
        pl.Series(name, [None if value is None else _dump(value).decode() for value in rows[name].to_list()], pl.String)
        for name in nested
    )
    text: str = flat.write_csv()
    return text


def to_json(rows: pl.DataFrame) -> str:
    """Return rows as a JSON array, an object a row, a row a line; moments are ISO 8601, bytes hexadecimal."""
    lines = [_dump(row).decode() for row in rows.iter_rows(named=True)]
    return "[" + ",\n ".join(lines) + "]\n"


def _dump(value: Any) -> bytes:
    return orjson.dumps(value, default=_say, option=orjson.OPT_NON_STR_KEYS)


def _say(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)
