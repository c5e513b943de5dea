"""Texts, summaries, findings and quotes of the works in the corpus."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import polars as pl

from storage.core.ledger import Ledger
from storage.records.data_items import DataItem, read_items
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
    return _with_pages(ledger, read_works(ledger.frame("unread_works")))


def unasked_works(ledger: Ledger) -> list[tuple[Work, list[Page], tuple[DataItem, ...]]]:
    """Return corpus works that were read before fields of the review's own were asked as they are now, with those.

    With each work come its pages, as for `unread_works`.
    """
    rows = ledger.frame("unasked_works")
    read = _with_pages(ledger, read_works(rows.drop("items")))
    return [(work, pages, read_items(items)) for (work, pages), items in zip(read, rows["items"], strict=True)]


def _with_pages(ledger: Ledger, works: Sequence[Work]) -> list[tuple[Work, list[Page]]]:
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


def add_reading(
    ledger: Ledger, summary: Summary, pages: list[Page], produced_by: str, items: Sequence[DataItem] = ()
) -> None:
    """Append a work's reading (summary, findings, data, quotes) and those of its pages not stored yet in a transaction.

    `items` are the review's own fields that it was asked for. A reading of as many pages of the full text as an earlier
    one counts as the same: the earlier one stays.

    Raises:
        ValueError: a quote does not match the words of its page, or belongs to another work, or a datum to a finding
            that is not in the summary.
    """
    quotes = [*(finding.quote for finding in summary.findings), *(one.quote for one in summary.extractions)]
    _check_quotes(summary.work_id, quotes, pages)
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
        _append_quotes(ledger, quotes)
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
        key = {"work_id": summary.work_id, "pages": read}
        if ledger.select("SELECT 1 FROM reading WHERE work_id = $work_id AND pages = $pages", **key).is_empty():
            _append_data(ledger, key, summary.extractions, items)
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


def add_answers(
    ledger: Ledger, work: Work, pages: list[Page], items: Sequence[DataItem], answers: Sequence[Extraction]
) -> None:
    """Append what a work that was read before answers to fields asked of it now, in one transaction.

    Raises:
        ValueError: a quote does not match the words of its page, or belongs to another work.
    """
    quotes = [one.quote for one in answers]
    _check_quotes(work.work_id, quotes, pages)
    key = {"work_id": work.work_id, "pages": sum(page.page > 0 for page in pages)}
    with ledger.transaction():
        _append_quotes(ledger, quotes)
        _append_data(ledger, key, answers, items)


def _check_quotes(work_id: str, quotes: Sequence[Quote], pages: Sequence[Page]) -> None:
    texts = {(page.work_id, page.page, page.source): page.text for page in pages}
    for quote in quotes:
        page = texts.get((quote.work_id, quote.page, quote.source), "")
        words = page[quote.char_start : quote.char_end] if quote.char_start >= 0 else ""
        if quote.work_id != work_id or not words or words != quote.text:
            raise ValueError(f"quote {quote.quote_id} is not on page {quote.page} of {work_id}")


def _append_quotes(ledger: Ledger, quotes: Sequence[Quote]) -> None:
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


def _append_data(
    ledger: Ledger, reading: dict[str, object], data: Sequence[Extraction], items: Sequence[DataItem]
) -> None:
    """Append the data of a reading (`work_id`, `pages`) after those there are, and which fields it was asked for."""
    questions = {item.name: item.question for item in items}
    there = "SELECT count(*) FROM extraction WHERE work_id = $work_id AND pages = $pages"
    ledger.append(
        "extraction",
        [
            reading
            | {
                "finding_id": one.finding_id,
                "field": one.field,
                "position": position,
                "value": one.value,
                "quote_id": one.quote.quote_id,
                "source": one.source,
                "result": one.result,
                "question": "" if one.finding_id else questions.get(one.field, ""),
            }
            for position, one in enumerate(data, start=ledger.select(there, **reading).item())
        ],
    )
    ledger.append("asked_field", [reading | {"field": name, "question": asked} for name, asked in questions.items()])


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
