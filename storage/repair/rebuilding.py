"""A ledger rebuilt from a damaged one and the published copy.

Called as ``python -m storage.repair.rebuilding DAMAGED PUBLISHED FOLDER`` (``-`` for none), in a separate process that
a damaged file may crash: writes a ledger into the folder and prints as JSON what it holds. This is all of the damaged
ledger, if every row of it can be read. Otherwise it is the published copy, the last consistent state, plus later rows
that do not depend on others: answers of services and language models with their price, what people said, and pages of
full texts, which the copy must not hold.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

import duckdb

from storage.core.damage import name_log
from storage.core.errors import LitreviewError
from storage.core.migrations import SMALL_BLOCKS, migrate, quote_name
from storage.core.places import WORKING_FILE

# Rows that mean the same whatever else the ledger holds; some of them change after they are created.
_KEPT = frozenset(
    {"response", "catalogue_answer", "api_call", "embedding", "llm_call", "llm_answer", "llm_batch_item"}
    | {"human_question", "human_answer", "pooling", "required_screeners", "quota", "llm_batch", "reservation"}
)
_CHANGING = frozenset({"quota", "llm_batch", "reservation"})
# What people said of works, which must be there.
_OF_WORKS = {
    "appraisal": "SELECT * FROM damaged.appraisal WHERE work_id IN (SELECT work_id FROM work)",
    "screener_verdict": (
        "SELECT * EXCLUDE (seq) FROM damaged.screener_verdict WHERE work_id IN (SELECT work_id FROM work) ORDER BY seq"
    ),
}
_VERDICTS = (
    "INSERT OR IGNORE INTO decision BY NAME SELECT * EXCLUDE (seq) FROM damaged.decision "
    "WHERE method = 'human' AND work_id IN (SELECT work_id FROM work) ORDER BY seq;"
    # For a damaged ledger last opened by an older version, which stored it this way.
    "UPDATE decision SET earlier = -batch, batch = NULL WHERE batch < 0"
)
_PAGES = "(work_id, level, page, source)"


@dataclass(slots=True)
class Rebuilt:
    """What a rebuilt ledger holds: everything (`is_whole`), or the published copy with later rows (`kept`).

    `at_checkpoint` says that all was read except the log, which cannot be used with a damaged database. `lost` counts
    the missing rows by table, as far as they can be counted; `unreadable` are tables that could not be read. Of the
    full-text pages that the copy leaves out, `pages` are recovered and `pages_lost` are not.
    """

    is_whole: bool = False
    at_checkpoint: bool = False
    kept: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)
    pages: int = 0
    pages_lost: int = 0


def rebuild(damaged: Path | None, published: Path | None, folder: Path) -> Rebuilt:
    """Write the ledger into the folder and return what it holds.

    Raises:
        LitreviewError: there is no published copy, and not all of the damaged ledger can be read.
        duckdb.Error: the published copy cannot be read.
    """
    target = folder / WORKING_FILE
    for database in _with_and_without_log(damaged, folder) if damaged else ():
        with suppress(duckdb.Error):
            _copy(database, target)
            return Rebuilt(is_whole=True, at_checkpoint=database != damaged)
        target.unlink(missing_ok=True)
    if published is None:
        raise LitreviewError("there is nothing to make a ledger from")
    _copy(published, target)
    rebuilt = Rebuilt()
    with duckdb.connect(target) as connection:
        connection.execute("BEGIN TRANSACTION")
        migrate(connection)
        connection.execute("COMMIT")
        if damaged and _attach(connection, damaged, folder):
            _take_over(connection, rebuilt)
        rebuilt.pages_lost = _count(connection, "withheld_page")
    return rebuilt


def _with_and_without_log(damaged: Path, folder: Path) -> Iterator[Path]:
    """Yield the damaged ledger and, if it has a log, a copy of it without one."""
    yield damaged
    if name_log(damaged).exists():
        yield Path(shutil.copyfile(damaged, folder / f"{damaged.name}.alone"))


def _attach(connection: duckdb.DuckDBPyConnection, damaged: Path, folder: Path) -> bool:
    """Attach the damaged ledger for reading, without its log if that cannot be used; return whether this succeeded."""
    for database in _with_and_without_log(damaged, folder):
        with suppress(duckdb.Error):
            connection.execute(f"ATTACH '{_escape(database)}' AS damaged (READ_ONLY)")
            return True
    return False


def _copy(source: Path, target: Path) -> None:
    with duckdb.connect(config=SMALL_BLOCKS) as connection:
        connection.execute(f"ATTACH '{_escape(source)}' AS source (READ_ONLY)")
        connection.execute(f"ATTACH '{_escape(target)}' AS target")
        connection.execute("COPY FROM DATABASE source TO target")


def _escape(path: Path) -> str:
    return str(path).replace("'", "''")


def _take_over(connection: duckdb.DuckDBPyConnection, rebuilt: Rebuilt) -> None:
    there = _tables(connection, "damaged")
    for table in sorted(_tables(connection, "main") & there):
        before = _count(connection, table)
        try:
            columns = _shared_columns(connection, table)
            connection.execute(f"SELECT bit_xor(hash(COLUMNS(*))) FROM damaged.{quote_name(table)}").fetchall()
            if table in _KEPT:
                _add(connection, table, columns)
            elif table == "decision":
                connection.execute(_VERDICTS)
            elif table in _OF_WORKS:
                connection.execute(f"INSERT OR IGNORE INTO {table} BY NAME {_OF_WORKS[table]}")
            elif table == "document":
                rebuilt.pages = _restore_pages(connection)
            lacks = _count(connection, f"damaged.{table}") - _count(connection, table)
        except duckdb.Error:
            rebuilt.unreadable.append(table)
            continue
        if lacks > 0:
            rebuilt.lost[table] = lacks
        if (added := _count(connection, table) - before) and table != "document":
            rebuilt.kept[table] = added


def _add(connection: duckdb.DuckDBPyConnection, table: str, columns: str) -> None:
    how = "OR REPLACE" if table in _CHANGING else "OR IGNORE" if _is_keyed(connection, table) else ""
    besides = "" if how else f" EXCEPT ALL SELECT {columns} FROM {table}"
    connection.execute(f"INSERT {how} INTO {table} BY NAME SELECT {columns} FROM damaged.{table}{besides}")


def _restore_pages(connection: duckdb.DuckDBPyConnection) -> int:
    """Restore the pages that the copy leaves out, and return how many."""
    rows = connection.execute(
        f"INSERT OR IGNORE INTO document BY NAME SELECT * FROM damaged.document WHERE {_PAGES} IN "
        f"(SELECT {_PAGES} FROM withheld_page) RETURNING work_id"
    ).fetchall()
    connection.execute(f"DELETE FROM withheld_page WHERE {_PAGES} IN (SELECT {_PAGES} FROM document)")
    return len(rows)


def _tables(connection: duckdb.DuckDBPyConnection, database: str) -> set[str]:
    name = "current_database()" if database == "main" else f"'{database}'"
    rows = connection.execute(f"SELECT table_name FROM duckdb_tables() WHERE database_name = {name} AND NOT internal")
    return {row[0] for row in rows.fetchall()}


def _shared_columns(connection: duckdb.DuckDBPyConnection, table: str) -> str:
    rows = connection.execute(
        "SELECT column_name FROM duckdb_columns() WHERE table_name = $table GROUP BY column_name "
        "HAVING count(DISTINCT database_name) > 1 ORDER BY min(column_index)",
        {"table": table},
    )
    return ", ".join(quote_name(row[0]) for row in rows.fetchall())


def _is_keyed(connection: duckdb.DuckDBPyConnection, table: str) -> bool:
    return bool(
        connection.execute(
            "SELECT count(*) FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY' AND table_name = $table "
            "AND database_name = current_database()",
            {"table": table},
        ).fetchone()[0]  # type: ignore[index]
    )


def _count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    (rows,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)
    return int(rows)


if __name__ == "__main__":
    old, copy = (None if name == "-" else Path(name) for name in sys.argv[1:3])
    print(json.dumps(asdict(rebuild(old, copy, Path(sys.argv[3])))))  # noqa: T201 - the answer to the caller
