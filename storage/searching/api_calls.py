"""What was asked of services that count or charge: each call, what they left out, and what they still allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from storage.core.clock import now
from storage.core.ledger import Ledger, open_published


@dataclass(frozen=True, slots=True)
class ApiCall:
    """One call to a service: address without secrets, HTTP status (0 for no answer), price in dollars, seconds."""

    service: str
    url: str
    status: int
    usd: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Quota:
    """Dollars a service still allows, and when it renews the allowance (UTC, without zone; None where it is silent)."""

    service: str
    remaining: float
    reset_at: datetime | None


Answers = Mapping[tuple[str, str], bytes | None]
"""Answers of a service (JSON, zlib-compressed; None where it knew no such record) by base address and path."""


@dataclass(frozen=True, slots=True)
class CatalogueAnswer:
    """An answer of a service to a path with its query: JSON, zlib-compressed; None where it knew no such record."""

    base_url: str
    path: str
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Omission:
    """What answers lack: a short name of the kind, and a sentence."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class CatalogueLog:
    """What a catalogue has to put on record: calls, what its answers lack, its latest quota, and the answers."""

    calls: tuple[ApiCall, ...] = ()
    left_out: tuple[Omission, ...] = ()
    quota: Quota | None = None
    answers: tuple[CatalogueAnswer, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to put on record."""
        return not (self.calls or self.left_out or self.quota or self.answers)


def read_recorded_answers(folder: Path) -> Answers:
    """Return the answers of the catalogue's service that another review kept; of those of several updates the first.

    Raises:
        InputError: there is no published review in the folder.
    """
    with open_published(folder) as connection:
        rows = connection.execute("SELECT base_url, path, body FROM catalogue_answer ORDER BY number DESC").fetchall()
    return {(base_url, path): body for base_url, path, body in rows}


def count_calls(ledger: Ledger) -> int:
    """Return how many calls to services are on record."""
    return int(ledger.select("SELECT count(*) FROM api_call").item())


def add_log(ledger: Ledger, log: CatalogueLog, stage: int | None, number: int = 0) -> None:
    """Append the calls of a stage and what the answers lack, and note the quota. Call inside a transaction.

    Calls outside the search have no stage; `number` is that of the update under way, 0 for none. A sentence that is on
    record already is not repeated.
    """
    ledger.append("api_call", [asdict(call) | {"stage": stage} for call in log.calls])
    ledger.append("catalogue_answer", [asdict(answer) | {"stage": stage, "number": number} for answer in log.answers])
    _add_omissions(ledger, log.left_out)
    if log.quota:
        ledger.change(
            "INSERT OR REPLACE INTO quota (service, remaining, reset_at) VALUES ($service, $remaining, $reset_at)",
            **asdict(log.quota),
        )


def _add_omissions(ledger: Ledger, omissions: Sequence[Omission]) -> None:
    for omission in omissions:
        ledger.change(
            "INSERT INTO problem (phase, kind, message, \"at\") SELECT 'search', $kind, $message, $at "
            "WHERE NOT EXISTS (FROM problem WHERE kind = $kind AND message = $message)",
            **asdict(omission),
            at=now(),
        )
