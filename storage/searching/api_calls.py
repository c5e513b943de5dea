"""Requests to services that limit or charge for calls: each call, what answers left out, and what is still allowed.

Answers of the catalogue on record: a run that was cut short goes on with them instead of asking again. Answers that
other indexes gave an earlier review, for a replay, which asks no service.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger, open_published
from storage.runs.reviews import INDEX_SILENT, add_problem
from storage.searching.snowballing import stage_under_way


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
    """Dollars a service still allows, and when it renews the allowance (UTC, without zone; None if it does not say)."""

    service: str
    remaining: float
    reset_at: datetime | None


Answers = Mapping[tuple[str, str], bytes | None]
"""Answers of a service (JSON, zlib-compressed; None where it had no such record) by base address and path."""


@dataclass(frozen=True, slots=True)
class CatalogueAnswer:
    """An answer of a service to a path with its query: JSON, zlib-compressed; None where it knew no such record."""

    base_url: str
    path: str
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Omission:
    """What answers lack: a short name for the kind, and a sentence."""

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
    """Return the catalogue service's answers that another review kept; where several updates asked, the first.

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

    Calls outside the search have no stage; `number` is that of the update under way, 0 for none. A sentence already on
    record is not repeated.
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


def keep_log(ledger: Ledger, log: CatalogueLog) -> None:
    """Append what a catalogue has to put on record, under the stage and the update under way. In one transaction."""
    if not log.is_empty:
        with ledger.transaction():
            add_log(ledger, log, stage_under_way(ledger), _updates_begun(ledger))


def read_kept_answers(ledger: Ledger) -> Answers:
    """Return the answers since the current stage, or the last update, began: those that may be asked for again."""
    rows = ledger.select(
        "SELECT base_url, path, body FROM catalogue_answer "
        "WHERE stage IS NOT DISTINCT FROM $stage::INTEGER AND number = $number",
        stage=stage_under_way(ledger),
        number=_updates_begun(ledger),
    )
    return {(base_url, path): body for base_url, path, body in rows.iter_rows()}


def _updates_begun(ledger: Ledger) -> int:
    return int(ledger.select("SELECT coalesce(max(number), 0) FROM living_update").item())


_ASKED = "SELECT * FROM record_lookup WHERE list_contains($works, work_id)"
_SAID = (
    "SELECT * FROM retraction WHERE list_contains($works, work_id) AND (response_id IS NULL OR response_id NOT IN "
    "(SELECT response_id FROM work WHERE response_id IS NOT NULL))"
)
_FIELDS = "SELECT * FROM field_source WHERE list_contains($works, work_id) AND list_contains($answers, response_id)"
_SILENT = "SELECT phase, kind, message, work_id FROM problem WHERE kind = $kind ORDER BY ALL"
_ANSWERS = "SELECT * FROM response WHERE list_contains($answers, response_id)"


def follow_lookups(ledger: Ledger, folder: Path) -> None:
    """Take over a published review's lookups of corpus works not asked about here, and which indexes were silent.

    Raises:
        InputError: there is no published review in the folder.
    """
    works = ledger.select("SELECT work_id FROM corpus ANTI JOIN record_lookup USING (work_id) ORDER BY work_id")
    if works.is_empty():
        return
    with open_published(folder) as connection:

        def read(sql: str, **parameters: Any) -> pl.DataFrame:
            frame: pl.DataFrame = connection.sql(sql, params=parameters).pl()
            return frame

        ids = works["work_id"].to_list()
        lookups, retractions = read(_ASKED, works=ids), read(_SAID, works=ids)
        told = pl.concat([lookups["response_id"], retractions["response_id"]]).drop_nulls().unique().sort().to_list()
        fields, answers = read(_FIELDS, works=ids, answers=told), read(_ANSWERS, answers=told)
        silences = read(_SILENT, kind=INDEX_SILENT).rows(named=True)
    with ledger.transaction():
        for table, rows in (
            ("response", answers),
            ("record_lookup", lookups),
            ("field_source", fields),
            ("retraction", retractions),
        ):
            ledger.append(table, rows)
    for silence in silences:
        add_problem(ledger, **silence)
