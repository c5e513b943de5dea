"""Parquet files of whole numbers sorted by a key, of which only the row groups that hold the keys asked for are read.

The least and the greatest key of each row group stand in the file's footer, so that a look-up costs a search in memory
and a row group of 16,384 rows, whatever the size of the file.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

Numbers = npt.NDArray[np.int64]
_ROWS = 16_384


def hash_text(text: str) -> int:
    """Return a signed 64-bit hash of a text (BLAKE2b), the same in every process."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)


def write_columns(path: Path, columns: Mapping[str, Any], rows: int = _ROWS) -> None:
    """Write columns of equal length as Parquet in groups of so many rows; whole numbers as differences."""
    table = pa.table(dict(columns))
    wide = (pa.int64(), pa.int32())
    differences = [field.name for field in table.schema if field.type in wide]
    pq.write_table(
        table,
        path,
        row_group_size=rows,
        compression="zstd",
        use_dictionary=[name for name in table.column_names if name not in differences],
        column_encoding=dict.fromkeys(differences, "DELTA_BINARY_PACKED"),
        write_statistics=True,
    )


class SortedTable:
    """One Parquet file sorted by its first column, a whole number; it is only read, so threads can share it."""

    def __init__(self, path: Path) -> None:
        """Read the footer.

        Raises:
            OSError, pyarrow.ArrowException: the file is missing or damaged.
        """
        self._path = path
        self._own = threading.local()
        self._footer = pq.read_metadata(path)
        self._key = self._footer.schema.column(0).name
        # Of a file without rows the only group has no bounds.
        groups = range(self._footer.num_row_groups if self._footer.num_rows else 0)
        self.rows = self._footer.num_rows
        self.starts = np.cumsum([0, *(self._footer.row_group(group).num_rows for group in groups)])
        bounds = [self._footer.row_group(group).column(0).statistics for group in groups]
        self._least = np.array([bound.min for bound in bounds], dtype=np.int64)
        self._greatest = np.array([bound.max for bound in bounds], dtype=np.int64)

    def find(self, keys: Numbers, columns: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
        """Return the columns of the rows whose key is among the keys (sorted, each once), in the file's order."""
        wanted = [self._key, *columns]
        found = [self._select(group, keys, wanted) for group in self._groups_of(keys)]
        if not found:
            return self.read_groups([], wanted)
        return {name: np.concatenate([rows[name] for rows in found]) for name in wanted}

    def read_rows(self, first: int, count: int, *columns: str) -> tuple[npt.NDArray[Any], ...]:
        """Return a run of rows of some columns."""
        start = int(np.searchsorted(self.starts, first, side="right")) - 1
        end = int(np.searchsorted(self.starts, first + count, side="left"))
        values = self.read_groups(range(start, end), columns)
        offset = first - int(self.starts[start])
        return tuple(values[column][offset : offset + count] for column in columns)

    def read_groups(self, groups: Sequence[int], columns: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
        """Return the columns of whole row groups, texts as objects."""
        table = self._open().read_row_groups(list(groups), columns=list(columns), use_threads=False)
        return {name: table.column(name).to_numpy() for name in columns}

    def read_all(self, *columns: str) -> dict[str, npt.NDArray[Any]]:
        """Return whole columns."""
        return self.read_groups(range(self._footer.num_row_groups), columns)

    def _groups_of(self, keys: Numbers) -> list[int]:
        if not len(self._least):
            return []
        # A group is wanted when a key lies between its bounds.
        from_key = np.searchsorted(keys, self._least, side="left")
        to_key = np.searchsorted(keys, self._greatest, side="right")
        return [int(group) for group in np.flatnonzero(to_key > from_key)]

    def _select(self, group: int, keys: Numbers, columns: Sequence[str]) -> dict[str, npt.NDArray[Any]]:
        rows = self.read_groups([group], columns)
        own = rows[self._key]
        place = np.minimum(np.searchsorted(keys, own), len(keys) - 1)
        kept = keys[place] == own
        return {name: values[kept] for name, values in rows.items()}

    def _open(self) -> pq.ParquetFile:
        # A reader of pyarrow must not be shared by threads; the footer can be.
        file: pq.ParquetFile | None = getattr(self._own, "file", None)
        if file is None:
            # Not mapped: a group would bring what the system reads ahead, megabytes on some, when it is first touched.
            file = self._own.file = pq.ParquetFile(self._path, metadata=self._footer)
        return file
