"""What is handed on of a review: a copy of its ledger without pages that no licence allows and e-mail addresses.

Called as ``python -m storage.handing_on LEDGER COPY`` while another process holds the ledger: the file is copied as it
is, and only the copy is opened. A second copy then leaves nothing of what was taken out in the file.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import duckdb

MAY_BE_HANDED_ON = ("cc-by", "cc-by-sa", "cc0", "public-domain")
"""Licences that let anyone hand on the text, also for money and changed; not those with NC or ND in them."""

_EMAIL = r"(?:\{[^{}@]{1,200}\}|[A-Za-z0-9._%+-]+)\s?@\s?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
# Escapes of JSON are passed over whole, or the letter of one would go with the address after it ("\nann@example.org").
_PATTERN = re.compile(rf"(\\u[0-9a-fA-F]{{4}}|\\.)|{_EMAIL}", re.DOTALL)
_WITHHELD = (
    "starts_with(source, 'full text') AND (level = 2 OR (level = 0 AND page > 0)) AND work_id NOT IN (SELECT work_id "
    "FROM fulltext_attempt WHERE status = 'stored' AND licence IN (SELECT unnest($licences)))"
)


def hand_on(ledger: Path, copy: Path) -> None:
    """Write what may be handed on of the ledger's file to a new file."""
    scratch = copy.with_name(f"{copy.name}.all")
    try:
        shutil.copyfile(ledger, scratch)
        with duckdb.connect(scratch) as connection:
            withhold_pages(connection)
            blank_stored_addresses(connection)
            connection.execute(f"ATTACH '{_quoted(copy)}' AS handed_on")
            (whole,) = connection.execute("SELECT current_database()").fetchall()[0]
            connection.execute(f'COPY FROM DATABASE "{whole}" TO handed_on')
            connection.execute("DETACH handed_on")
    finally:
        scratch.unlink(missing_ok=True)
        scratch.with_name(f"{scratch.name}.wal").unlink(missing_ok=True)


def withhold_pages(connection: duckdb.DuckDBPyConnection) -> None:
    """Take out the full texts that may not be handed on, and note the SHA-256 of each page."""
    licences = {"licences": list(MAY_BE_HANDED_ON)}
    connection.execute(
        "INSERT OR IGNORE INTO withheld_page SELECT work_id, level, page, source, sha256(text) FROM document "
        f"WHERE {_WITHHELD}",
        licences,
    )
    connection.execute(f"DELETE FROM document WHERE {_WITHHELD}", licences)


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
            {"pattern": _EMAIL},
        ).fetchall()
        for row, stated in rows:
            connection.execute(
                f'UPDATE "{table}" SET "{column}" = {"$text" if is_text else f"CAST(CAST($text AS JSON) AS {kind})"} '
                f"WHERE rowid = $row",
                {"text": blank_addresses(stated), "row": row},
            )


def blank_addresses(text: str) -> str:
    """Return text, plain or JSON, with as many asterisks in the place of every e-mail address."""
    return _PATTERN.sub(lambda found: found[1] or "*" * len(found[0]), text)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


if __name__ == "__main__":
    hand_on(Path(sys.argv[1]), Path(sys.argv[2]))
