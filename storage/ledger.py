"""The ledger of one review: a DuckDB file only one process holds, and a published copy anybody may open."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import duckdb
import polars as pl

from storage.blocks import SMALL_BLOCKS
from storage.errors import InputError, LedgerInUse
from storage.places import PUBLISHED_FILE, WORKING_FILE, find_published
from storage.queries import read_query

_open_here: set[Path] = set()

# Copying in a child: closing any descriptor of a file drops this process's POSIX locks on it, and with them the
# protection against a second writer.
_COPY = ("-I", "-S", "-c", "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])")
_HAND_ON = ("-P", "-m", "storage.handing_on")
_SOURCES = str(Path(__file__).resolve().parents[__name__.count(".")])  # from where this module is imported


class Ledger:
    """An open ledger. Only flows hold one; reads return Polars frames, writes happen inside `transaction`.

    What was read is remembered until something is written: planning a query over views takes longer than running it.
    """

    def __init__(self, folder: Path) -> None:
        """Open (or create) the ledger in a review's folder and bring its schema up to date.

        Raises:
            LedgerInUse: another process, or this one, already holds the review.
            InputError: the folder cannot be written, or what stands in the ledger's place is none.
        """
        self.folder = folder
        self.path = (folder / WORKING_FILE).resolve()
        if self.path in _open_here:
            raise LedgerInUse(f"review '{folder.name}' is already in use by this process ({os.getpid()})")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not os.access(folder, os.W_OK):
                raise PermissionError(folder)
            self._con = duckdb.connect(self.path, config=SMALL_BLOCKS)
        except OSError as error:
            raise InputError(
                f"the folder '{folder}' cannot be written ({error.strerror or error}); give another with --reviews"
            ) from error
        except duckdb.Error as error:
            raise _explain(error, folder) from error
        _open_here.add(self.path)
        self._answers: dict[Hashable, pl.DataFrame] = {}
        try:
            self._migrate()
        except duckdb.Error as error:
            self.close()
            raise _explain(error, folder) from error

    def __enter__(self) -> Self:
        """Return the ledger itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the ledger."""
        self.close()

    def close(self) -> None:
        """Release the file; what was committed stays."""
        self._con.close()
        _open_here.discard(self.path)

    def _migrate(self) -> None:
        scripts = sorted(entry.name for entry in files("storage.schema").iterdir() if entry.name.endswith(".sql"))
        with self.transaction():
            self._con.execute(
                "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name VARCHAR NOT NULL)"
            )
            done = {row[0] for row in self._con.execute("SELECT number FROM migration").fetchall()}
            for script in scripts:
                number = int(script[:4])
                if number in done:
                    continue
                self._con.execute(files("storage.schema").joinpath(script).read_text(encoding="utf-8"))
                self._con.execute("INSERT INTO migration VALUES ($number, $name)", {"number": number, "name": script})

        keyed = self._con.execute("SELECT table_name FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY'")
        self._keyed = {str(row[0]) for row in keyed.fetchall()}

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything written in the block at once, or nothing of it."""
        self._con.execute("BEGIN TRANSACTION")
        try:
            yield
        except BaseException:
            self._answers.clear()
            self._con.execute("ROLLBACK")
            raise
        self._con.execute("COMMIT")

    def frame(self, query: str, **parameters: Any) -> pl.DataFrame:
        """Return the rows of the named query (see `storage/queries`) as a frame."""
        return self.select(read_query(query), **parameters)

    def select(self, sql: str, **parameters: Any) -> pl.DataFrame:
        """Return the rows of a SELECT as a frame of the caller's own."""
        if not all(isinstance(value, Hashable) for value in parameters.values()):
            return self._read(sql, parameters)
        asked = (sql, *sorted(parameters.items()))
        if asked not in self._answers:
            self._answers[asked] = self._read(sql, parameters)
        return self._answers[asked].clone()

    def _read(self, sql: str, parameters: dict[str, Any]) -> pl.DataFrame:
        frame: pl.DataFrame = self._con.sql(sql, params=parameters or None).pl()
        return frame

    def value(self, query: str, **parameters: Any) -> Any:
        """Return the single value the named query answers with, None when it has no row."""
        frame = self.frame(query, **parameters)
        return frame.item(0, 0) if frame.height else None

    def change(self, sql: str, **parameters: Any) -> None:
        """Run one INSERT, UPDATE or DELETE."""
        self._answers.clear()
        self._con.execute(sql, parameters or None)

    def append(self, table: str, rows: pl.DataFrame | Sequence[Mapping[str, Any]]) -> None:
        """Append rows to a table by column name; rows whose primary key is already there are facts already known."""
        frame = rows if isinstance(rows, pl.DataFrame) else pl.DataFrame(rows, infer_schema_length=None)
        if frame.is_empty():
            return
        self._answers.clear()
        self._con.register("incoming", frame)
        known = "OR IGNORE" if table in self._keyed else ""
        self._con.execute(f"INSERT {known} INTO {table} BY NAME SELECT * FROM incoming")
        self._con.unregister("incoming")

    def publish(self) -> Path:
        """Replace `corpus.duckdb` by the present state, atomically, and return its path.

        Where there are full texts, the copy goes without what may not be handed on of them. Answers of catalogues and
        services were stored without e-mail addresses.
        """
        self._con.execute("CHECKPOINT")
        target = self.folder / PUBLISHED_FILE
        fresh = self.folder / f".{PUBLISHED_FILE}.new"
        # The copying child of a killed run may still write to the file of this name; it must not be this one.
        fresh.unlink(missing_ok=True)
        has_pages = self.select("SELECT EXISTS (FROM document WHERE level = 0 AND page > 0)").item()
        how = _HAND_ON if has_pages else _COPY
        environment = os.environ | {"PYTHONPATH": _SOURCES}
        try:
            subprocess.run([sys.executable, *how, self.path, fresh], check=True, env=environment)  # noqa: S603 - our own code
            fresh.replace(target)
        finally:
            fresh.unlink(missing_ok=True)
        return target


def _explain(error: duckdb.Error, folder: Path) -> InputError | LedgerInUse:
    if "Could not set lock" in str(error):
        holder = re.search(r"PID (\d+)", str(error))
        process = f"process {holder[1]}" if holder else "another process"
        return LedgerInUse(
            f"review '{folder.name}' is in use by {process}; wait until it has finished or choose another --name"
        )
    reason = str(error).splitlines()[0].rstrip("!")
    return InputError(
        f"'{WORKING_FILE}' in '{folder}' is no ledger of litreview ({reason}); move it away or choose another --name"
    )


def open_published(folder: Path) -> duckdb.DuckDBPyConnection:
    """Return a read-only connection to a review's published copy.

    Raises:
        InputError: there is no review in the folder, nothing was published yet, or the copy cannot be read.
    """
    path = find_published(folder)
    try:
        return duckdb.connect(path, read_only=True)
    except duckdb.Error as error:
        raise InputError(
            f"'{path}' cannot be read as a database; run the review again to publish a new copy"
        ) from error
