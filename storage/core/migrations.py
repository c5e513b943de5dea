"""The numbered schema files of a ledger, and how far a database has come through them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import duckdb

from storage.core.errors import InputError


@cache
def list_migrations() -> dict[int, str]:
    """Return the names of the schema files by number, in order."""
    names = sorted(entry.name for entry in files("storage.schema").iterdir() if entry.name.endswith(".sql"))
    return {int(name[:4]): name for name in names}


def migrate(connection: duckdb.DuckDBPyConnection) -> None:
    """Apply the schema files that a database lacks. Call inside a transaction.

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
    for number, name in known.items():
        if number not in done:
            connection.execute(files("storage.schema").joinpath(name).read_text(encoding="utf-8"))
            connection.execute("INSERT INTO migration VALUES ($number, $name)", {"number": number, "name": name})


def is_behind(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return whether a ledger lacks schema files; what has no migrations at all is none, and is not behind.

    Raises:
        duckdb.Error: the file is damaged.
    """
    try:
        done = {row[0] for row in connection.execute("SELECT number FROM migration").fetchall()}
    except duckdb.CatalogException:
        return False
    return not done.issuperset(list_migrations())
