"""What indexes and the Retraction Watch file say was retracted, corrected, doubted or reinstated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import polars as pl

from storage.core.errors import InputError
from storage.records.search import Plan, Response
from storage.references.retractions import Retraction
from tasks.metadata.fields import count, decode_json, entries, entry, normalise_doi
from tasks.text.cleaning import clean_text

RETRACTION_WATCH = "retraction watch"
# Crossref's update types (https://www.crossref.org/documentation/principles-practices/best-practices/versioning/) and
# Retraction Watch's natures, in lower case without signs; "new version", "clarification" and the like change nothing.
_KINDS = {
    "retraction": "retraction",
    "partialretraction": "correction",
    "withdrawal": "retraction",
    "removal": "retraction",
    "expressionofconcern": "concern",
    "correction": "correction",
    "corrigendum": "correction",
    "erratum": "correction",
    "addendum": "correction",
    "reinstatement": "reinstatement",
}
_COLUMNS = ("Record ID", "OriginalPaperDOI", "RetractionDOI", "RetractionDate", "RetractionNature", "Reason")
_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_LONGEST_REASON = 500
_TOPIC = re.compile(r"\bretract(?:ed|ion|ions|ing)?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Findings:
    """Retractions and the like of works, and the answers that say so."""

    retractions: tuple[Retraction, ...]
    responses: tuple[Response, ...] = ()


def is_about_retractions(plan: Plan) -> bool:
    """Return whether the review is about retracted works, so that they are its evidence."""
    return any(_TOPIC.search(text) for text in (plan.topic, *plan.questions))


def read_updates(records: Sequence[Response], works: Mapping[str, str]) -> Findings:
    """Return what Crossref's records say of works, given by DOI: `updated-by` in their own, `update-to` in notices."""
    found = [
        Retraction(works[updated], kind, response.source, notice, read_date(update), response.response_id)
        for response in records
        for updated, notice, update in _list_updates(entry(decode_json(response.body)))
        if updated in works and (kind := read_kind(update))
    ]
    return Findings(tuple(found), tuple(records))


def _list_updates(record: Mapping[str, Any]) -> Iterator[tuple[str, str | None, Mapping[str, Any]]]:
    """Yield the DOI of the work updated, that of the notice, and the update as Crossref lists it."""
    own = normalise_doi(record.get("DOI"))
    for name in ("updated-by", "update-to"):
        for update in entries(record.get(name)):
            other = normalise_doi(update.get("DOI"))
            updated, notice = (own, other) if name == "updated-by" else (other, own)
            yield updated or "", notice, update


def read_kind(update: Mapping[str, Any]) -> str | None:
    """Return what Crossref's update is: retraction, concern, correction or reinstatement; None for what is none."""
    return _read_kind(update.get("type")) or _read_kind(update.get("label"))


def _read_kind(value: object) -> str | None:
    return _KINDS.get(re.sub(r"[^a-z]", "", clean_text(value, 100).lower()))


def read_date(update: Mapping[str, Any]) -> date | None:
    """Return the date of Crossref's update, None where it states none."""
    parts = entry(update.get("updated")).get("date-parts")
    numbers = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
    year, month, day = [*(count(number) for number in numbers[:3]), 1, 1, 1][:3] if numbers else (0, 1, 1)
    return _make_date(year, month, day)


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def check_retraction_watch(path: Path) -> None:
    """Return when the head of a file is that of a Retraction Watch file.

    Raises:
        InputError: the file cannot be read, or lacks a column.
    """
    _read_columns(path, rows=0)


def _read_columns(path: Path, rows: int | None = None) -> pl.DataFrame:
    try:
        return pl.read_csv(path, columns=list(_COLUMNS), infer_schema=False, encoding="utf8-lossy", n_rows=rows)
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = clean_text(str(error).partition("\n")[0], 200)
        raise InputError(
            f"the Retraction Watch file '{path}' cannot be read ({reason}); give LITREVIEW_RETRACTION_WATCH the "
            f"CSV that Crossref publishes, or unset it"
        ) from error


def read_retraction_watch(path: Path, works: Mapping[str, str]) -> Findings:
    """Return what the Retraction Watch file says of works, given by DOI; each row used is kept as an answer.

    The file is the one Crossref publishes: a CSV with a row per notice and the columns `Record ID`, `OriginalPaperDOI`,
    `RetractionDOI`, `RetractionDate` (month/day/year), `RetractionNature` and `Reason`.

    Raises:
        InputError: the file cannot be read, or lacks a column.
    """
    frame = _read_columns(path)
    frame = frame.with_columns(pl.col("OriginalPaperDOI").str.strip_chars().str.to_lowercase().alias("doi"))
    found, responses = [], []
    for row in (
        frame.filter(pl.col("doi").is_in(list(works))).sort("Record ID", "RetractionNature").iter_rows(named=True)
    ):
        kind = _read_kind(row["RetractionNature"])
        if kind is None:
            continue
        body = orjson.dumps({name: row[name] for name in _COLUMNS}).decode()
        response = Response(RETRACTION_WATCH, f"file:{path.name}#{row['Record ID']}", body)
        match = _DATE.match(row["RetractionDate"] or "")
        found.append(
            Retraction(
                works[row["doi"]],
                kind,
                RETRACTION_WATCH,
                normalise_doi(row["RetractionDOI"]),
                _make_date(int(match[3]), int(match[1]), int(match[2])) if match else None,
                response.response_id,
                clean_text((row["Reason"] or "").replace("+", "").strip("; "), _LONGEST_REASON) or None,
            )
        )
        responses.append(response)
    return Findings(tuple(found), tuple(responses))
