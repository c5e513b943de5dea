"""What a review's claims rest on, read without changing anything: from the working ledger, else the published copy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb
import polars as pl

from storage.errors import InputError
from storage.ledger import WORKING_FILE, open_published, read_query


@dataclass(frozen=True, slots=True)
class Evidence:
    """The quotes, claims and sections of a review as they are stored.

    `quotes` and `claims` have the columns of `storage/queries/quote_evidence.sql` and `claim_evidence.sql`; `sections`
    are (section id, heading, Markdown) in order; `citekeys` those of the corpus; `is_whole` says that they come from
    the working ledger, which holds every page, while the published copy leaves out what may not be handed on.
    """

    quotes: pl.DataFrame
    claims: pl.DataFrame
    sections: tuple[tuple[str, str, str], ...]
    citekeys: frozenset[str]
    is_whole: bool


def read_evidence(folder: Path) -> Evidence:
    """Return what the claims of the review in a folder rest on.

    Raises:
        InputError: there is no review in the folder, or it was made by an older version.
    """
    with _open(folder) as (connection, is_whole):

        def ask(sql: str) -> pl.DataFrame:
            frame: pl.DataFrame = connection.sql(sql).pl()
            return frame

        try:
            sections = ask("SELECT section_id, heading, markdown FROM current_section ORDER BY position, section_id")
            return Evidence(
                quotes=ask(read_query("quote_evidence")),
                claims=ask(read_query("claim_evidence")),
                sections=tuple((row[0], row[1], row[2]) for row in sections.iter_rows()),
                citekeys=frozenset(ask("SELECT citekey FROM corpus WHERE citekey IS NOT NULL")["citekey"]),
                is_whole=is_whole,
            )
        except duckdb.CatalogException as error:
            raise InputError(
                f"the review in '{folder}' is of a version that cannot be verified; resume it to bring it up to date"
            ) from error


@contextmanager
def _open(folder: Path) -> Iterator[tuple[duckdb.DuckDBPyConnection, bool]]:
    """Yield a read-only connection and whether it is to the working ledger, which a run may hold."""
    connection, is_whole = None, False
    if (folder / WORKING_FILE).is_file():
        try:
            connection, is_whole = duckdb.connect(folder / WORKING_FILE, read_only=True), True
        except duckdb.Error:
            connection = None
    with connection or open_published(folder) as opened:
        yield opened, is_whole
