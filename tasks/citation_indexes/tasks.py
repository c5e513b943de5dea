"""Second indexes of citations as Prefect tasks: asking them, and asking the catalogue which works they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from prefect import task
from prefect.cache_policies import NO_CACHE

from storage.records.citations import AskedWork, Linked
from storage.records.search import Response, Work
from tasks.catalogues.protocol import Catalogue
from tasks.citation_indexes.protocol import Answered, CitationIndex
from tasks.services.answers import Absence


@task(tags=["records"], name="ask for citations", persist_result=False, cache_policy=NO_CACHE)
def ask_citations(works: Sequence[AskedWork], index: CitationIndex) -> Answered:
    """Return what an index says about the citations of works, and why it is silent on some."""
    return index.ask(works)


@task(tags=["records"], name="ask for records of cited works", persist_result=False, cache_policy=NO_CACHE)
def describe_linked(linked: Sequence[Linked], index: CitationIndex) -> Mapping[str, Response | None] | Absence:
    """Return an index's records of works by their names, or why it gave no answer."""
    return index.describe(linked)


@task(tags=["catalogue"], retries=3, retry_delay_seconds=[1, 5, 20], cache_policy=NO_CACHE, persist_result=False)
def find_linked(linked: Sequence[Linked], catalogue: Catalogue) -> dict[Linked, Work]:
    """Return the works of the catalogue that cited and citing works are: by DOI, else by its own id, else by PMID."""
    by_doi: dict[str | None, Work] = {}
    for work in catalogue.works_by_doi(sorted({one.doi for one in linked if one.doi})):
        by_doi.setdefault(work.doi, work)
    found = {one: by_doi[one.doi] for one in linked if one.doi in by_doi}
    ids = sorted({one.openalex for one in linked if one.openalex and one not in found})
    by_id = {work.work_id: work for work in catalogue.works_by_id(ids)} if ids else {}
    found |= {one: by_id[one.openalex] for one in linked if one not in found and one.openalex in by_id}
    pmids = sorted({one.pmid for one in linked if one.pmid and one not in found})
    by_pmid = catalogue.works_by_pmid(pmids) if pmids else {}
    return found | {one: by_pmid[one.pmid] for one in linked if one not in found and one.pmid in by_pmid}
