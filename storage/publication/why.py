"""Why a work is in a review, or is not: all that its published copy knows of it."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from storage.core.errors import InputError
from storage.core.ledger import open_published
from storage.queries import read_query

_RECORD = (
    "SELECT work_id, title, year, doi, citekey FROM work WHERE lower(work_id) = $key OR doi = $key OR citekey = $key"
)
_PARTS = {
    "Path": read_query("path_to_work"),
    "Found by": read_query("discoveries_of_work"),
    "Decisions": "SELECT phase, stage, verdict, score, method, reason, features FROM decision "
    "WHERE list_contains($works, work_id) ORDER BY seq",
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
# A work that no record was got of is known by who cites it.
_CITED = "SELECT DISTINCT cited_id AS work_id FROM citation WHERE lower(cited_id) = $key"
_CITING = (
    "SELECT c.citekey, c.title, c.year FROM citation AS x JOIN corpus AS c ON c.work_id = x.citing_id "
    "WHERE list_contains($works, x.cited_id) GROUP BY ALL ORDER BY c.citekey"
)
_UNRECORDED = pl.DataFrame(
    {"reason": ["Cited by works that were met; no search or followed citation led to its record."]}
)


def explain_work(folder: Path, work: str) -> dict[str, pl.DataFrame]:
    """Return a work's record, how it was found and decided on, what was read of it, its quotes and where it is cited.

    `work` is a work id, a DOI or a citekey; "Path" leads from the first search to it, a work a row. Of a work that is
    only cited there is no more than why it is outside the corpus, and which works of the corpus cite it.

    Raises:
        InputError: the review never met such a work.
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
            raise InputError(f"the review in '{folder}' never met a work '{work}'; give a work id, DOI or citekey")
        works = {"works": record["work_id"].to_list()}
        parts = {name: connection.sql(sql, params=works).pl() for name, sql in _PARTS.items()}
    return {"Work": record, **parts}
