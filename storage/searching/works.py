"""Works, the answers they were read from, what they cite and how they were found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson
import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.search import Author, Response, SearchOutcome, Strategy, Work, content_id

_WORK_SCHEMA: dict[str, Any] = {
    "work_id": pl.String,
    "doi": pl.String,
    "title": pl.String,
    "abstract": pl.String,
    "abstract_source": pl.String,
    "year": pl.Int32,
    "type": pl.String,
    "venue": pl.String,
    "volume": pl.String,
    "issue": pl.String,
    "pages": pl.String,
    "publisher": pl.String,
    "editors": pl.List(pl.String),
    "isbn": pl.String,
    "authors": pl.List(
        pl.Struct({"name": pl.String, "author_id": pl.String, "orcid": pl.String, "affiliation": pl.String})
    ),
    "language": pl.String,
    "cited_by_count": pl.Int32,
    "citations_by_year": pl.List(pl.Struct({"year": pl.Int32, "count": pl.Int32})),
    "is_oa": pl.Boolean,
    "oa_url": pl.String,
    "is_retracted": pl.Boolean,
    "family_id": pl.String,
    "topics": pl.List(pl.String),
    "response_id": pl.String,
}
_NOT_PLAIN = {"editors", "topics", "authors", "citations_by_year", "response_id"}
_PLAIN = [name for name in _WORK_SCHEMA if name not in _NOT_PLAIN]


def _row(work: Work) -> dict[str, object]:
    row: dict[str, object] = {name: getattr(work, name) for name in _PLAIN}
    row["editors"] = list(work.editors)
    row["topics"] = list(work.topics)
    row["authors"] = [
        {"name": a.name, "author_id": a.author_id, "orcid": a.orcid, "affiliation": a.affiliation} for a in work.authors
    ]
    row["citations_by_year"] = [{"year": year, "count": count} for year, count in work.citations_by_year]
    row["response_id"] = work.response.response_id if work.response else None
    return row


def add_works(ledger: Ledger, works: Iterable[Work], stage: int) -> int:
    """Append works not yet known, with their raw answers and references, and return how many were new.

    Call inside a transaction.
    """
    met = list(works)
    distinct = {work.work_id: work for work in met}
    if not distinct:
        return 0
    _add_identifiers(ledger, met)
    known = set(
        ledger.select("SELECT work_id FROM work WHERE work_id IN (SELECT unnest($ids))", ids=list(distinct))["work_id"]
    )
    fresh = [work for work_id, work in sorted(distinct.items()) if work_id not in known]
    if not fresh:
        return 0
    add_responses(ledger, [work.response for work in fresh if work.response])
    ledger.append("work", pl.DataFrame([_row(work) for work in fresh], schema=_WORK_SCHEMA))
    edges = pl.DataFrame(
        {
            "citing_id": [work.work_id for work in fresh for _ in work.references],
            "cited_id": [cited for work in fresh for cited in work.references],
            "source": [_source(work) for work in fresh for _ in work.references],
        },
        schema={"citing_id": pl.String, "cited_id": pl.String, "source": pl.String},
    ).with_columns(stage=pl.lit(stage))
    ledger.append("citation", edges.unique(("citing_id", "cited_id"), maintain_order=True))
    return len(fresh)


def add_responses(ledger: Ledger, responses: Iterable[Response]) -> None:
    """Append answers; one that is already stored is not repeated. Call inside a transaction."""
    fetched_at = now()
    ledger.append(
        "response",
        [
            {
                "response_id": response.response_id,
                "source": response.source,
                "url": response.url,
                "status": response.status,
                "fetched_at": fetched_at,
                "body": response.body,
            }
            for response in responses
        ],
    )


def _add_identifiers(ledger: Ledger, works: Sequence[Work]) -> None:
    stated = [(work.work_id, one) for work in works for one in work.identifiers]
    answers = {one.response.response_id: one.response for _, one in stated if one.response}
    add_responses(ledger, answers.values())
    ledger.append(
        "work_identifier",
        [
            {
                "work_id": work_id,
                "scheme": one.scheme,
                "identifier": one.value,
                "stated_by": one.stated_by,
                "response_id": one.response.response_id if one.response else None,
            }
            for work_id, one in stated
        ],
    )


def _source(work: Work) -> str:
    return work.response.source if work.response else "unknown"


def add_search(ledger: Ledger, outcome: SearchOutcome, catalogue: str, stage: int = 0) -> None:
    """Append one query as run in a stage, the works it returned and how each was found.

    In a stage that searches for amended questions it is one of that search. Call inside a transaction.
    """
    asked = outcome.formulation
    query_id = asked.query_id(catalogue)
    filters = {
        "from_year": asked.from_year,
        "to_year": asked.to_year,
        "types": list(asked.types),
        "languages": list(asked.languages),
        "cited_by_over": asked.cited_by_over,
        "cited_by_exempt_from": asked.cited_by_exempt_from,
        "limit": asked.limit,
    }
    amended = ledger.select("SELECT max(number) AS protocol FROM amended_search WHERE stage = $stage", stage=stage)
    ledger.append(
        "search_query",
        [
            {
                "protocol": amended.item(),
                "query_id": query_id,
                "strategy": asked.strategy,
                "framing": asked.framing,
                "text": asked.text,
                "filters": orjson.dumps({name: value for name, value in filters.items() if value}).decode(),
                "catalogue": catalogue,
                "url": outcome.url,
                "hits": outcome.total,
                "retrieved": len(outcome.hits),
                "retrieved_at": now(),
            }
        ],
    )
    add_works(ledger, (hit.work for hit in outcome.hits), stage)
    add_discoveries(
        ledger,
        [(hit.work.work_id, asked.strategy, stage, hit.via_work_id, query_id, hit.rank) for hit in outcome.hits],
    )


def add_discoveries(
    ledger: Ledger, found: Sequence[tuple[str, Strategy, int, str | None, str | None, int | None]]
) -> None:
    """Append ways in which works were found: (work, strategy, stage, via work, query, rank)."""
    names = ("work_id", "strategy", "stage", "via_work_id", "query_id", "rank")
    rows = [
        {"discovery_id": content_id("discovery", *fact[:5]), **dict(zip(names, fact, strict=True))} for fact in found
    ]
    ledger.append(
        "discovery",
        pl.DataFrame(
            rows,
            schema={
                "discovery_id": pl.String,
                "work_id": pl.String,
                "strategy": pl.String,
                "stage": pl.Int32,
                "via_work_id": pl.String,
                "query_id": pl.String,
                "rank": pl.Int32,
            },
        ),
    )


def read_works(rows: pl.DataFrame) -> list[Work]:
    """Return work records for rows of `work`, in row order; `references` and `response` stay empty."""
    return [
        Work(
            **{name: row[name] for name in _PLAIN},
            editors=tuple(row["editors"] or ()),
            topics=tuple(row["topics"] or ()),
            authors=tuple(Author(**author) for author in row["authors"] or ()),
            citations_by_year=tuple((pair["year"], pair["count"]) for pair in row["citations_by_year"] or ()),
        )
        for row in rows.iter_rows(named=True)
    ]


def run_query_ids(ledger: Ledger) -> set[str]:
    """Return the ids of the queries already run."""
    return set(ledger.select("SELECT query_id FROM search_query")["query_id"])


def corpus_without_citekeys(ledger: Ledger) -> list[Work]:
    """Return corpus works that have no citekey yet, by id."""
    return read_works(ledger.select("SELECT * FROM corpus WHERE citekey IS NULL ORDER BY work_id"))


def citekeys_taken(ledger: Ledger) -> dict[str, str]:
    """Return the citekeys given so far, by work id."""
    rows = ledger.select("SELECT work_id, citekey FROM work WHERE citekey IS NOT NULL ORDER BY work_id")
    return {str(work_id): str(citekey) for work_id, citekey in rows.iter_rows()}
