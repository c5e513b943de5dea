"""Second indexes of citations: whom to ask about, what they answered, and the citations that follow from it.

Each step's pending work is what has no row yet: works without a lookup, lookups without a reading, names without a
record. So a run that was cut short asks nothing again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger, open_published
from storage.records.citations import AskedWork, CitationAnswer, CitationReading, Linked
from storage.records.search import Response, Work
from storage.searching.api_calls import ApiCall, CatalogueLog, add_log
from storage.searching.works import add_responses, add_works

Edge = tuple[str, str]
"""The ids of a citing and a cited work."""


def works_to_ask(ledger: Ledger, source: str, among: Sequence[str] | None = None) -> list[AskedWork]:
    """Return the works with no or few references that an index was not asked about, the least cited first.

    Those relevant; with `among` those of these ids.
    """
    rows = ledger.frame("few_references", source=source, among=None if among is None else list(among))
    return [AskedWork(**row) for row in rows.iter_rows(named=True)]


def add_answers(
    ledger: Ledger, source: str, stage: int, answers: Sequence[CitationAnswer], calls: Sequence[ApiCall]
) -> None:
    """Append what an index says about works, with the calls made, in one transaction."""
    at = now()
    rows = [
        {
            "work_id": answer.work_id,
            "source": source,
            "stage": stage,
            "status": "found" if answer.response else "absent",
            "response_id": answer.response.response_id if answer.response else None,
            "at": at,
        }
        for answer in answers
    ]
    with ledger.transaction():
        add_responses(ledger, [answer.response for answer in answers if answer.response])
        ledger.append("citation_lookup", pl.DataFrame(rows, schema_overrides={"response_id": pl.String}))
        add_log(ledger, CatalogueLog(calls=tuple(calls)), stage)


def unread_answers(ledger: Ledger, source: str) -> dict[str, str]:
    """Return the answers of an index whose citations were not added yet: their text by work id."""
    rows = ledger.select(
        'SELECT l.work_id, r.body FROM citation_lookup AS l JOIN response AS r USING (response_id) WHERE l."source" = '
        '$source AND NOT EXISTS (FROM citation_reading AS g WHERE g.work_id = l.work_id AND g."source" = l."source") '
        "ORDER BY l.work_id",
        source=source,
    )
    return dict(rows.iter_rows())


def find_known(ledger: Ledger, source: str, linked: Iterable[Linked]) -> dict[Linked, str]:
    """Return which works on record the given ones are: by DOI, the catalogue's id, PMID, or the index's own name."""
    asked = list(linked)
    dois = _find(ledger, "known_dois", {one.doi for one in asked})
    ids = _find(ledger, "known_ids", {one.openalex for one in asked})
    pmids = _find(ledger, "known_in_scheme", {one.pmid for one in asked}, scheme="pmid")
    names = _find(ledger, "known_in_scheme", {one.name for one in asked}, scheme=source)
    found = {
        one: dois.get(one.doi) or ids.get(one.openalex) or pmids.get(one.pmid) or names.get(one.name) for one in asked
    }
    return {one: work_id for one, work_id in found.items() if work_id}


_KNOWN = {
    # The catalogue's own record of a DOI comes before one of ours.
    "known_dois": (
        "SELECT name, arg_min(work_id, (work_id LIKE 'work-%', length(work_id), work_id)) FROM ("
        "SELECT doi AS name, work_id FROM work UNION SELECT identifier, work_id FROM work_identifier "
        "WHERE scheme = 'doi') WHERE name IN (SELECT unnest($names::VARCHAR[])) GROUP BY name"
    ),
    "known_ids": "SELECT work_id, work_id FROM work WHERE work_id IN (SELECT unnest($names::VARCHAR[]))",
    "known_in_scheme": (
        "SELECT identifier, min(work_id) FROM work_identifier WHERE scheme = $scheme AND identifier IN "
        "(SELECT unnest($names::VARCHAR[])) GROUP BY identifier"
    ),
}


def _find(ledger: Ledger, how: str, names: Collection[str | None], **more: str) -> dict[str | None, str]:
    rows = ledger.select(_KNOWN[how], names=sorted(name for name in names if name), **more)
    return dict(rows.iter_rows())


def names_to_describe(ledger: Ledger, source: str, names: Iterable[str]) -> list[str]:
    """Return the names among these of which an index was not asked for its record, in order."""
    known = set(ledger.select('SELECT name FROM citation_record WHERE "source" = $source', source=source)["name"])
    return sorted(set(names) - known - {""})


def add_records(
    ledger: Ledger, source: str, stage: int, found: Mapping[str, Response | None], calls: Sequence[ApiCall]
) -> None:
    """Append an index's records of works by what it calls them, None where it has none. In one transaction."""
    at = now()
    rows = [
        {
            "source": source,
            "name": name,
            "status": "found" if response else "absent",
            "response_id": response.response_id if response else None,
            "at": at,
        }
        for name, response in found.items()
    ]
    with ledger.transaction():
        add_responses(ledger, [response for response in found.values() if response])
        ledger.append("citation_record", pl.DataFrame(rows, schema_overrides={"response_id": pl.String}))
        add_log(ledger, CatalogueLog(calls=tuple(calls)), stage)


def read_own_records(ledger: Ledger, source: str, names: Iterable[str]) -> dict[str, Response]:
    """Return an index's records among these names."""
    rows = ledger.select(
        "SELECT c.name, r.source, r.url, r.body, r.status FROM citation_record AS c JOIN response AS r USING "
        '(response_id) WHERE c."source" = $source AND c.name IN (SELECT unnest($names::VARCHAR[])) ORDER BY c.name',
        source=source,
        names=sorted(set(names)),
    )
    return {name: Response(*answer) for name, *answer in rows.iter_rows()}


@dataclass(frozen=True, slots=True)
class StatedCitations:
    """What answers of an index state: works that were not on record, citations, and counts of each answer."""

    source: str
    works: tuple[Work, ...]
    edges: frozenset[Edge]
    readings: tuple[CitationReading, ...]


def add_citations(ledger: Ledger, stated: StatedCitations, stage: int) -> None:
    """Append what answers state in one transaction; a citation that the index stated before is not repeated."""
    sql = 'SELECT citing_id, cited_id FROM citation WHERE "source" = $source'
    with ledger.transaction():
        add_works(ledger, stated.works, stage)
        known = set(ledger.select(sql, source=stated.source).iter_rows())
        rows = [
            {"citing_id": citing, "cited_id": cited, "source": stated.source, "stage": stage}
            for citing, cited in sorted(stated.edges - known)
            if citing != cited
        ]
        ledger.append("citation", rows)
        ledger.append("citation_reading", [asdict(reading) | {"source": stated.source} for reading in stated.readings])


_LOOKUPS = (
    'SELECT * FROM citation_lookup WHERE stage = $stage AND "source" = $source AND list_contains($works, work_id)'
)
_SOURCES = 'SELECT DISTINCT "source" FROM citation_lookup ORDER BY "source"'
_RECORDS = 'SELECT * FROM citation_record WHERE "source" = $source AND list_contains($names, name)'
_ANSWERS = "SELECT * FROM response WHERE list_contains($answers, response_id)"


def recorded_sources(folder: Path) -> list[str]:
    """Return the second indexes that a published review asked.

    Raises:
        InputError: there is no published review in the folder.
    """
    with open_published(folder) as connection:
        return [source for (source,) in connection.execute(_SOURCES).fetchall()]


def follow_answers(ledger: Ledger, folder: Path, source: str, stage: int, works: Sequence[AskedWork]) -> None:
    """Take over what an index told a published review about works in a stage. In one transaction.

    Raises:
        InputError: there is no published review in the folder.
    """
    asked = {"stage": stage, "source": source, "works": [work.work_id for work in works]}
    _follow(ledger, folder, "citation_lookup", _LOOKUPS, asked)


def follow_records(ledger: Ledger, folder: Path, source: str, names: Sequence[str]) -> None:
    """Take over the records that an index gave a published review. In one transaction.

    Raises:
        InputError: there is no published review in the folder.
    """
    _follow(ledger, folder, "citation_record", _RECORDS, {"source": source, "names": list(names)})


def _follow(ledger: Ledger, folder: Path, table: str, sql: str, asked: Mapping[str, Any]) -> None:
    with open_published(folder) as connection:
        rows = connection.sql(sql, params=dict(asked)).pl()
        ids = rows["response_id"].drop_nulls().unique().sort().to_list()
        answers = connection.sql(_ANSWERS, params={"answers": ids}).pl()
    with ledger.transaction():
        ledger.append("response", answers)
        ledger.append(table, rows)
