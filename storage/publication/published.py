"""Queries to the published copy of a review, which any number of people may make at any time.

Rows of a query as text for other programs: CSV and JSON. Why a work is in a review, or is not: everything that the
published copy knows about it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import orjson
import polars as pl

from storage.core.damage import is_damage
from storage.core.errors import InputError
from storage.core.ledger import open_published
from storage.queries import read_query
from storage.records.protocol import ProtocolVersion
from storage.records.search import Plan
from storage.runs.protocols import VERSIONS
from storage.runs.reviews import plan_of

_SAID = (pl.Object, pl.Binary)


def to_csv(rows: pl.DataFrame) -> str:
    """Return rows as CSV with a header line (RFC 4180); compound cells, such as lists, are JSON."""
    nested = [name for name, kind in rows.schema.items() if kind.is_nested() or kind in _SAID]
    flat = rows.with_columns(
        pl.Series(name, [None if value is None else _dump(value).decode() for value in rows[name].to_list()], pl.String)
        for name in nested
    )
    text: str = flat.write_csv()
    return text


def to_json(rows: pl.DataFrame) -> str:
    """Return rows as a JSON array, one object per row, one row per line; times are ISO 8601, bytes hexadecimal."""
    lines = [_dump(row).decode() for row in rows.iter_rows(named=True)]
    return "[" + ",\n ".join(lines) + "]\n"


def _dump(value: Any) -> bytes:
    return orjson.dumps(value, default=_say, option=orjson.OPT_NON_STR_KEYS)


def _say(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


_RECORD = (
    "SELECT work_id, title, year, doi, citekey FROM work WHERE lower(work_id) = $key OR doi = $key OR citekey = $key"
)
_PARTS = {
    "Path": read_query("path_to_work"),
    "Found by": read_query("discoveries_of_work"),
    "Decisions": read_query("decisions_of_work"),
    "Verdicts of people by name": read_query("verdicts_of_work"),
    "Full text": "SELECT * EXCLUDE (work_id) FROM fulltext WHERE list_contains($works, work_id)",
    "Attempts": "SELECT source, status, licence, pages, parser, round(quality, 2) AS quality, reason "
    "FROM fulltext_attempt WHERE list_contains($works, work_id) ORDER BY round, place",
    "Readings": "SELECT source, pages, len(finding_ids) AS findings, produced_by FROM reading "
    "WHERE list_contains($works, work_id) ORDER BY pages",
    "Quotes": read_query("quotes_of_work"),
    "Cited in": read_query("claims_of_work"),
    "Outside the corpus": "SELECT reason, cited_by_corpus AS cited_by FROM missed_seminal "
    "WHERE list_contains($works, work_id)",
}
# A work for which no record was obtained is known through the works that cite it.
_CITED = "SELECT DISTINCT cited_id AS work_id FROM citation WHERE lower(cited_id) = $key"
_CITING = (
    "SELECT c.citekey, c.title, c.year FROM citation AS x JOIN corpus AS c ON c.work_id = x.citing_id "
    "WHERE list_contains($works, x.cited_id) GROUP BY ALL ORDER BY c.citekey"
)
_UNRECORDED = pl.DataFrame(
    {"reason": ["Cited by works that were found; no search or followed citation led to its record."]}
)


def explain_work(folder: Path, work: str) -> dict[str, pl.DataFrame]:
    """Return a work's record, how it was found and decided on, what was read in it, its quotes and where it is cited.

    `work` is a work id, a DOI or a citekey; "Path" leads from the first search to it, one work per row. For a work that
    is only cited, there is only the reason why it is outside the corpus, and which works of the corpus cite it.

    Raises:
        InputError: the review never found such a work.
    """
    key = work.strip().lower().removeprefix("https://doi.org/").removeprefix("https://openalex.org/").removeprefix("@")
    with open_published(folder) as connection:
        record = connection.sql(_RECORD, params={"key": key}).pl()
        if record.is_empty() and not (cited := connection.sql(_CITED, params={"key": key}).pl()).is_empty():
            named = {"works": cited["work_id"].to_list()}
            parts = {"Outside the corpus": connection.sql(_PARTS["Outside the corpus"], params=named).pl()}
            if parts["Outside the corpus"].is_empty():
                parts = {"Outside the corpus": _UNRECORDED}
            return {"Work": cited, **parts, "Cited by works of the review": connection.sql(_CITING, params=named).pl()}
        if record.is_empty():
            raise InputError(f"the review in '{folder}' has no work '{work}'; give a work id, DOI or citekey")
        works = {"works": record["work_id"].to_list()}
        parts = {name: connection.sql(sql, params=works).pl() for name, sql in _PARTS.items()}
    return {"Work": record, **parts}


_DESCRIPTION = {
    "Review": "SELECT topic, quality, as_of, catalogue, analyst FROM review",
    "Runs": "SELECT started_at, finished_at, status, task_runs, message FROM run ORDER BY started_at",
    "Where it is": (
        "SELECT status, phase, place || ' of ' || phases AS place, since, roughly_done_at, usd_spent, last_problem "
        "FROM run_progress"
    ),
    "Works": "SELECT item, n FROM prisma",
    "Stages": "SELECT stage, seeds, candidates, relevant, coverage_delta, stop_reason FROM saturation ORDER BY stage",
    "Services": (
        "SELECT service, count(*) AS calls, round(sum(usd), 4) AS usd, any_value(remaining) AS usd_left, "
        "any_value(reset_at) AS renewed_at FROM api_call LEFT JOIN quota USING (service) GROUP BY service "
        "ORDER BY service"
    ),
    "Retractions": (
        "SELECT w.citekey, w.doi, r.kind, r.date, r.notice_doi, r.source, r.reason, "
        "(SELECT count(DISTINCT c.sentence) FROM retracted_claim AS c WHERE c.work_id = r.work_id) AS sentences "
        "FROM retraction AS r JOIN work AS w USING (work_id) ORDER BY ALL"
    ),
    "Full texts": (
        "SELECT status, source, count(*) AS works FROM fulltext, review WHERE review.fulltext <> 'never' "
        "OR EXISTS (FROM fulltext_attempt) GROUP BY ALL ORDER BY status, works DESC, source"
    ),
    "Problems": "SELECT phase, kind, message FROM problem ORDER BY ALL",
}


def select_published(folder: Path, sql: str) -> pl.DataFrame:
    """Return the rows of a SELECT over the published corpus.

    Raises:
        InputError: there is no such review, or the query cannot be answered.
    """
    with open_published(folder) as connection:
        return _select(connection, sql)


def _select(connection: duckdb.DuckDBPyConnection, sql: str) -> pl.DataFrame:
    try:
        relation = connection.sql(sql)
        if relation is None:
            raise InputError("the query returns no rows; give a SELECT")
        frame: pl.DataFrame = relation.pl()
    except duckdb.Error as error:
        if is_damage(error):
            raise
        raise InputError(f"the query cannot be answered ({str(error).splitlines()[0]}); correct it") from error
    except pl.exceptions.PolarsError as error:
        raise InputError("the query has a column of a type that cannot be shown; CAST it AS VARCHAR") from error
    return frame


def read_published_order(folder: Path) -> dict[str, Any]:
    """Return what a review was asked for, by the names of the review flow's parameters.

    Raises:
        InputError: there is no such review, or nothing of it has been published yet.
    """
    row = select_published(
        folder,
        "SELECT topic, questions, quality, from_year, to_year, as_of, include_books, grey, focus_areas, exclude_terms, "
        "criteria, extract, languages AS language, seeds, analyst, fulltext, write_in, "
        "last.settings->>'catalogue' AS catalogue, last.settings->>'pdfs' AS pdfs, "
        "coalesce(last.settings->>'supervision', 'none') AS supervision, coalesce(last.settings->>'ask', '') AS ask, "
        "coalesce(last.settings->>'citations_from', 'none') AS citations_from, "
        "coalesce(CAST(last.settings->>'ask_timeout' AS DOUBLE), 24) AS ask_timeout, "
        "coalesce(last.settings->>'on_timeout', 'continue') AS on_timeout FROM review "
        "LEFT JOIN (FROM run ORDER BY started_at DESC LIMIT 1) AS last ON true",
    )
    return row.row(0, named=True)


def read_published_protocol(folder: Path) -> tuple[ProtocolVersion | None, bool]:
    """Return the protocol in force, None for a review without one, and whether works were decided on.

    Raises:
        InputError: there is no such review, or its published copy cannot be read.
    """
    versions = [ProtocolVersion(**row) for row in select_published(folder, VERSIONS).iter_rows(named=True)]
    judged = bool(select_published(folder, "SELECT EXISTS (FROM decision)").item())
    return (versions[-1] if versions else None), judged


def read_published_plan(folder: Path) -> Plan | None:
    """Return the plan of a review, None before anything of it was published.

    Raises:
        InputError: there is no such review, or its published copy cannot be read.
    """
    rows = select_published(folder, f"SELECT {', '.join(Plan.__slots__)} FROM review")
    return None if rows.is_empty() else plan_of(rows.row(0, named=True))


def is_finished(folder: Path) -> bool:
    """Return whether a review has a complete text and a finished search, from which an update can begin.

    Raises:
        InputError: there is no such review, or its published copy cannot be read.
    """
    # The abstract is written last.
    sql = (
        "SELECT EXISTS (FROM section WHERE section_id = 'abstract') AND "
        "(SELECT stop_reason IS NOT NULL FROM saturation ORDER BY stage DESC LIMIT 1)"
    )
    return bool(select_published(folder, sql).item())


def describe_review(folder: Path) -> dict[str, pl.DataFrame]:
    """Return what was asked for, the runs, the PRISMA counts, the stages, services asked, retractions and problems."""
    with open_published(folder) as connection:
        return {title: _select(connection, sql) for title, sql in _DESCRIPTION.items()}
