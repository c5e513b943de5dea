"""Texts, summaries, findings and quotes of the works in the corpus."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import polars as pl

from storage.core.ledger import Ledger
from storage.records.evidence import Extraction
from storage.records.search import Work
from storage.records.writing import UNSTATED, Finding, Page, Quote, ReadWork, Summary
from storage.references.references import list_references
from storage.searching.works import read_works

FULL_TEXT = "full text"


def unread_works(ledger: Ledger) -> list[tuple[Work, list[Page]]]:
    """Return corpus works to be read, each with its available pages: the abstract as page 0, then the full text.

    These are works never read, and works read before (more of) their full text was stored.
    """
    works = read_works(ledger.frame("unread_works"))
    stored = stored_pages(ledger, [work.work_id for work in works])
    return [(work, [*_abstract(work), *stored.get(work.work_id, [])]) for work in works]


def stored_pages(ledger: Ledger, work_ids: Collection[str]) -> dict[str, list[Page]]:
    """Return the pages of the full texts that are stored, in order, by work id."""
    rows = ledger.select(
        "SELECT work_id, page, text, source FROM document WHERE level = 0 AND page > 0 AND source = $source "
        "AND list_contains($works, work_id) ORDER BY work_id, page",
        source=FULL_TEXT,
        works=list(work_ids),
    )
    pages: dict[str, list[Page]] = {}
    for row in rows.iter_rows():
        pages.setdefault(row[0], []).append(Page(*row))
    return pages


def corpus_pages(ledger: Ledger) -> dict[str, list[Page]]:
    """Return every page of the corpus works that is stored here, the abstract as page 0, in order, by work id."""
    rows = ledger.select(
        "SELECT d.work_id, d.page, d.text, d.source FROM document AS d JOIN corpus USING (work_id) WHERE d.level = 0 "
        "ORDER BY d.work_id, d.page, d.source"
    )
    pages: dict[str, list[Page]] = {}
    for row in rows.iter_rows():
        pages.setdefault(row[0], []).append(Page(*row))
    return pages


def _abstract(work: Work) -> list[Page]:
    return [Page(work.work_id, 0, work.abstract, work.abstract_source or UNSTATED)] if work.abstract else []


def add_reading(ledger: Ledger, summary: Summary, pages: list[Page], produced_by: str) -> None:
    """Append a work's reading (summary, findings, data, quotes) and those of its pages not stored yet in a transaction.

    A reading of as many pages of the full text as an earlier one counts as the same: the earlier one stays.

    Raises:
        ValueError: a quote does not match the words of its page, or belongs to another work, or a datum to a finding
            that is not in the summary.
    """
    texts = {(page.work_id, page.page, page.source): page.text for page in pages}
    quotes = [*(finding.quote for finding in summary.findings), *(one.quote for one in summary.extractions)]
    for quote in quotes:
        page = texts.get((quote.work_id, quote.page, quote.source), "")
        words = page[quote.char_start : quote.char_end] if quote.char_start >= 0 else ""
        if quote.work_id != summary.work_id or not words or words != quote.text:
            raise ValueError(f"quote {quote.quote_id} is not on page {quote.page} of {summary.work_id}")
    told = {"", *(finding.finding_id for finding in summary.findings)}
    astray = {
        one.field
        for one in summary.extractions
        if one.finding_id not in told or (one.result > 0) != bool(one.finding_id)
    }
    if astray:
        raise ValueError(f"{', '.join(sorted(astray))} of {summary.work_id} belong to no finding of its summary")
    read = sum(page.page > 0 for page in pages)
    documents = [
        {"work_id": page.work_id, "level": 0, "page": page.page, "text": page.text, "source": page.source}
        for page in pages
    ]
    documents += [
        {"work_id": summary.work_id, "level": level, "page": 0, "text": text, "source": summary.source}
        for level, text in ((1, summary.short), (2, summary.digest))
        if text
    ]
    with ledger.transaction():
        ledger.append("document", documents)
        ledger.append(
            "quote",
            [
                {
                    "quote_id": q.quote_id,
                    "work_id": q.work_id,
                    "page": q.page,
                    "char_start": q.char_start,
                    "char_end": q.char_end,
                    "text": q.text,
                    "source": q.source,
                }
                for q in {quote.quote_id: quote for quote in quotes}.values()
            ],
        )
        ledger.append(
            "finding",
            [
                {
                    "finding_id": finding.finding_id,
                    "work_id": finding.work_id,
                    "kind": finding.kind,
                    "position": position,
                    "text": finding.text,
                    "quote_id": finding.quote.quote_id,
                }
                for position, finding in enumerate(summary.findings)
            ],
        )
        ledger.append("extraction", _rows_of_extractions(ledger, summary, read))
        ledger.append(
            "reading",
            pl.DataFrame(
                [
                    {
                        "work_id": summary.work_id,
                        "pages": read,
                        "methodology": summary.methodology,
                        "limitations": summary.limitations,
                        "future_work": summary.future_work,
                        "themes": list(summary.themes),
                        "source": summary.source,
                        "produced_by": produced_by,
                        "finding_ids": list(dict.fromkeys(finding.finding_id for finding in summary.findings)),
                    }
                ],
                schema_overrides={"themes": pl.List(pl.String), "finding_ids": pl.List(pl.String)},
            ),
        )


def _rows_of_extractions(ledger: Ledger, summary: Summary, pages: int) -> list[dict[str, object]]:
    """Return the data of a reading as rows, none where a reading of as many pages stands already."""
    key = {"work_id": summary.work_id, "pages": pages}
    if ledger.select("SELECT 1 FROM reading WHERE work_id = $work_id AND pages = $pages", **key).height:
        return []
    return [
        key
        | {
            "finding_id": one.finding_id,
            "field": one.field,
            "position": position,
            "value": one.value,
            "quote_id": one.quote.quote_id,
            "source": one.source,
            "result": one.result,
        }
        for position, one in enumerate(summary.extractions)
    ]


def read_corpus(ledger: Ledger) -> dict[str, ReadWork]:
    """Return every corpus work as the writer sees it, by work id: metadata, citekey, summary, citations received.

    The metadata are those of its reference (`storage.references.references`), so that prose names authors and year as
    the reference does.
    """
    findings, extractions = _findings(ledger), _extractions(ledger)
    summaries = {row["work_id"]: row for row in ledger.frame("corpus_summaries").iter_rows(named=True)}
    return {
        work.work_id: ReadWork(
            work=work,
            citekey=citekey,
            summary=Summary(
                work_id=work.work_id,
                methodology=row["methodology"],
                limitations=row["limitations"],
                future_work=row["future_work"],
                themes=tuple(row["themes"] or ()),
                short=row["short"] or "",
                findings=findings.get(work.work_id, ()),
                source=row["source"],
                digest=row["digest"] or "",
                extractions=extractions.get(work.work_id, ()),
            ),
            in_degree=row["in_degree"],
        )
        for citekey, work in list_references(ledger)
        if (row := summaries.get(work.work_id))
    }


def _findings(ledger: Ledger) -> dict[str, tuple[Finding, ...]]:
    found: dict[str, list[Finding]] = {}
    for row in ledger.frame("corpus_findings").iter_rows(named=True):
        found.setdefault(row["work_id"], []).append(Finding(row["work_id"], row["text"], _quote(row), row["kind"]))
    return {work_id: tuple(findings) for work_id, findings in found.items()}


def _extractions(ledger: Ledger) -> dict[str, tuple[Extraction, ...]]:
    found: dict[str, list[Extraction]] = {}
    for row in ledger.frame("corpus_extractions").iter_rows(named=True):
        told = (row["work_id"], row["finding_id"], row["field"], row["value"])
        one = Extraction(*told, _quote(row), row["source"], row["result"])
        found.setdefault(row["work_id"], []).append(one)
    return {work_id: tuple(extractions) for work_id, extractions in found.items()}


def _quote(row: dict[str, Any]) -> Quote:
    return Quote(
        row["work_id"], row["page"], row["char_start"], row["char_end"], row["quote_text"], row["quote_source"]
    )
