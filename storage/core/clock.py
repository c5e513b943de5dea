"""The time at which rows are written."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """Return the current time in UTC without a zone, as the ledger stores it."""
    return datetime.now(UTC).replace(tzinfo=None)
