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
        "languages AS language, seeds, analyst, (SELECT json_extract_string(settings, 'catalogue') FROM run "
        "ORDER BY started_at DESC LIMIT 1) AS catalogue FROM review",
    )
    return row.row(0, named=True)


def describe_review(folder: Path) -> dict[str, pl.DataFrame]:
    """Return what was asked for, the runs, the PRISMA counts, the stages, the services asked and the problems."""
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
        "Problems": select_published(folder, "SELECT phase, kind, message FROM problem ORDER BY ALL"),
    }


def explain_work(folder: Path, work: str) -> dict[str, pl.DataFrame]:
    """Return a work's record, every way it was found, every decision about it and where it is cited.

    Raises:
        InputError: the review never met such a work.
    """
    key = work.strip().lower().removeprefix("https://doi.org/").removeprefix("https://openalex.org/").removeprefix("@")
    with open_published(folder) as connection:

        def ask(sql: str) -> pl.DataFrame:
            frame: pl.DataFrame = connection.sql(sql, params={"key": key}).pl()
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
            "Cited in": ask(
                f"SELECT s.heading, c.sentence FROM claim AS c JOIN current_section AS s USING (section_id, version) "
                f"JOIN work AS w USING (citekey) WHERE w.work_id IN {this} ORDER BY s.position, c.sentence"
            ),
        }
