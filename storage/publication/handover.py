"""What is handed over of a review to readers and other programs: works by fate, sources, and facts for checklists."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from storage.core.ledger import Ledger
from storage.writing.versions import open_snapshot


def read_fates(ledger: Ledger) -> pl.DataFrame:
    """Return every work found, best score first, with what became of it (`fate`), why, and what identifies it.

    Fates are included, left out (relevant, but not in the corpus), unsure, excluded, not screened, ineligible,
    duplicate and not decided; their numbers are those of the view `prisma`.
    """
    return ledger.frame("work_fates")


def read_screened(ledger: Ledger) -> pl.DataFrame:
    """Return every work found but duplicates, best score first, with abstract, verdict and whether a person gave it."""
    return ledger.frame("screened_works")


def read_sources(ledger: Ledger) -> pl.DataFrame:
    """Return where works were searched for: source, way, searches, records, works, and the days "from" and "until"."""
    return ledger.frame("search_sources")


def read_citation_sources(ledger: Ledger) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return what second indexes of citations were asked and said, and how far each pair of sources agrees.

    Columns: source, asked, known, stated, resolved, own; first, second, works, both, first_only, second_only, share.
    """
    return ledger.frame("citation_indexes"), ledger.frame("citation_agreement")


def read_reporting_facts(ledger: Ledger) -> dict[str, int | float | str]:
    """Return what checklists of reporting need beyond the review's numbers, by name; what there is not is left out."""
    row = ledger.frame("reporting_facts").row(0, named=True)
    return {name: value for name, value in row.items() if value is not None}


def read_findings(ledger: Ledger) -> pl.DataFrame:
    """Return every finding of the corpus with citekey, kind, the words it rests on, and the sections that cite it."""
    return ledger.frame("stated_findings")


def read_record(ledger: Ledger) -> dict[str, pl.DataFrame]:
    """Return what a machine-readable record of the review is made of, frame by frame.

    What was asked for (review, criteria), queries as sent, language models asked, results of works, pooled effects.
    """
    return {
        "review": ledger.select(
            "SELECT topic, questions, created_at, (SELECT count(*) FROM living_update) AS updates, (SELECT count(*) "
            "FROM screening_decision WHERE method = 'human' AND decided_by <> 'user') AS judged_by_people FROM review"
        ),
        "criteria": ledger.select("SELECT kind, text FROM stated_criterion ORDER BY kind DESC, text"),
        "queries": ledger.select(
            "SELECT query_id, catalogue, text, CAST(filters AS VARCHAR) AS filters, hits, retrieved_at "
            "FROM search_query ORDER BY query_id"
        ),
        "models": ledger.select(
            "SELECT phase, step, model, effort, prompt_sha256[:12] AS prompt, count(*) AS answers FROM llm_call "
            "WHERE model <> '' GROUP BY ALL ORDER BY phase, step, model, effort, prompt"
        ),
        "results": ledger.select(
            "SELECT citekey, outcome, measure, effect, ci_low, ci_high, p, n FROM evidence "
            "WHERE outcome IS NOT NULL AND citekey IS NOT NULL ORDER BY citekey, finding_id, result"
        ),
        "poolings": ledger.frame("poolings"),
        "pooled_results": ledger.frame("pooled_results"),
    }


def adopt_dates(ledger: Ledger, record: Path) -> None:
    """Date the searches of a review made again from a record by the days on which the recorded ones were made."""
    with open_snapshot(record) as recorded:
        queries = recorded.select("SELECT query_id AS id, retrieved_at AS moment FROM search_query")
        answers = recorded.select("SELECT response_id AS id, fetched_at AS moment FROM response")
        versions = recorded.select('SELECT number AS id, "at" AS moment FROM protocol_version')
        searches = recorded.select("SELECT number AS id, begun_at AS moment FROM amended_search")
    dated = "FROM (SELECT unnest($ids) AS id, unnest($moments) AS moment) AS recorded"
    with ledger.transaction():
        ledger.change(f"UPDATE search_query SET retrieved_at = moment {dated} WHERE query_id = id", **_columns(queries))
        ledger.change(f"UPDATE response SET fetched_at = moment {dated} WHERE response_id = id", **_columns(answers))
        ledger.change(f'UPDATE protocol_version SET "at" = moment {dated} WHERE number = id', **_columns(versions))
        ledger.change(f"UPDATE amended_search SET begun_at = moment {dated} WHERE number = id", **_columns(searches))


def _columns(dated: pl.DataFrame) -> dict[str, list[object]]:
    return {"ids": dated["id"].to_list(), "moments": dated["moment"].to_list()}
