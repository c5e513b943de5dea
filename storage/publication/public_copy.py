"""What is passed on of a review: a copy of its ledger without e-mail addresses and pages that no licence allows.

Called as ``python -m storage.publication.public_copy LEDGER COPY`` while another process holds the ledger: the file is
copied as it is, and only the copy is opened. A second copy then ensures that nothing taken out remains in the file.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from storage.core.email_addresses import blank_addresses
from storage.core.migrations import SMALL_BLOCKS, quote_name
from storage.queries import read_query

MAY_BE_HANDED_ON = ("cc-by", "cc-by-sa", "cc0", "public-domain")
"""Licences that let anyone pass on the text, even for money or modified; not those with NC or ND in them."""


def hand_on(ledger: Path, copy: Path) -> None:
    """Write what may be passed on of the ledger's file to a new file."""
    scratch = copy.with_name(f"{copy.name}.all")
    try:
        shutil.copyfile(ledger, scratch)
        with duckdb.connect(config=SMALL_BLOCKS) as connection:
            connection.execute("ATTACH $path AS whole", {"path": str(scratch)})
            connection.execute("USE whole")
            withhold_pages(connection)
            blank_stored_addresses(connection)
            connection.execute("ATTACH $path AS handed_on", {"path": str(copy)})
            connection.execute("COPY FROM DATABASE whole TO handed_on")
    finally:
        scratch.unlink(missing_ok=True)
        scratch.with_name(f"{scratch.name}.wal").unlink(missing_ok=True)


def withhold_pages(connection: duckdb.DuckDBPyConnection) -> None:
    """Take out the full texts that may not be passed on, and note the SHA-256 of each page."""
    connection.execute(
        "INSERT OR IGNORE INTO withheld_page BY NAME\n" + read_query("withheld_pages"),
        {"licences": list(MAY_BE_HANDED_ON)},
    )
    connection.execute(
        "DELETE FROM document WHERE (work_id, level, page, source) IN "
        "(SELECT (work_id, level, page, source) FROM withheld_page)"
    )


def blank_stored_addresses(connection: duckdb.DuckDBPyConnection) -> None:
    """Replace every e-mail address in a text by as many asterisks, so that what follows keeps its position."""
    tables = connection.execute(
        "SELECT t.table_name, list(c.column_name), list(c.data_type) FROM duckdb_columns() AS c "
        "JOIN duckdb_tables() AS t USING (database_oid, table_oid) WHERE t.database_name = current_database() "
        "AND (c.data_type = 'JSON' OR contains(c.data_type, 'VARCHAR')) GROUP BY t.table_name ORDER BY t.table_name"
    ).fetchall()
    for table, names, kinds in tables:
        _blank_addresses_of(connection, table, dict(zip(names, kinds, strict=True)))


def _blank_addresses_of(connection: duckdb.DuckDBPyConnection, table: str, kinds: Mapping[str, str]) -> None:
    """Blank the addresses in the columns of a table, given with their types; each row is searched and changed once."""
    columns = {name: quote_name(name) for name in kinds}
    texts = [
        columns[name] if kind == "VARCHAR" else f"to_json({columns[name]})::VARCHAR" for name, kind in kinds.items()
    ]
    # Addresses are recognized here: the database takes longer to compile the pattern than to read a small table.
    with_sign = " OR ".join(f"contains({text}, '@')" for text in texts)
    rows = connection.execute(f"SELECT rowid, {', '.join(texts)} FROM {quote_name(table)} WHERE {with_sign}").fetchall()
    for row, *stated in rows:
        values: dict[str, Any] = {"row": row}
        changes: list[str] = []
        for (name, kind), text in zip(kinds.items(), stated, strict=True):
            blanked = blank_addresses(text or "")
            if text and blanked != text:
                place = f"text{len(changes)}"
                values[place] = blanked
                cast = "" if kind == "VARCHAR" else f"::JSON::{kind}"
                changes.append(f"{columns[name]} = ${place}{cast}")
        if changes:
            connection.execute(f"UPDATE {quote_name(table)} SET {', '.join(changes)} WHERE rowid = $row", values)


if __name__ == "__main__":
    hand_on(Path(sys.argv[1]), Path(sys.argv[2]))
