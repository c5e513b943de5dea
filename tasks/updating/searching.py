"""Asking a catalogue again what a finished review asked it, for works published since."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.search import Formulation, Work
from storage.updates.search import Encounter
from tasks.catalogues.protocol import Catalogue
from tasks.catalogues.several import list_members, search_beside
from tasks.discovery import search_citations

_AUTHOR = re.compile(r"A\d+")
_WORKS_OF_AUTHOR = 100
_NEIGHBOURS = 500


def search_again(formulation: Formulation, since: int, catalogue: Catalogue) -> list[tuple[Work, int]]:
    """Return the works of `since` and later that a formulation finds now, each with its rank.

    Words are searched with the years narrowed. Of authors, who are kept by id, and of the neighbours of the best hits
    all is listed and the years are applied here; what a strategy asked in its own words is recorded under those.
    """
    if _AUTHOR.fullmatch(formulation.text):
        works = catalogue.works_of_author(formulation.text, _WORKS_OF_AUTHOR)
        works = [work for work in works if not formulation.types or work.type in formulation.types]
    elif formulation.strategy == "citation":
        outcome = search_citations(replace(formulation, limit=_NEIGHBOURS), catalogue)[0]
        works = [hit.work for hit in outcome.hits]
    elif formulation.strategy == "keyword" or formulation.types:
        narrowed = replace(formulation, from_year=max(since, formulation.from_year or since))
        works = [hit.work for hit in catalogue.search(narrowed).hits]
    else:
        works = []
    return [(work, rank) for rank, work in enumerate(works, start=1) if _is_recent(work, since)]


def _is_recent(work: Work, since: int) -> bool:
    return work.year is not None and work.year >= since


@task(retries=2, retry_delay_seconds=2, cache_policy=NO_CACHE, persist_result=False)
def run_search_again(query_id: str, formulation: Formulation, since: int, catalogue: Catalogue) -> list[Encounter]:
    """Return the works of `since` and later that a stored query finds by now."""
    lead, beside = list_members(catalogue)
    index = next((one for one in beside if formulation.query_id(one.name) == query_id), None)
    if index:
        narrowed = replace(formulation, from_year=max(since, formulation.from_year or since))
        hits = search_beside(narrowed, index, lead).hits
        return [Encounter(hit.work, query_id=query_id, rank=hit.rank) for hit in hits if _is_recent(hit.work, since)]
    found = search_again(formulation, since, lead)
    return [Encounter(work, query_id=query_id, rank=rank) for work, rank in found]


@task(retries=3, retry_delay_seconds=[1, 5, 20], cache_policy=NO_CACHE, persist_result=False)
def follow_forward(seeds: Sequence[str], since: int, catalogue: Catalogue) -> list[Encounter]:
    """Return the works of `since` and later that cite any of the seeds, each through the first by id."""
    met = []
    for work in catalogue.citing_works(seeds):
        through = sorted(set(seeds).intersection(work.references))
        if _is_recent(work, since) and through:
            met.append(Encounter(work, via_work_id=through[0]))
    return met


@task(retries=3, retry_delay_seconds=[1, 5, 20], cache_policy=NO_CACHE, persist_result=False)
def follow_both_ways(seed: str, references: Sequence[str], since: int, catalogue: Catalogue) -> list[Encounter]:
    """Return what a work new to the review cites, of any year, and what of `since` and later cites it.

    `references` are those whose records are not known.
    """
    works = catalogue.works_by_id(references) if references else []
    works += [work for work in catalogue.citing_works([seed]) if _is_recent(work, since)]
    return [Encounter(work, via_work_id=seed) for work in works]


@task(retries=3, retry_delay_seconds=[1, 5, 20], cache_policy=NO_CACHE, persist_result=False)
def look_up_again(work_ids: Sequence[str], catalogue: Catalogue) -> dict[str, Work]:
    """Return works by id as the catalogue has them now; OpenAlex charges nothing for single records.

    A record that answers under another id, because records were merged, counts for the id asked.
    """
    found = {work_id: works[0] for work_id in work_ids if (works := catalogue.works_by_id([work_id]))}
    return {work_id: replace(work, work_id=work_id) for work_id, work in found.items()}
