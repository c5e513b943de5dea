"""The works of a review with their verdicts, as ASReview, Rayyan, Covidence and litreview read them.

ASReview reads a verdict of RIS from a note (``ASReview_relevant``), of CSV from the column ``included``; Rayyan from
its note ``RAYYAN-INCLUSION``. Covidence reads the records and leaves the verdicts. Who gave a verdict stands beside it,
so that litreview takes back none of an analyst's as a person's.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any

from tasks.reporting.handover import Handover
from tasks.text.cleaning import clean_text

BY = "litreview_verdict_by"
_LONGEST = 40_000
_OF_FORMULAS = ("=", "+", "-", "@")
_ASREVIEW = {"include": "ASReview_relevant", "exclude": "ASReview_irrelevant"}
_RAYYAN = {"include": "Included", "exclude": "Excluded", "unsure": "Maybe"}
_INCLUDED = {"include": "1", "exclude": "0"}
_RIS_TYPES = {
    "article": "JOUR",
    "review": "JOUR",
    "book": "BOOK",
    "book-chapter": "CHAP",
    "dissertation": "THES",
    "report": "RPRT",
    "preprint": "UNPB",
    "dataset": "DATA",
}
_RIS_TAGS = {
    "TI": "title",
    "PY": "year",
    "T2": "venue",
    "VL": "volume",
    "IS": "issue",
    "SP": "pages",
    "PB": "publisher",
    "SN": "isbn",
    "LA": "language",
    "DO": "doi",
    "AB": "abstract",
}
_COLUMNS = (
    *("key", "title", "authors", "year", "journal", "volume", "issue", "pages", "publisher", "isbn", "language", "doi"),
    *("url", "abstract", "notes", "included", BY, "reason"),
)


def make_ris(review: Handover) -> bytes:
    """Return all works found but duplicates as RIS."""
    return "\n".join("\n".join(_write_ris(work)) for work in review.screened.iter_rows(named=True)).encode()


def _write_ris(work: dict[str, Any]) -> list[str]:
    lines = [("TY", _RIS_TYPES.get(work["type"] or "", "GEN")), *(("AU", author) for author in work["authors"])]
    lines += [(tag, work[name]) for tag, name in _RIS_TAGS.items()]
    lines += [("UR", f"https://doi.org/{work['doi']}" if work["doi"] else ""), ("ID", work["work_id"])]
    lines += [("N1", note) for note in _tell_verdict(work)]
    said = [(tag, clean_text(str(value), _LONGEST)) for tag, value in lines if value is not None]
    return [*(f"{tag}  - {value}" for tag, value in said if value), "ER  - ", ""]


def _tell_verdict(work: dict[str, Any]) -> list[str]:
    verdict = work["verdict"]
    if verdict is None:
        return []
    notes = [_ASREVIEW[verdict]] if verdict in _ASREVIEW else []
    return [*notes, f'RAYYAN-INCLUSION: {{"litreview"=>"{_RAYYAN[verdict]}"}}', f"{BY}: {_name_judge(work)}"]


def _name_judge(work: dict[str, Any]) -> str:
    return "" if work["verdict"] is None else "person" if work["by_person"] else "analyst"


def make_table(review: Handover) -> bytes:
    """Return all works found but duplicates as CSV (RFC 4180, UTF-8); what looks like a formula begins with '."""
    written = StringIO()
    table = csv.writer(written)
    table.writerow(_COLUMNS)
    for work in review.screened.iter_rows(named=True):
        cells = (
            *(work["work_id"], work["title"], "; ".join(work["authors"]), work["year"], work["venue"], work["volume"]),
            *(work["issue"], work["pages"], work["publisher"], work["isbn"], work["language"], work["doi"]),
            f"https://doi.org/{work['doi']}" if work["doi"] else "",
            *(work["abstract"], " | ".join(_tell_verdict(work)[-2:-1]), _INCLUDED.get(work["verdict"] or "", "")),
            *(_name_judge(work), work["reason"]),
        )
        table.writerow([_guard("" if cell is None else str(cell)) for cell in cells])
    return written.getvalue().encode()


def _guard(cell: str) -> str:
    text = clean_text(cell, _LONGEST)
    return f"'{text}" if text.startswith(_OF_FORMULAS) else text
