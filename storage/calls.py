"""What was asked of services that count or charge, call by call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from storage.ledger import Ledger


@dataclass(frozen=True, slots=True)
class ApiCall:
    """One call to a service: address without secrets, HTTP status (0 for no answer), price in dollars, seconds."""

    service: str
    url: str
    status: int
    usd: float
    seconds: float


def add_calls(ledger: Ledger, calls: Sequence[ApiCall]) -> None:
    """Append calls in one transaction."""
    if calls:
        with ledger.transaction():
            ledger.append("api_call", [asdict(call) for call in calls])
