"""Full texts: which works still need one, every attempt to get it, its pages, and replacements for unreadable works."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.search import Response, Work
from storage.records.writing import Page
from storage.screening.replacements import exclude_and_succeed
from storage.searching.api_calls import ApiCall, CatalogueLog, add_log
from storage.searching.works import read_works

STORED = "stored"

_SCHEMA: dict[str, Any] = {
    "work_id": pl.String,
    "source": pl.String,
    "url": pl.String,
    "status": pl.String,
    "licence": pl.String,
    "sha256": pl.String,
    "pages": pl.Int32,
    "parser": pl.String,
    "quality": pl.Float64,
    "reason": pl.String,
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to get the full text of a work, a row of `fulltext_attempt`: stored, or another status and reason."""

    source: str
    status: str
    reason: str | None = None
    url: str | None = None
    licence: str | None = None
    sha256: str | None = None
    pages: int | None = None
    parser: str | None = None
    quality: float | None = None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The result of one round of attempts for a work: attempts in order, and pages if the last one was stored."""

    work_id: str
    attempts: tuple[Attempt, ...]
    pages: tuple[Page, ...] = ()


@dataclass(frozen=True, slots=True)
class SoughtText:
    """A work whose full text is not stored, with the answer its record was read from.

    `pending` says that an attempt is due; `local_urls` are the user's files that were tried.
    """

    work: Work
    pending: bool
    local_urls: tuple[str, ...] = ()


def corpus_ids(ledger: Ledger) -> list[str]:
    """Return the ids of the works in the corpus, sorted."""
    return ledger.select("SELECT work_id FROM corpus ORDER BY work_id")["work_id"].to_list()


def given_works(ledger: Ledger, work_ids: Collection[str]) -> list[Work]:
    """Return the works with the given ids, in the order given."""
    rows = ledger.select("SELECT * FROM work WHERE list_contains($ids, work_id) ORDER BY work_id", ids=list(work_ids))
    return read_works(rows)


def sought_texts(ledger: Ledger, work_ids: Collection[str], scope: str) -> list[SoughtText]:
    """Return those of the works whose full text is not stored, by id; `scope` is what may be retrieved now."""
    if not work_ids:
        return []
    rows = ledger.frame("sought_texts", ids=list(work_ids), scope=scope)
    return [
        SoughtText(
            replace(work, response=_read_response(row)) if row["body"] is not None else work,
            row["pending"],
            tuple(row["local_urls"]),
        )
        for work, row in zip(read_works(rows), rows.iter_rows(named=True), strict=True)
    ]


def _read_response(row: dict[str, Any]) -> Response:
    return Response(row["response_source"], row["response_url"], row["body"], row["response_status"])


def stored_files(ledger: Ledger) -> dict[str, str]:
    """Return which work each stored file is the full text of: work ids by SHA-256."""
    rows = ledger.select(
        "SELECT sha256, work_id FROM fulltext_attempt WHERE status = $stored ORDER BY work_id DESC", stored=STORED
    )
    return {str(sha256): str(work_id) for sha256, work_id in rows.iter_rows()}


def say_taken(work_id: str) -> str:
    """Return the reason for not storing a file that is already the full text of another work."""
    return f"It is the very file that is stored as the full text of {work_id}."


def add_retrieval(ledger: Ledger, retrieval: Retrieval, scope: str, calls: Sequence[ApiCall]) -> None:
    """Append a round of attempts, the pages it brought and calls to services, in one transaction.

    A file is the text of one work: if it was stored for another while this round was under way, the attempt is refused.
    """
    retrieval = _refuse_taken(retrieval, stored_files(ledger))
    rounds = ledger.select(
        "SELECT coalesce(max(round), 0) + 1 FROM fulltext_attempt WHERE work_id = $work_id", work_id=retrieval.work_id
    ).item()
    attempts = pl.DataFrame(
        [{"work_id": retrieval.work_id, **asdict(attempt)} for attempt in retrieval.attempts], schema=_SCHEMA
    ).with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int32).alias("place"),
        round=pl.lit(rounds, dtype=pl.Int32),
        scope=pl.lit(scope),
        at=pl.lit(now()),
    )
    with ledger.transaction():
        ledger.append("fulltext_attempt", attempts)
        ledger.append("document", [asdict(page) | {"level": 0} for page in retrieval.pages])
        add_log(ledger, CatalogueLog(calls=tuple(calls)), None)


def _refuse_taken(retrieval: Retrieval, taken: Mapping[str, str]) -> Retrieval:
    *before, last = retrieval.attempts
    owner = taken.get(last.sha256 or "") if last.status == STORED else None
    if owner in (None, retrieval.work_id):
        return retrieval
    refused = replace(last, status="refused", reason=say_taken(str(owner)), pages=None, quality=None)
    return replace(retrieval, attempts=(*before, refused), pages=())


def replace_unreadable(ledger: Ledger, works: int, most: int) -> int:
    """Let relevant works beyond the tier's size take the places of works that cannot be read, and return how many did.

    A work gives up its place if it has neither an abstract nor a full text and no source is left that may have one,
    unless a person put it there; at most `most` do so in a review. Removals and replacements are decisions made in one
    transaction.
    """
    return exclude_and_succeed(
        ledger,
        "retrieval",
        works,
        ledger.frame("unreadable_works", most=most),
        explain=lambda row: f"There is no abstract and no full text to read. {row['reason']}",
        place_of="a work that cannot be read",
    )


def unassessed_works(ledger: Ledger) -> tuple[list[Work], dict[str, int]]:
    """Return the works whose full text is to be held against the criteria, and how often each was decided on, by id."""
    works = read_works(ledger.frame("unassessed_works"))
    counted = ledger.select("SELECT work_id, count(*)::INTEGER FROM decision GROUP BY work_id")
    return works, dict(counted.iter_rows())


def count_statuses(ledger: Ledger) -> dict[str, int]:
    """Return how many works of the corpus have each status of the view `fulltext`."""
    rows = ledger.select("SELECT status, count(*) FROM fulltext GROUP BY status ORDER BY status")
    return {str(status): int(n) for status, n in rows.iter_rows()}
