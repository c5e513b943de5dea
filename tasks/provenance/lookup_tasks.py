"""The records references are made of, and what was retracted, as Prefect tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.search import Response, Work
from storage.references.references import Lookup, StatedField
from tasks.provenance.indexes import look_up_records
from tasks.provenance.reference_fields import read_fields
from tasks.provenance.retractions import Findings, read_retraction_watch
from tasks.services.answers import Absence
from tasks.services.record_batches import fetch_crossref, fetch_notices
from tasks.services.service import ServiceClient


@task(name="read records", persist_result=False, cache_policy=NO_CACHE)
def read_records(records: Sequence[tuple[str, Response]]) -> list[tuple[str, str, list[StatedField]]]:
    """Return (work id, response id, fields stated) of catalogue records given with their works' ids."""
    return [(work_id, answer.response_id, read_fields(answer.source, answer.body)) for work_id, answer in records]


@task(tags=["records"], name="look up records", persist_result=False, cache_policy=NO_CACHE)
def ask_index(works: Sequence[Work], client: ServiceClient) -> list[Lookup] | Absence:
    """Return what an index says of works by their DOIs, or why it gave no answer."""
    return look_up_records(works, client)


@task(tags=["records"], name="look up notices", persist_result=False, cache_policy=NO_CACHE)
def ask_notices(works: Sequence[Work], client: ServiceClient) -> list[Response] | Absence:
    """Return the notices that Crossref has of works, or why it gave no answer."""
    return fetch_notices(client, sorted({work.doi for work in works if work.doi}))


@task(tags=["records"], name="look up updates", persist_result=False, cache_policy=NO_CACHE)
def ask_updates(dois: Sequence[str], client: ServiceClient) -> list[Response] | Absence:
    """Return Crossref's records of works and the notices of them as they are now, or why it gave no answer."""
    records, notices = fetch_crossref(client, dois), fetch_notices(client, dois)
    if isinstance(records, Absence) or isinstance(notices, Absence):
        return records if isinstance(records, Absence) else notices
    return [*records.values(), *notices]


@task(name="read Retraction Watch", persist_result=False, cache_policy=NO_CACHE)
def search_retraction_watch(path: Path, works: Mapping[str, str]) -> Findings:
    """Return what the Retraction Watch file says of works, given by DOI."""
    return read_retraction_watch(path, works)
