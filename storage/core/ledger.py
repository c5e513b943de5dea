"""The ledger of one review: a DuckDB file that only one process holds, and a published copy that anybody may open."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

import duckdb
import polars as pl

from storage.core.answers import Answers
from storage.core.damage import is_damage, is_held, read_log, read_reason, tell_damage
from storage.core.errors import DamagedReview, InputError, LedgerInUse
from storage.core.kept_views import KeptViews
from storage.core.migrations import SMALL_BLOCKS, describe_tables, is_behind, migrate, quote_name, read_views
from storage.core.places import PUBLISHED_FILE, SUSPECT_FILE, WORKING_FILE, find_published
from storage.core.relations import Relations
from storage.queries import read_query

_open_here: set[Path] = set()

# Copying happens in a child process: closing any descriptor of a file drops this process's POSIX locks on it, and with
# them the protection against a second writer.
_COPY = ("-I", "-S", "-c", "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])")
_HAND_ON = ("-P", "-m", "storage.publication.public_copy")
_SOURCES = str(Path(__file__).resolve().parents[__name__.count(".")])  # from where this module is imported


class Ledger:
    """An open ledger. Only flows hold one; reads return Polars frames, writes happen inside `transaction`.

    Results are remembered, and views kept as tables, until a table they rest on is written to: planning a query over
    views takes longer than running it.
    """

    def __init__(self, folder: Path) -> None:
        """Open (or create) the ledger in a review's folder and bring its schema up to date.

        Raises:
            LedgerInUse: another process, or this one, already holds the review.
            DamagedReview: its file or write-ahead log is damaged; both stay as they are.
            InputError: the folder cannot be written to, or what is in the ledger's place is not a ledger, or is newer.
        """
        self.folder = folder
        self.path = (folder / WORKING_FILE).resolve()
        if self.path in _open_here:
            raise LedgerInUse(f"review '{folder.name}' is already in use by this process ({os.getpid()})")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not os.access(folder, os.W_OK):
                raise PermissionError(folder)
            log = read_log(self.path) if self.path.exists() else None
            if log and log.reason:
                raise tell_damage(folder.name, log.reason)
            self._con = duckdb.connect(self.path, config=SMALL_BLOCKS)
        except OSError as error:
            raise InputError(
                f"the folder '{folder}' cannot be written ({error.strerror or error}); give another with --reviews"
            ) from error
        except duckdb.Error as error:
            raise _explain(error, folder) from error
        _open_here.add(self.path)
        self._relations = Relations(read_views())
        self._answers = Answers(self._relations)
        self._views = KeptViews(self._con, self._relations)
        self._damage: DamagedReview | None = None
        try:
            self._migrate()
        except (duckdb.Error, InputError) as error:
            self.close()
            raise (_explain(error, folder) if isinstance(error, duckdb.Error) else error) from error

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
        with self.transaction():
            migrate(self._con)
        self._tables = describe_tables(self._con)
        self._relations.learn(self._tables)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Report in one sentence that the file is damaged, and leave a marker for the repair."""
        try:
            yield
        except duckdb.Error as error:
            if self._damage is None and is_damage(error):
                self._damage = tell_damage(self.folder.name, read_reason(error))
                (self.folder / SUSPECT_FILE).touch()
            if self._damage:  # after this the database no longer answers anything
                raise self._damage from error
            raise

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything written in the block at once, or none of it."""
        with self._watched():
            self._con.execute("BEGIN TRANSACTION")
        try:
            yield
        except BaseException:
            self._answers.forget_all()
            if self._damage is None:
                self._con.execute("ROLLBACK")
                self._views.drop_all()
            raise
        with self._watched():
            self._con.execute("COMMIT")

    def frame(self, query: str, **parameters: Any) -> pl.DataFrame:
        """Return the rows of the named query (see `storage/queries`) as a frame."""
        return self.select(read_query(query), **parameters)

    def select(self, sql: str, **parameters: Any) -> pl.DataFrame:
        """Return the rows of a SELECT as a frame that belongs to the caller."""
        if not all(isinstance(value, Hashable) for value in parameters.values()):
            return self._read(sql, parameters)
        asked = (sql, *sorted(parameters.items()))
        frame = self._answers.get(asked)
        if frame is None:
            frame = self._read(sql, parameters)
            self._answers.remember(asked, sql, frame)
        return frame.clone()

    def _read(self, sql: str, parameters: dict[str, Any]) -> pl.DataFrame:
        with self._watched():
            self._views.keep(sql)
            frame: pl.DataFrame = self._con.sql(sql, params=parameters or None).pl()
        return frame

    def value(self, query: str, **parameters: Any) -> Any:
        """Return the single value that the named query gives, None when it has no row."""
        frame = self.frame(query, **parameters)
        return frame.item(0, 0) if frame.height else None

    def change(self, sql: str, **parameters: Any) -> None:
        """Run one INSERT, UPDATE or DELETE."""
        self._forget(sql)
        with self._watched():
            self._con.execute(sql, parameters or None)

    def append(self, table: str, rows: pl.DataFrame | Sequence[Mapping[str, Any]]) -> None:
        """Append rows to a table by column name; rows whose primary key exists are known facts and are skipped."""
        frame = rows if isinstance(rows, pl.DataFrame) else pl.DataFrame(rows, infer_schema_length=None)
        if frame.is_empty():
            return
        self._forget(table)
        known = "OR IGNORE" if self._tables.get(table) else ""
        self._con.register("incoming", frame)
        with self._watched():
            self._con.execute(f"INSERT {known} INTO {quote_name(table)} BY NAME SELECT * FROM incoming")
        self._con.unregister("incoming")

    def _forget(self, sql: str) -> None:
        written = self._relations.list_tables(sql)
        self._answers.forget(written)
        self._views.drop(written)

    def publish(self) -> Path:
        """Replace `corpus.duckdb` by the current state, atomically, and return its path.

        Where there are full texts, the copy leaves out those that may not be passed on. Answers of catalogues and
        services were already stored without e-mail addresses.
        """
        with self._watched():
            self._con.execute("CHECKPOINT")
        target = self.folder / PUBLISHED_FILE
        fresh = self.folder / f".{PUBLISHED_FILE}.new"
        # The copying child of a killed run may still write to the file of this name; it must not be the same file.
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
    if is_held(error):
        holder = re.search(r"PID (\d+)", str(error))
        process = f"process {holder[1]}" if holder else "another process"
        return LedgerInUse(
            f"review '{folder.name}' is in use by {process}; wait until it has finished or choose another --name"
        )
    if is_damage(error) and (folder / PUBLISHED_FILE).exists():
        return tell_damage(folder.name, read_reason(error))
    reason = str(error).splitlines()[0].rstrip("!")
    return InputError(
        f"'{WORKING_FILE}' in '{folder}' is not a litreview ledger ({reason}); move it away or choose another --name"
    )


@contextmanager
def open_published(folder: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield a read-only connection to a review's published copy.

    If an older version published the copy, the connection is to an upgraded copy of it, so that every query works.

    Raises:
        DamagedReview: the copy cannot be read, when it is opened or while it is queried.
        InputError: there is no review in the folder, or nothing was published yet.
    """
    path = find_published(folder)
    try:
        with ExitStack() as stack:
            connection = stack.enter_context(duckdb.connect(path, read_only=True))
            if is_behind(connection):
                place = Path(stack.enter_context(TemporaryDirectory(prefix="litreview-published-"))) / folder.name
                place.mkdir()
                shutil.copyfile(path, place / WORKING_FILE)
                Ledger(place).close()
                connection = stack.enter_context(duckdb.connect(place / WORKING_FILE, read_only=True))
            yield connection
    except duckdb.Error as error:
        if is_damage(error):
            raise tell_damage(folder.name, read_reason(error)) from error
        raise
