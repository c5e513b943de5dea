"""What was asked of services that count or charge: each call, what they left out, and what they still allow."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from storage.ledger import Ledger, open_published
from storage.works import now


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


@dataclass(frozen=True, slots=True)
class CatalogueAnswer:
    """A complete answer of a service to a path with its query; without a body it knew no such record."""

    base_url: str
    path: str
    body: bytes | None


@dataclass(frozen=True, slots=True)
class CatalogueLog:
    """What a catalogue has to put on record: calls, what it left out of answers, its latest quota, and the answers."""

    calls: tuple[ApiCall, ...] = ()
    left_out: tuple[str, ...] = ()
    quota: Quota | None = None
    answers: tuple[CatalogueAnswer, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to put on record."""
        return not (self.calls or self.left_out or self.quota or self.answers)


def read_recorded_answers(folder: Path) -> dict[tuple[str, str], bytes | None]:
    """Return the answers of the catalogue's service that another review kept, by base address and path.

    Raises:
        InputError: there is no published review in the folder.
    """
    with open_published(folder) as connection:
        rows = connection.execute("SELECT base_url, path, body FROM catalogue_answer").fetchall()
    return {(base_url, path): None if body is None else zlib.decompress(body) for base_url, path, body in rows}


def add_log(ledger: Ledger, log: CatalogueLog, stage: int | None) -> None:
    """Append the calls of a stage and what was left out of the answers, and note the quota. Call inside a transaction.

    A sentence that is on record already is not repeated. Calls outside the search have no stage.
    """
    ledger.append("api_call", [asdict(call) | {"stage": stage} for call in log.calls])
    _add_omissions(ledger, log.left_out)
    for answer in log.answers:
        ledger.change(
            "INSERT OR IGNORE INTO catalogue_answer VALUES ($base_url, $path, $body)",
            base_url=answer.base_url,
            path=answer.path,
            body=None if answer.body is None else zlib.compress(answer.body),
        )
    if log.quota:
        ledger.change(
            "INSERT OR REPLACE INTO quota (service, remaining, reset_at) VALUES ($service, $remaining, $reset_at)",
            **asdict(log.quota),
        )


def _add_omissions(ledger: Ledger, sentences: Sequence[str]) -> None:
    for sentence in sentences:
        ledger.change(
            "INSERT INTO problem (phase, kind, message, \"at\") SELECT 'search', $kind, $message, $at "
            "WHERE NOT EXISTS (FROM problem WHERE kind = $kind AND message = $message)",
            kind="citing works left out",
            message=sentence,
            at=now(),
        )
