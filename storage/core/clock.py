"""The time that rows are written at."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """Return the present moment in UTC without zone, as the ledger stores it."""
    return datetime.now(UTC).replace(tzinfo=None)
