"""What damage to a ledger looks like: what DuckDB says about it, and how much of its write-ahead log can be used.

DuckDB's message about a damaged file, put in one sentence with the way out; the repair itself is in `storage.repair`.

How much of a ledger's write-ahead log can be used: DuckDB silently skips much of what it cannot read.

It does report an entry whose checksum is wrong. But if the beginning of the log is damaged, it takes the log for that
of another database and skips all of it, and if the length of an entry is damaged, it takes the rest for the unfinished
write of a killed process; either way the log is gone as soon as something is written. Whether the unused part contains
commits is recognized by the bytes that end each commit, which are always the same.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from storage.core.errors import DamagedReview

_SIGNS = re.compile(
    r"corrupt|stored checksum|could not read enough bytes|not a valid duckdb database|replaying wal|"
    r"this wal was created|failed to decode leb128|serialization error",
    re.IGNORECASE,
)
_WAL = re.compile(r"^.*replaying WAL file \"[^\"]*\": ")
_CHECKSUMS = re.compile(r"computed checksum \d+ does not match stored checksum \d+")
_PATH = re.compile(r"the file \"[^\"]*\"|file \"[^\"]*\"", re.IGNORECASE)
_LONGEST = 160


def is_damage(error: Exception) -> bool:
    """Return whether a DuckDB error says that a file is damaged, and not that a query or a path is wrong."""
    return isinstance(error, duckdb.Error) and bool(_SIGNS.search(str(error)))


def is_held(error: Exception) -> bool:
    """Return whether a DuckDB error says that another process holds the file."""
    return "Could not set lock" in str(error)


def read_reason(error: Exception) -> str:
    """Return what an error says is wrong, without paths and checksums, in at most 160 characters."""
    first = (str(error).splitlines() or [""])[0].rstrip("!")
    said = _CHECKSUMS.sub("does not have its checksum", _WAL.sub("", first))
    return _PATH.sub("the file", said)[:_LONGEST]


def tell_damage(name: str, reason: str) -> DamagedReview:
    """Return the error saying that a file of a review is damaged, with the way out."""
    return DamagedReview(
        f"a file of the review '{name}' is damaged ({reason}); 'litreview resume {name}' sets it aside and goes on "
        "from what is whole"
    )


# Other errors during replay come from the database itself: a commit in the log meets one of its damaged blocks.
_OF_LOG = re.compile(
    r"corrupt (?:encrypted )?wal|failed to decode leb128|invalid wal entry|database identifier in header|this wal was",
    re.IGNORECASE,
)
_POSITION = re.compile(r"at byte position (\d+)")
_COMMIT_LENGTH = 21  # bytes: a length of 8, a checksum of 8, and an entry of 5


@dataclass(frozen=True, slots=True)
class LogState:
    """A log of `size` bytes, the first `usable` of which can be replayed; of its `commits`, `lost` cannot be.

    A log that ends in an unfinished commit, as a killed process leaves it, is usable; `reason` says why a log is not.
    """

    size: int
    usable: int
    commits: int
    lost: int
    reason: str = ""


def name_log(database: Path) -> Path:
    """Return the path of a database's write-ahead log, whether or not it has one."""
    return database.with_name(f"{database.name}.wal")


def read_log(database: Path) -> LogState | None:
    """Return how much of the log of an intact database can be used, None where there is no log; nothing is changed.

    Raises:
        duckdb.Error: the database itself cannot be read, or another process holds it.
    """
    log = name_log(database)
    if not log.is_file() or not log.stat().st_size:
        return None
    check_free(database)
    written, reason = log.read_bytes(), ""
    ends = [match.end() for match in re.finditer(re.escape(_end_of_commit()), written)]
    with TemporaryDirectory(prefix="litreview-log-") as scratch:
        copy = Path(scratch) / database.name
        shutil.copyfile(database, copy)
        name_log(copy).write_bytes(written)
        try:
            with duckdb.connect(copy) as connection:
                used = _count_used(connection, name_log(copy), len(ends))
        except duckdb.Error as error:
            if not _OF_LOG.search(str(error)):
                raise
            position = _POSITION.search(str(error))
            used = sum(end <= int(position[1]) for end in ends) if position else 0
            reason = read_reason(error)
    if used < len(ends) and not reason:
        reason = "an entry is not as long as it says" if used else "it does not begin as a log of this database does"
    usable = (ends[used - 1] if used else 0) if reason else len(written)
    return LogState(len(written), usable, len(ends), len(ends) - used, reason)


def check_free(database: Path) -> None:
    """Return if no other process holds a database, whether or not it can be read.

    Raises:
        duckdb.Error: another process holds it.
    """
    try:
        duckdb.connect(database, read_only=True).close()
    except duckdb.Error as error:
        if is_held(error):
            raise


def _count_used(connection: duckdb.DuckDBPyConnection, log: Path, commits: int) -> int:
    """Return how many commits of a log a connection just made has replayed; all, if the log is gone because it is done.

    What was not replayed disappears from the log with the next commit, which is made here.
    """
    if not log.exists():
        return commits
    connection.execute("CREATE TABLE written_to_see_what_is_left (any_column INTEGER)")
    return log.read_bytes().count(_end_of_commit()) - 1


@cache
def _end_of_commit() -> bytes:
    """Return the bytes with which this version of DuckDB ends a commit in a log."""
    with TemporaryDirectory(prefix="litreview-log-") as scratch:
        database = Path(scratch) / "any.duckdb"
        with duckdb.connect(database) as connection:
            connection.execute("CREATE TABLE any_table (any_column INTEGER)")
            return name_log(database).read_bytes()[-_COMMIT_LENGTH:]
