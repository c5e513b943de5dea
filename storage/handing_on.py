"""What is handed on of a review: a copy of its ledger without pages that no licence allows and e-mail addresses.

Called as ``python -m storage.handing_on LEDGER COPY`` while another process holds the ledger: the file is copied as it
is, and only the copy is opened. A second copy then leaves nothing of what was taken out in the file.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import duckdb

from storage.email_addresses import EMAIL, blank_addresses
from storage.queries import read_query

MAY_BE_HANDED_ON = ("cc-by", "cc-by-sa", "cc0", "public-domain")
"""Licences that let anyone hand on the text, also for money and changed; not those with NC or ND in them."""


def hand_on(ledger: Path, copy: Path) -> None:
    """Write what may be handed on of the ledger's file to a new file."""
    scratch = copy.with_name(f"{copy.name}.all")
    try:
        shutil.copyfile(ledger, scratch)
        with duckdb.connect() as connection:
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
    """Take out the full texts that may not be handed on, and note the SHA-256 of each page."""
    connection.execute(
        "INSERT OR IGNORE INTO withheld_page BY NAME\n" + read_query("withheld_pages"),
        {"licences": list(MAY_BE_HANDED_ON)},
    )
    connection.execute(
        "DELETE FROM document WHERE (work_id, level, page, source) IN "
        "(SELECT (work_id, level, page, source) FROM withheld_page)"
    )


def blank_stored_addresses(connection: duckdb.DuckDBPyConnection) -> None:
    """Put as many asterisks in the place of every e-mail address in a text, so that what follows keeps its place."""
    columns = connection.execute(
        "SELECT table_name, column_name, duckdb_columns.data_type FROM duckdb_columns() JOIN duckdb_tables() "
        "USING (table_name) WHERE (data_type = 'JSON' OR contains(data_type, 'VARCHAR')) "
        "AND NOT duckdb_tables.internal ORDER BY ALL"
    ).fetchall()
    for table, column, kind in columns:
        is_text = kind == "VARCHAR"
        text = f'"{column}"' if is_text else f'CAST(to_json("{column}") AS VARCHAR)'
        rows = connection.execute(
            f"SELECT rowid, {text} FROM \"{table}\" WHERE contains({text}, '@') AND regexp_matches({text}, $pattern)",
            {"pattern": EMAIL},
        ).fetchall()
        for row, stated in rows:
            connection.execute(
                f'UPDATE "{table}" SET "{column}" = {"$text" if is_text else f"CAST(CAST($text AS JSON) AS {kind})"} '
                f"WHERE rowid = $row",
                {"text": blank_addresses(stated), "row": row},
            )


if __name__ == "__main__":
    hand_on(Path(sys.argv[1]), Path(sys.argv[2]))
