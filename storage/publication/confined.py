"""Queries of programs that are trusted with a review, and with nothing else on this machine."""

from __future__ import annotations

from pathlib import Path
from threading import Timer

import duckdb
import polars as pl

from storage.core.damage import is_damage
from storage.core.errors import InputError
from storage.core.ledger import open_published

# Files, other databases and extensions are out of reach, and a query cannot bring them back.
_CONFINED = (
    "SET enable_external_access = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET memory_limit = '2GB'",
    "SET lock_configuration = true",
)
_LONGEST = 20.0  # seconds


def select_confined(folder: Path, sql: str, most: int) -> pl.DataFrame:
    """Return at most so many rows of a SELECT over the published corpus, which reads nothing else.

    Raises:
        InputError: there is no such review, the query cannot be answered, takes longer than 20 seconds, or wants
            another file, database or extension.
    """
    with open_published(folder) as connection:
        for setting in _CONFINED:
            connection.execute(setting)
        watch = Timer(_LONGEST, connection.interrupt)
        watch.start()
        try:
            relation = connection.sql(sql)
            if relation is None:
                raise InputError("the query returns no rows; give a SELECT")
            frame: pl.DataFrame = relation.limit(most).pl()
        except duckdb.InterruptException as error:
            raise InputError(f"the query takes longer than {_LONGEST:.0f} seconds; ask for less") from error
        except duckdb.Error as error:
            if is_damage(error):
                raise
            raise InputError(f"the query cannot be answered ({str(error).splitlines()[0]}); correct it") from error
        except pl.exceptions.PolarsError as error:
            raise InputError("the query has a column of a type that cannot be shown; CAST it AS VARCHAR") from error
        finally:
            watch.cancel()
    return frame
