"""Questions to the published copy of a review, which any number of people may ask at any time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from storage.errors import InputError
from storage.ledger import open_published


def select_published(folder: Path, sql: str) -> pl.DataFrame:
    """Return the rows of a SELECT over the published corpus.

    Raises:
        InputError: there is no such review, or the query cannot be answered.
    """
    with open_published(folder) as connection:
        try:
            relation = connection.sql(sql)
            if relation is None:
                raise InputError("the query returns no rows; give a SELECT")
            frame: pl.DataFrame = relation.pl()
        except duckdb.Error as error:
            raise InputError(f"the query cannot be answered ({str(error).splitlines()[0]}); correct it") from error
    return frame


def read_published_order(folder: Path) -> dict[str, Any]:
    """Return what a review was asked for, by the names of the review flow's parameters.

    Raises:
        InputError: there is no such review, or nothing was published of it yet.
    """
    row = select_published(
        folder,
        "SELECT topic, questions, quality, from_year, to_year, as_of, include_books, grey, focus_areas, exclude_terms, "
        "languages AS language, seeds, analyst, fulltext, last.settings->>'catalogue' AS catalogue, "
        "last.settings->>'pdfs' AS pdfs, "
        "coalesce(last.settings->>'supervision', 'none') AS supervision, coalesce(last.settings->>'ask', '') AS ask, "
        "coalesce(CAST(last.settings->>'ask_timeout' AS DOUBLE), 24) AS ask_timeout, "
        "coalesce(last.settings->>'on_timeout', 'continue') AS on_timeout FROM review "
        "LEFT JOIN (FROM run ORDER BY started_at DESC LIMIT 1) AS last ON true",
    )
    return row.row(0, named=True)


def describe_review(folder: Path) -> dict[str, pl.DataFrame]:
    """Return what was asked for, the runs, the PRISMA counts, the stages, services asked, retractions and problems."""
    return {
        "Review": select_published(folder, "SELECT topic, quality, as_of, catalogue, analyst FROM review"),
        "Runs": select_published(
            folder, "SELECT started_at, finished_at, status, task_runs, message FROM run ORDER BY started_at"
        ),
        "Works": select_published(folder, "SELECT item, n FROM prisma"),
        "Stages": select_published(
            folder,
            "SELECT stage, seeds, candidates, relevant, coverage_delta, stop_reason FROM saturation ORDER BY stage",
        ),
        "Services": select_published(
            folder,
            "SELECT service, count(*) AS calls, round(sum(usd), 4) AS usd, any_value(remaining) AS usd_left, "
            "any_value(reset_at) AS renewed_at FROM api_call LEFT JOIN quota USING (service) GROUP BY service "
            "ORDER BY service",
        ),
        "Retractions": select_published(
            folder,
            "SELECT w.citekey, w.doi, r.kind, r.date, r.notice_doi, r.source, r.reason, "
            "(SELECT count(DISTINCT c.sentence) FROM retracted_claim AS c WHERE c.work_id = r.work_id) AS sentences "
            "FROM retraction AS r JOIN work AS w USING (work_id) ORDER BY ALL",
        ),
        "Full texts": select_published(
            folder,
            "SELECT status, source, count(*) AS works FROM fulltext, review WHERE review.fulltext <> 'never' "
            "OR EXISTS (FROM fulltext_attempt) GROUP BY ALL ORDER BY status, works DESC, source",
        ),
        "Problems": select_published(folder, "SELECT phase, kind, message FROM problem ORDER BY ALL"),
    }


def explain_work(folder: Path, work: str) -> dict[str, pl.DataFrame]:
    """Return a work's record, how it was found and decided on, what was read of it, its quotes and where it is cited.

    Raises:
        InputError: the review never met such a work, or was published by an older version.
    """
    key = work.strip().lower().removeprefix("https://doi.org/").removeprefix("https://openalex.org/").removeprefix("@")
    with open_published(folder) as connection:

        def ask(sql: str) -> pl.DataFrame:
            try:
                frame: pl.DataFrame = connection.sql(sql, params={"key": key}).pl()
            except duckdb.CatalogException as error:
                raise InputError(
                    f"the review in '{folder}' was published by an older version; resume it to bring it up to date"
                ) from error
            return frame

        this = "(SELECT work_id FROM work WHERE lower(work_id) = $key OR doi = $key OR citekey = $key)"
        record = ask(f"SELECT work_id, title, year, doi, citekey FROM work WHERE work_id IN {this}")
        if record.is_empty():
            raise InputError(f"the review in '{folder}' never met a work '{work}'; give a work id, DOI or citekey")
        return {
            "Work": record,
            "Found by": ask(
                f"SELECT d.stage, d.strategy, q.framing AS query, d.rank, via_work_id FROM discovery AS d "
                f"LEFT JOIN search_query AS q USING (query_id) WHERE work_id IN {this} ORDER BY stage, d.strategy, rank"
            ),
            "Decisions": ask(
                f"SELECT phase, stage, verdict, score, method, reason, features FROM decision WHERE work_id IN {this} "
                f"ORDER BY seq"
            ),
            "Full text": ask(f"SELECT * EXCLUDE (work_id) FROM fulltext WHERE work_id IN {this}"),
            "Attempts": ask(
                f"SELECT source, status, licence, pages, parser, round(quality, 2) AS quality, reason "
                f"FROM fulltext_attempt WHERE work_id IN {this}"
            ),
            "Readings": ask(
                f"SELECT source, pages, len(finding_ids) AS findings, produced_by FROM reading WHERE work_id IN {this} "
                f"ORDER BY pages"
            ),
            "Quotes": ask(
                f"SELECT q.page, f.kind, q.text AS words FROM current_finding AS f JOIN quote AS q USING (quote_id) "
                f"WHERE f.work_id IN {this} ORDER BY f.position"
            ),
            "Cited in": ask(
                f"SELECT s.heading, c.sentence FROM claim AS c JOIN current_section AS s USING (section_id, version) "
                f"JOIN work AS w USING (citekey) WHERE w.work_id IN {this} ORDER BY s.position, c.sentence"
            ),
        }
