"""What an index finds beside a catalogue is the catalogue's record where it has the work, and each work once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage.records.search import Author, Formulation, Hit, Identifier, SearchOutcome, Work
from tasks.catalogues.several import search_beside

ASKED = Formulation(strategy="keyword", framing="hair", text="hair cortisol")
ABSTRACT = Work("work-1", "Hair cortisol of children", doi="10.1000/meeting", authors=(Author("Stone A"),))
OTHER = replace(ABSTRACT, title="Insulin and the liver of mice", authors=(Author("Marsh C"),))


@dataclass
class Found:
    """Works that any search finds, of which one is asked for by DOI or PMID."""

    works: Sequence[Work]
    name: str = "found"

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return all."""
        hits = tuple(Hit(work, rank) for rank, work in enumerate(self.works, 1))
        return SearchOutcome(formulation, "found:", len(hits), hits)

    def works_by_doi(self, dois: Sequence[str]) -> list[Work]:
        """Return those of the DOIs."""
        return [work for work in self.works if work.doi in dois]

    def works_by_pmid(self, pmids: Sequence[str]) -> dict[str, Work]:
        """Return those of the numbers."""
        named = {one.value: work for work in self.works for one in work.identifiers if one.scheme == "pmid"}
        return {pmid: named[pmid] for pmid in pmids if pmid in named}


def find(works: Sequence[Work], lead: Sequence[Work] = ()) -> list[Work]:
    return [hit.work for hit in search_beside(ASKED, Found(works), Found(lead, "lead")).hits]  # type: ignore[arg-type]


def test_the_record_of_the_catalogue_stands_by_doi_and_by_pmid():
    """What the index calls a work is kept beside what the catalogue does; what it lacks stands as found."""
    pmid = Identifier("pmid", "7", "found")
    known = [replace(ABSTRACT, work_id="W1"), replace(OTHER, work_id="W2", doi=None, identifiers=(pmid,))]
    met = [ABSTRACT, replace(OTHER, doi=None, identifiers=(pmid,)), replace(OTHER, work_id="work-3", doi="10.1000/c")]
    found = find(met, known)
    assert [work.work_id for work in found] == ["W1", "W2", "work-3"]
    assert [one.value for one in found[1].identifiers] == ["W2", "7"]


def test_abstracts_that_share_the_doi_of_their_meeting_are_each_found():
    """One is not the other's record in the catalogue either; one that is listed twice is found once."""
    found = find([ABSTRACT, OTHER, OTHER, replace(ABSTRACT, title=ABSTRACT.title.upper())])
    assert [work.title for work in found] == [ABSTRACT.title, OTHER.title]
    assert found[0].work_id == "work-1" != found[1].work_id
    assert [work.work_id for work in find([OTHER, ABSTRACT], [replace(ABSTRACT, work_id="W1")])] == ["work-1", "W1"]
