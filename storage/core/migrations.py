"""The schema of a ledger: numbered files that change its tables, and the views, which are recreated as a whole.

The block size of a review's DuckDB files, and how names are quoted in them.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files

import duckdb

from storage.core.errors import InputError

BLOCK_SIZE = 16_384
"""Block size in bytes, a sixteenth of the default: a ledger has many tables, most of them small, and so takes a tenth
of the space, as does every copy of it that is published or pushed to a bucket."""

SMALL_BLOCKS: dict[str, str | bool | int | float | list[str]] = {"default_block_size": BLOCK_SIZE}
"""The configuration of a connection that creates such files; existing files keep their block size."""


_VIEWS = "SELECT view_name, sql FROM duckdb_views() WHERE NOT internal ORDER BY view_oid"
_COLUMNS = (
    "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal ORDER BY table_oid, column_index"
)


@cache
def list_migrations() -> dict[int, str]:
    """Return the names of the numbered schema files by number, in order."""
    names = sorted(entry.name for entry in files("storage.schema").iterdir() if entry.name.endswith(".sql"))
    return {int(name[:4]): name for name in names}


@cache
def read_views() -> str:
    """Return the SQL that defines all views, those that others build on first."""
    entries = sorted(files("storage.schema").joinpath("views").iterdir(), key=lambda entry: entry.name)
    return "\n".join(entry.read_text(encoding="utf-8") for entry in entries if entry.name.endswith(".sql"))


def _digest_views() -> str:
    return hashlib.sha256(read_views().encode()).hexdigest()


def migrate(connection: duckdb.DuckDBPyConnection) -> None:
    """Apply the schema files that a database lacks, and recreate its views. Call inside a transaction.

    Raises:
        InputError: a newer version of litreview wrote it.
    """
    connection.execute("CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name VARCHAR NOT NULL)")
    done = {row[0] for row in connection.execute("SELECT number FROM migration").fetchall()}
    known = list_migrations()
    if done and max(done) > max(known):
        raise InputError(
            f"the review was written by a newer litreview (schema {max(done)}, this one knows {max(known)}); upgrade "
            "litreview"
        )
    if not is_behind(connection):
        return
    for view, _ in connection.execute(_VIEWS).fetchall():
        connection.execute(f"DROP VIEW {quote_name(view)}")
    for number, name in known.items():
        if number not in done:
            connection.execute(files("storage.schema").joinpath(name).read_text(encoding="utf-8"))
            connection.execute("INSERT INTO migration VALUES ($number, $name)", {"number": number, "name": name})
    connection.execute(read_views())
    _explain_columns(connection)
    connection.execute("DELETE FROM view_definition")
    connection.execute("INSERT INTO view_definition VALUES ($digest)", {"digest": _digest_views()})


def _explain_columns(connection: duckdb.DuckDBPyConnection) -> None:
    """Give a view's columns without a comment that of the same column in the first table that the view names."""
    told = {(table, column): comment for table, column, comment in connection.execute(_COLUMNS).fetchall()}
    taken = []
    for view, definition in connection.execute(_VIEWS).fetchall():
        names = re.findall(r"\w+", definition)[2:]
        for column in [column for table, column in told if table == view and not told[table, column]]:
            comment = next((told[name, column] for name in names if told.get((name, column))), None)
            if comment:
                told[view, column] = comment
                quoted = comment.replace("'", "''")
                taken.append(f"COMMENT ON COLUMN {view}.\"{column}\" IS '{quoted}'")
    connection.execute(";".join(taken))


def is_behind(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a ledger lacks schema files or has other views; a file without migrations is not a ledger: False.

    Raises:
        duckdb.Error: the file is damaged.
    """
    try:
        done = {row[0] for row in connection.execute("SELECT number FROM migration").fetchall()}
    except duckdb.CatalogException:
        return False
    # The migrations make the table of what the views are.
    return not done.issuperset(list_migrations()) or connection.execute(
        "SELECT sha256 FROM view_definition"
    ).fetchall() != [(_digest_views(),)]


_described: dict[tuple[str, ...], dict[str, bool]] = {}


def describe_tables(connection: duckdb.DuckDBPyConnection) -> dict[str, bool]:
    """Return the names of the tables of a ledger that is not behind, each with whether it has a primary key.

    They are those of the schema files: what the first ledger of a process says of them holds for all.
    """
    schema = tuple(list_migrations().values())
    if schema not in _described:
        rows = connection.execute("SELECT table_name, has_primary_key FROM duckdb_tables() WHERE NOT internal")
        _described[schema] = dict(rows.fetchall())
    return _described[schema]


def quote_name(name: str) -> str:
    """Return the name of a table or column as a quoted identifier: in a file from somebody else it may be anything."""
    return '"' + name.replace('"', '""') + '"'
