"""Abstracts found elsewhere, for works whose catalogue has none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.search import Response, Work
from storage.searching.api_calls import ApiCall, CatalogueLog, add_log
from storage.searching.works import read_works


def works_to_look_up(ledger: Ledger, work_ids: Collection[str]) -> list[Work]:
    """Return those of the works, by id, that have no abstract and whose lookup, if any, got no answer."""
    if not work_ids:
        return []
    return read_works(
        ledger.select(
            "SELECT * FROM work WHERE work_id IN (SELECT unnest($ids)) AND abstract IS NULL AND work_id NOT IN "
            "(SELECT work_id FROM abstract_lookup WHERE status <> 'unavailable') ORDER BY work_id",
            ids=list(work_ids),
        )
    )


def add_abstract(ledger: Ledger, work_id: str, text: str, response: Response, calls: Sequence[ApiCall]) -> None:
    """Give a work the abstract a service states, and keep the service's answer and the calls, in one transaction."""
    with ledger.transaction():
        ledger.append("response", [asdict(response) | {"response_id": response.response_id, "fetched_at": now()}])
        ledger.change(
            "UPDATE work SET abstract = $text, abstract_source = $source WHERE work_id = $work_id AND abstract IS NULL",
            text=text,
            source=response.source,
            work_id=work_id,
        )
        _add_lookup(ledger, work_id, response.source, "found", response_id=response.response_id)
        add_log(ledger, CatalogueLog(calls=tuple(calls)), None)


def add_absence(ledger: Ledger, work_id: str, status: str, reason: str, calls: Sequence[ApiCall]) -> None:
    """Record that no service had the abstract of a work, why, and the calls, in one transaction."""
    with ledger.transaction():
        _add_lookup(ledger, work_id, "abstracts", status, reason=reason)
        add_log(ledger, CatalogueLog(calls=tuple(calls)), None)


def read_abstracts(ledger: Ledger, work_ids: Collection[str]) -> dict[str, tuple[str, str]]:
    """Return (abstract, its source) of those of the works that have one, by work id."""
    rows = ledger.select(
        "SELECT work_id, abstract, abstract_source FROM work "
        "WHERE work_id IN (SELECT unnest($ids)) AND abstract IS NOT NULL ORDER BY work_id",
        ids=list(work_ids),
    )
    return {work_id: (abstract, source) for work_id, abstract, source in rows.iter_rows()}


def bare_works(ledger: Ledger) -> list[tuple[str, str]]:
    """Return (work id, what the services said) of the corpus works without an abstract anywhere, by work id."""
    return [(work_id, reason) for work_id, reason in ledger.frame("bare_works").iter_rows()]


def _add_lookup(
    ledger: Ledger, work_id: str, source: str, status: str, *, response_id: str | None = None, reason: str | None = None
) -> None:
    ledger.append(
        "abstract_lookup",
        [
            {
                "work_id": work_id,
                "source": source,
                "status": status,
                "response_id": response_id,
                "reason": reason,
                "at": now(),
            }
        ],
    )
