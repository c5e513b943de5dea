"""Several indexes in one review: one of them states citations and answers for all but the searching of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.records.search import Expert, Formulation, Hit, Identifier, SearchOutcome, Topic, Work
from storage.searching.api_calls import Answers, CatalogueLog
from tasks.catalogues.protocol import Catalogue, Index, Keeper
from tasks.metadata.same_work import is_same_work, list_numbers
from tasks.metadata.shared_dois import have_one_id, set_apart

SEPARATOR = ", "
"""What stands between the names of several catalogues."""


class SeveralCatalogues:
    """A catalogue, and indexes that are searched beside it; everything else is asked of the catalogue."""

    def __init__(self, lead: Catalogue, beside: Sequence[Index]) -> None:
        """Take the catalogue that states citations and the others."""
        self.lead = lead
        self.beside = tuple(beside)

    @property
    def name(self) -> str:
        """Return the names, the one that states citations first."""
        return SEPARATOR.join(one.name for one in (self.lead, *self.beside))

    @property
    def is_metered(self) -> bool:
        """Return whether any of them is."""
        return any(one.is_metered for one in (self.lead, *self.beside))

    def newest_year(self) -> int:
        """Return the newest publication year."""
        return self.lead.newest_year()

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return what the lead finds; the others are searched each by itself (`search_beside`)."""
        return self.lead.search(formulation)

    def works_by_id(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the known works among the ids."""
        return self.lead.works_by_id(work_ids)

    def works_by_doi(self, dois: Sequence[str]) -> list[Work]:
        """Return the known works among the DOIs."""
        return self.lead.works_by_doi(dois)

    def works_by_pmid(self, pmids: Sequence[str]) -> dict[str, Work]:
        """Return the known works among the numbers of PubMed."""
        return self.lead.works_by_pmid(pmids)

    def citing_works(self, work_ids: Sequence[str]) -> list[Work]:
        """Return the works that cite any of the ids."""
        return self.lead.citing_works(work_ids)

    def topics(self, text: str, limit: int = 5) -> list[Topic]:
        """Return the subject headings of a text."""
        return self.lead.topics(text, limit)

    def authors_of_topic(self, topic_id: str, text: str, limit: int = 10) -> list[Expert]:
        """Return the experts of a topic."""
        return self.lead.authors_of_topic(topic_id, text, limit)

    def works_of_author(self, author_id: str, limit: int = 10) -> list[Work]:
        """Return an author's works."""
        return self.lead.works_of_author(author_id, limit)

    def drain(self) -> CatalogueLog:
        """Return what all of them have to put on record; the quota is the lead's."""
        logs = [one.drain() for one in (self.lead, *self.beside)]
        return CatalogueLog(
            tuple(call for log in logs for call in log.calls),
            tuple(omission for log in logs for omission in log.left_out),
            logs[0].quota,
            tuple(answer for log in logs for answer in log.answers),
        )

    def recall(self, answers: Answers) -> None:
        """Hand each the answers on record, of which it takes over its own."""
        for one in (self.lead, *self.beside):
            one.recall(answers)

    def report_to(self, keeper: Keeper | None) -> None:
        """Have each answer put on record as it comes."""
        for one in (self.lead, *self.beside):
            one.report_to(keeper)


def list_members(catalogue: Catalogue) -> tuple[Catalogue, tuple[Index, ...]]:
    """Return the catalogue that states citations, and the indexes searched beside it."""
    if isinstance(catalogue, SeveralCatalogues):
        return catalogue.lead, catalogue.beside
    return catalogue, ()


def search_beside(formulation: Formulation, index: Index, lead: Catalogue) -> SearchOutcome:
    """Return what an index finds, with the lead's record in place of the index's where it has the work.

    So a work found in several indexes is one, and has the references that only the lead states. Works are looked up by
    DOI, else by the DOI of their number in arXiv, else by PMID; what the index calls them is kept.
    """
    outcome = index.search(formulation)
    works = [hit.work for hit in outcome.hits]
    by_doi: dict[str | None, Work] = {}
    for found in lead.works_by_doi(list(dict.fromkeys(doi for work in works for doi in _list_dois(work)))):
        by_doi.setdefault(found.doi, found)
    unknown = [work for work in works if not any(doi in by_doi for doi in _list_dois(work))]
    by_pmid = lead.works_by_pmid([pmid for work in unknown if (pmid := _find_pmid(work))])
    hits: dict[str, Hit] = {}
    for hit in outcome.hits:
        met = next((by_doi[doi] for doi in _list_dois(hit.work) if doi in by_doi), by_pmid.get(_find_pmid(hit.work)))
        # A number given twice does not outweigh two DOIs that differ.
        is_other = met and met.doi and hit.work.doi and not is_same_work(met, hit.work)
        settled = _join(met, hit.work, lead.name) if met and not is_other else hit.work
        if settled.work_id in hits and have_one_id(hits[settled.work_id].work, settled):
            settled = set_apart(settled)
        hits.setdefault(settled.work_id, replace(hit, work=settled))
    return replace(outcome, hits=tuple(hits.values()))


def _list_dois(work: Work) -> list[str]:
    numbers = sorted(list_numbers(work, "arxiv"))
    return list(dict.fromkeys([*([work.doi] if work.doi else []), *(f"10.48550/arxiv.{one}" for one in numbers)]))


def _find_pmid(work: Work) -> str:
    return next((one.value for one in work.identifiers if one.scheme == "pmid"), "")


def _join(found: Work, stated: Work, lead: str) -> Work:
    own = Identifier(lead, found.work_id, lead, found.response)
    return replace(
        found,
        identifiers=(own, *stated.identifiers),
    )
