"""Requests to language models: money set aside, answers kept by request, prices paid, batches under way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger, open_published
from storage.records.search import columns_of


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call as recorded; tokens as the service counted them, prices in dollars."""

    request_sha256: str
    step: str
    phase: str
    tier: str
    model: str
    effort: str
    prompt_sha256: str
    prefix_sha256: str | None
    stop_reason: str
    input_tokens: int
    output_tokens: int
    cache_read: int
    cache_write: int
    batch: bool
    usd: float
    full_usd: float


@dataclass(frozen=True, slots=True)
class Settlement:
    """An answer (JSON as the service gave it) with the call that obtained it."""

    call: ModelCall
    body: str


def find_answer(ledger: Ledger, request_sha256: str) -> str | None:
    """Return the kept answer to a request, as the service's JSON."""
    rows = ledger.select("SELECT body FROM llm_answer WHERE request_sha256 = $sha", sha=request_sha256)
    return str(rows.item()) if rows.height else None


def read_recorded(folder: Path) -> dict[str, Settlement]:
    """Return all answers of another review by request hash, each with its call at zero price.

    Raises:
        InputError: there is no published review in the folder.
    """
    with open_published(folder) as connection:
        rows: pl.DataFrame = connection.sql(
            f"SELECT a.body, {columns_of(ModelCall, 'c')} "
            "FROM llm_answer AS a JOIN llm_call AS c USING (request_sha256)"
        ).pl()
    recorded = {}
    for row in rows.iter_rows(named=True):
        body = str(row.pop("body"))
        recorded[row["request_sha256"]] = Settlement(ModelCall(**row | {"usd": 0.0, "full_usd": 0.0}), body)
    return recorded


def read_economies(folder: Path) -> frozenset[str]:
    """Return the economies that another review's budget forced on it, by name.

    Raises:
        InputError: there is no published review in the folder.
    """
    with open_published(folder) as connection:
        rows = connection.execute("SELECT DISTINCT kind FROM problem WHERE phase = 'budget'").fetchall()
    return frozenset(str(row[0]) for row in rows)


def count_shortfalls(ledger: Ledger) -> dict[str, int]:
    """Return where a review falls short, by name, with how often.

    These are economies of the budget, questions to a language model that were `unanswered`, a `model set aside` as it
    answered nothing, and lists of the catalogue that were `unlisted`: shorter than the catalogue's own count.
    """
    rows = ledger.select(
        "SELECT kind, count(*) FROM problem WHERE phase = 'budget' GROUP BY kind UNION ALL "
        "SELECT 'unanswered', count(*) FROM problem WHERE phase = 'asking' AND kind LIKE '% not answered' "
        "HAVING count(*) > 0 UNION ALL "
        "SELECT kind, count(*) FROM problem WHERE kind = 'model set aside' GROUP BY kind UNION ALL "
        "SELECT 'unlisted', count(*) FROM problem WHERE kind = 'works not listed' HAVING count(*) > 0"
    )
    return {str(kind): int(n) for kind, n in rows.iter_rows()}


def read_spending(ledger: Ledger) -> tuple[float, float]:
    """Return dollars spent on all services, and dollars set aside for calls whose price is not known yet."""
    spent, reserved = ledger.select("SELECT spent, reserved FROM spending").row(0)
    return float(spent), float(reserved)


def reserve(ledger: Ledger, requests: Sequence[tuple[str, float]], *, batch: bool) -> None:
    """Set aside the most that requests, given as (hash, dollars), can cost, in one transaction.

    A reservation that an earlier run left open is taken over: its request is sent again.
    """
    with ledger.transaction():
        for request_sha256, max_usd in requests:
            ledger.change(
                'INSERT OR REPLACE INTO reservation (request_sha256, max_usd, settled, batch, "at") '
                "VALUES ($sha, $max_usd, false, $batch, $at)",
                sha=request_sha256,
                max_usd=max_usd,
                batch=batch,
                at=now(),
            )


def settle(ledger: Ledger, settlements: Sequence[Settlement]) -> None:
    """Keep answers with what they cost and release what was set aside for them, in one transaction."""
    with ledger.transaction():
        ledger.append(
            "llm_answer",
            [{"request_sha256": item.call.request_sha256, "body": item.body} for item in settlements],
        )
        ledger.append("llm_call", [asdict(item.call) | {"at": now()} for item in settlements])
        for item in settlements:
            _release(ledger, item.call.request_sha256, "succeeded")


def release(ledger: Ledger, failed: Sequence[tuple[str, str]]) -> None:
    """Release what was set aside for unanswered requests, given as (hash, status), in one transaction."""
    with ledger.transaction():
        for request_sha256, status in failed:
            _release(ledger, request_sha256, status)


def _release(ledger: Ledger, request_sha256: str, status: str) -> None:
    ledger.change("UPDATE reservation SET settled = true WHERE request_sha256 = $sha", sha=request_sha256)
    ledger.change(
        "UPDATE llm_batch_item SET status = $status WHERE custom_id = $sha AND status = 'processing'",
        status=status,
        sha=request_sha256,
    )


def write_off(ledger: Ledger, request_sha256: str | None = None) -> None:
    """Count what is still set aside as spent: for one request sent singly, or at the end of a review for all.

    The answer was lost in transit, or an earlier run was cut off while waiting for it; either may have been charged.
    """
    lost = "NOT settled AND ($sha IS NULL OR (request_sha256 = $sha AND NOT batch))"
    with ledger.transaction():
        ledger.change(
            "INSERT INTO llm_call BY NAME SELECT 'lost request' AS step, '' AS tier, '' AS model, '' AS prompt_sha256, "
            f'request_sha256, batch, max_usd AS usd, max_usd AS full_usd, "at" FROM reservation WHERE {lost}',
            sha=request_sha256,
        )
        ledger.change(f"UPDATE reservation SET settled = true WHERE {lost}", sha=request_sha256)


def add_batch(ledger: Ledger, batch_id: str, created_at: datetime, requests: Sequence[str]) -> None:
    """Append a batch under way with the hashes of its requests, in one transaction."""
    with ledger.transaction():
        ledger.append("llm_batch", [{"batch_id": batch_id, "status": "in_progress", "created_at": created_at}])
        ledger.append(
            "llm_batch_item", [{"batch_id": batch_id, "custom_id": sha, "status": "processing"} for sha in requests]
        )


def end_batch(ledger: Ledger, batch_id: str) -> None:
    """Record that a batch has been read to its end."""
    with ledger.transaction():
        ledger.change("UPDATE llm_batch SET status = 'ended' WHERE batch_id = $batch_id", batch_id=batch_id)


def open_batches(ledger: Ledger) -> dict[str, list[str]]:
    """Return the batches on record that have not been read, each with the hashes of its requests."""
    rows = ledger.select(
        "SELECT batch_id, list(custom_id ORDER BY custom_id) FROM llm_batch JOIN llm_batch_item USING (batch_id) "
        "WHERE llm_batch.status = 'in_progress' GROUP BY batch_id ORDER BY batch_id"
    )
    return {batch_id: list(requests) for batch_id, requests in rows.iter_rows()}


def known_batches(ledger: Ledger) -> set[str]:
    """Return the ids of all batches on record."""
    return set(ledger.select("SELECT batch_id FROM llm_batch")["batch_id"])


def unaccounted_requests(ledger: Ledger) -> tuple[set[str], datetime | None]:
    """Return the requests meant for a batch that is not on record, and when money was first set aside for one.

    They are left over from a run that ended between creating a batch and recording it.
    """
    rows = ledger.select(
        'SELECT request_sha256, "at" FROM reservation WHERE NOT settled AND batch '
        "AND request_sha256 NOT IN (SELECT custom_id FROM llm_batch_item WHERE status = 'processing')"
    )
    return set(rows["request_sha256"]), rows["at"].min() if rows.height else None  # type: ignore[return-value]
