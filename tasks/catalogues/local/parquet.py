"""Parquet rows as the JSON text of OpenAlex works."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from storage.core.errors import CatalogueError

_ROWS_AT_ONCE = 500
_PROSE = ("title", "display_name", "abstract")


def read_rows(file: Path) -> Iterator[str]:
    """Yield each row as JSON. Columns that hold JSON as text are unpacked, nulls of the inverted index left out.

    Raises:
        CatalogueError: the file is not Parquet, or damaged.
    """
    try:
        with pq.ParquetFile(file) as parquet:
            for batch in parquet.iter_batches(batch_size=_ROWS_AT_ONCE):
                for row in batch.to_pylist(maps_as_pydicts="lossy"):
                    yield _write_row(row)
    except (pa.ArrowException, OSError, orjson.JSONEncodeError) as error:
        reason = str(error).splitlines()[0][:200]
        raise CatalogueError(
            f"The Parquet file {file.name} cannot be read ({reason}); write or copy it again."
        ) from error


def _write_row(row: dict[str, Any]) -> str:
    unpacked = {name: value if name in _PROSE else _unpack(value) for name, value in row.items()}
    words = unpacked.get("abstract_inverted_index")
    if isinstance(words, dict):
        # A struct column has every word of the file in every row.
        unpacked["abstract_inverted_index"] = {word: places for word, places in words.items() if places is not None}
    return orjson.dumps(unpacked, default=str, option=orjson.OPT_NON_STR_KEYS).decode()


def _unpack(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return orjson.loads(value)
        except orjson.JSONDecodeError:
            return value
    return value
