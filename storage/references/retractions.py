"""Retractions, corrections and concerns about works, and what follows from them for the corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import polars as pl

from storage.core.ledger import Ledger
from storage.records.search import Response
from storage.screening.replacements import exclude_and_succeed
from storage.searching.api_calls import ApiCall, CatalogueLog, add_log
from storage.searching.works import add_responses

_SCHEMA: dict[str, Any] = {
    "work_id": pl.String,
    "kind": pl.String,
    "notice_doi": pl.String,
    "date": pl.Date,
    "source": pl.String,
    "response_id": pl.String,
    "reason": pl.String,
}


@dataclass(frozen=True, slots=True)
class Retraction:
    """A source's statement that a work is retracted, corrected, of concern or reinstated, a row of `retraction`.

    `kind` is retraction, concern, correction or reinstatement; `date` is that of the notice.
    """

    work_id: str
    kind: str
    source: str
    notice_doi: str | None = None
    date: date | None = None
    response_id: str | None = None
    reason: str | None = None


def corpus_dois(ledger: Ledger) -> dict[str, str]:
    """Return the ids of the corpus works that have a DOI, by DOI."""
    rows = ledger.select("SELECT doi, work_id FROM corpus WHERE doi IS NOT NULL ORDER BY doi, work_id DESC")
    return {str(doi): str(work_id) for doi, work_id in rows.iter_rows()}


def records_found(ledger: Ledger, source: str) -> list[Response]:
    """Return the records of corpus works that an index has returned, each once."""
    rows = ledger.select(
        "SELECT DISTINCT r.source, r.url, r.body, r.status FROM record_lookup AS l JOIN corpus USING (work_id) "
        "JOIN response AS r ON r.response_id = l.response_id "
        "WHERE l.source = $source AND l.status = 'found' ORDER BY url",
        source=source,
    )
    return [Response(*row) for row in rows.iter_rows()]


def add_retractions(
    ledger: Ledger, retractions: Sequence[Retraction], responses: Sequence[Response], calls: Sequence[ApiCall]
) -> None:
    """Append what is not known yet, with the answers that state it and the calls made, in one transaction."""
    known = set(ledger.select("SELECT work_id, kind, notice_doi, source FROM retraction").iter_rows())
    fresh = {
        key: each
        for each in retractions
        if (key := (each.work_id, each.kind, each.notice_doi, each.source)) not in known
    }
    said_by = {each.response_id for each in fresh.values()}
    with ledger.transaction():
        add_responses(ledger, [response for response in responses if response.response_id in said_by])
        ledger.append("retraction", pl.DataFrame([asdict(each) for each in fresh.values()], schema=_SCHEMA))
        add_log(ledger, CatalogueLog(calls=tuple(calls)), None)


def add_catalogue_retractions(ledger: Ledger) -> None:
    """Append a retraction for every corpus work that the catalogue's own record calls retracted."""
    rows = ledger.select(
        "SELECT c.work_id, coalesce(r.source, 'catalogue') AS source, c.response_id FROM corpus AS c "
        "LEFT JOIN response AS r USING (response_id) WHERE c.is_retracted ORDER BY c.work_id"
    )
    add_retractions(
        ledger,
        [Retraction(work_id, "retraction", source, response_id=answer) for work_id, source, answer in rows.iter_rows()],
        (),
        (),
    )


def exclude_retracted(ledger: Ledger, works: int) -> int:
    """Remove retracted works from the corpus, let relevant ones beyond the tier's size succeed; return how many left.

    Works a person decided on stay. Removals and successions are decisions made in one transaction.
    """
    return exclude_and_succeed(
        ledger,
        "retraction",
        works,
        ledger.frame("retracted_corpus"),
        explain=lambda row: f"Retracted, says {row['sources']}{_say_notice(row)}.",
        place_of="a retracted work",
    )


def _say_notice(row: Mapping[str, Any]) -> str:
    notice = f": notice {row['notice_doi']}" if row["notice_doi"] else ""
    return f"{notice}, {row['date']}" if row["date"] else notice


def retracted_claims(ledger: Ledger) -> list[tuple[str, str]]:
    """Return (citekey, sentence) of the sentences of the review that cite a retracted work, sorted."""
    rows = ledger.select("SELECT DISTINCT citekey, sentence FROM retracted_claim ORDER BY ALL")
    return [(str(citekey), str(sentence)) for citekey, sentence in rows.iter_rows()]
