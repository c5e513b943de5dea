"""Whether the files of a review are intact, read to the last row; nothing is changed.

Called as ``python -m storage.repair.examination FILE…`` it prints one finding per line as JSON: a database that cannot
be read may crash the process that reads it, which also counts as damage.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import duckdb

from storage.core.damage import LogState, check_free, is_damage, is_held, name_log, read_log, read_reason
from storage.core.migrations import quote_name
from storage.repair.checksums import find_damaged_block

SOURCES = str(Path(__file__).resolve().parents[__name__.count(".")])  # from where this module is imported


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of a database: absent, held by another process, whole, or damaged in itself or only in its log."""

    state: Literal["absent", "held", "whole", "database", "log"]
    reason: str = ""
    log: LogState | None = None


def examine(*databases: Path) -> list[Finding]:
    """Return the states of databases with their logs, determined in a separate process."""
    found: list[Finding] = []
    while len(found) < len(databases):
        done = subprocess.run(  # noqa: S603 - our own code
            [sys.executable, "-P", "-m", "storage.repair.examination", *databases[len(found) :]],
            env=os.environ | {"PYTHONPATH": SOURCES},
            capture_output=True,
            text=True,
            check=False,
        )
        found += [_read_finding(line) for line in done.stdout.splitlines() if line.endswith("}")]
        if len(found) < len(databases):
            found.append(Finding("database", f"the process that read it ended with {done.returncode}"))
    return found


def _read_finding(line: str) -> Finding:
    told = json.loads(line)
    log = told.pop("log")
    return Finding(**told, log=LogState(**log) if log else None)


def _examine_here(database: Path) -> Finding:
    if not database.exists():
        return Finding("absent")
    log = None
    try:
        if name_log(database).exists():
            check_free(database)
            with TemporaryDirectory(prefix="litreview-examined-") as scratch:
                _read_all(Path(shutil.copyfile(database, Path(scratch) / database.name)))
            log = read_log(database)
        else:
            _read_all(database)
    except duckdb.Error as error:
        if is_held(error):
            return Finding("held", read_reason(error))
        # Errors other than damage are reported when the ledger is opened.
        return Finding("database", read_reason(error)) if is_damage(error) else Finding("whole")
    if (position := find_damaged_block(database)) is not None:
        return Finding("database", f"Corrupt database file: does not have its checksum in block at location {position}")
    return Finding("log" if log and log.reason else "whole", log.reason if log else "", log)


def _read_all(database: Path) -> None:
    """Read every column of every row: blocks are verified against their checksums when they are read."""
    with duckdb.connect(database, read_only=True) as connection:
        tables = connection.execute("SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
        for names in tables:
            table = ".".join(quote_name(name) for name in names)
            connection.execute(f"SELECT bit_xor(hash(COLUMNS(*))) FROM {table}").fetchall()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps(asdict(_examine_here(Path(name)))), flush=True)  # noqa: T201 - the answer to the caller
