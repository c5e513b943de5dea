"""What DuckDB says of a damaged file, told in one sentence with the way out; what is done about it is in `mending`."""

from __future__ import annotations

import re

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
    """Return whether an error of DuckDB says that a file is damaged, and not that a query or a place is wrong."""
    return isinstance(error, duckdb.Error) and bool(_SIGNS.search(str(error)))


def is_held(error: Exception) -> bool:
    """Return whether an error of DuckDB says that another process holds the file."""
    return "Could not set lock" in str(error)


def read_reason(error: Exception) -> str:
    """Return what an error says is wrong, without paths and checksums, in at most 160 characters."""
    first = (str(error).splitlines() or [""])[0].rstrip("!")
    said = _CHECKSUMS.sub("does not have its checksum", _WAL.sub("", first))
    return _PATH.sub("the file", said)[:_LONGEST]


def tell_damage(name: str, reason: str) -> DamagedReview:
    """Return the sentence that a file of a review is damaged, with the way out."""
    return DamagedReview(
        f"a file of the review '{name}' is damaged ({reason}); 'litreview resume {name}' sets it aside and goes on "
        "from what is whole"
    )
