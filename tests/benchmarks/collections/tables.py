"""Rows of the files in which collections are published: JSON lines, JSON, CSV or Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PolarsError

from storage.core.errors import InputError

_READERS: dict[str, Callable[[Path], pl.DataFrame]] = {
    ".parquet": pl.read_parquet,
    ".csv": lambda path: pl.read_csv(path, infer_schema=False),
    ".tsv": lambda path: pl.read_csv(path, infer_schema=False, separator="\t"),
    ".jsonl": lambda path: pl.read_ndjson(path, infer_schema_length=None),
    ".json": lambda path: pl.read_json(path, infer_schema_length=None),
}


def list_files(source: Path, names: Sequence[str] = ()) -> list[Path]:
    """Return the tables in a folder, or the file that is given; with `names` those whose names contain one of them.

    Raises:
        InputError: there is none.
    """
    found = [source] if source.is_file() else sorted(path for path in source.rglob("*") if path.suffix in _READERS)
    if names and not source.is_file():
        found = [path for path in found if any(name in path.name or name in path.parent.name for name in names)]
    if not found:
        wanted = f" with {' or '.join(names)} in its name" if names else ""
        raise InputError(f"there is no file{wanted} of {', '.join(_READERS)} in '{source}'; correct the path")
    return found


def read_rows(paths: Iterable[Path], needed: Sequence[str]) -> list[dict[str, Any]]:
    """Return the rows of tables that have the columns needed.

    Raises:
        InputError: a file cannot be read, is of another kind, or lacks a column.
    """
    rows: list[dict[str, Any]] = []
    for path in paths:
        if path.suffix not in _READERS:
            raise InputError(
                f"'{path}' is no table; give {', '.join(_READERS)} (pickles can run code: save as Parquet)"
            )
        try:
            table = _READERS[path.suffix](path)
        except (PolarsError, OSError, UnicodeDecodeError) as error:
            told = str(error).split("\n", 1)[0]
            raise InputError(f"'{path}' cannot be read ({told}); save it anew") from error
        if lacking := [column for column in needed if column not in table.columns]:
            raise InputError(f"'{path}' has no column {' and '.join(lacking)}; it has {', '.join(table.columns)}")
        rows += table.iter_rows(named=True)
    return rows


def say(value: object) -> str:
    """Return a cell as text, "" where it is empty."""
    return "" if value is None else str(value).strip()
