"""OpenCitations as a second index: two questions a work, identifiers of several kinds in one text, metadata in one."""

from __future__ import annotations

import pytest

from storage.records.citations import AskedWork, Linked
from tasks.citation_indexes.opencitations import OpenCitations, read_links
from tasks.citation_indexes.own_records import state_own_work
from tasks.services.exchange import ServiceAddress
from tasks.services.service import ServiceClient
from tests.benchmarks.servers.citation_indexes import CitationSite, Paper, serve_citation_indexes

PAPERS = {
    "A": Paper("A work of which others state nothing", doi="10.5555/a(1)<2>", references=("B",)),
    "B": Paper("A work: with a colon", 1999, "10.5555/b", "77", "123", ("Ada Stone", "Ben Rock")),
    "C": Paper("A citing work", 2003, "10.5555/c", references=("A",)),
}


@pytest.fixture
def site():
    with serve_citation_indexes(PAPERS) as served:
        yield served


@pytest.fixture
def index(site: CitationSite) -> OpenCitations:
    return OpenCitations(ServiceClient(ServiceAddress("opencitations", "LITREVIEW_OPENCITATIONS_URL", site.url)))


def test_references_and_citers_are_read_by_every_identifier(index, site):
    """DOIs with brackets are asked for as they are; DOI, OpenAlex and PubMed numbers are told apart."""
    answered = index.ask([AskedWork("W1", "A", "10.5555/a(1)<2>"), AskedWork("W2", "Unknown", "10.5555/none")])
    assert [path for path, _ in site.asked][:2] == [
        "/index/v2/references/doi:10.5555/a(1)<2>",
        "/index/v2/citations/doi:10.5555/a(1)<2>",
    ]
    links = read_links(answered.answers[0].response.body)
    assert links["backward"] == (Linked("10.5555/b", "W77", "123", "10.5555/b"),)
    assert [one.doi for one in links["forward"]] == ["10.5555/c"]
    assert answered.answers[1].response is None


def test_citers_of_a_famous_work_are_left_to_the_catalogue(index, site):
    """A work that the catalogue counts more than a thousand citations of is asked about its references alone."""
    answered = index.ask([AskedWork("W1", "A", "10.5555/a(1)<2>", 1_001)])
    assert len(site.asked) == 1
    assert set(read_links(answered.answers[0].response.body)) == {"backward"}


def test_after_a_silence_what_was_answered_is_kept(index, site):
    """The works asked about before the service fell silent have their answers."""
    works = [AskedWork("W1", "A", "10.5555/a(1)<2>"), AskedWork("W2", "B", "10.5555/b")]
    site.play("", "", *["500"] * 5)
    answered = index.ask(works)
    assert [one.work_id for one in answered.answers] == ["W1"]
    assert "status 500" in answered.silence


def test_metadata_of_several_works_come_in_one_answer(index, site):
    """Identifiers in brackets are cut off venue and names; surname and given name are told apart by the comma."""
    records = index.describe([Linked(name="10.5555/b"), Linked(name="10.5555/none")])
    assert [path for path, _ in site.asked] == ["/meta/v1/metadata/doi:10.5555/b__doi:10.5555/none"]
    assert records["10.5555/none"] is None
    work = state_own_work("opencitations", "10.5555/b", records["10.5555/b"])
    assert (work.title, work.year, work.doi) == ("A work: with a colon", 1999, "10.5555/b")
    assert (work.venue, work.publisher, work.type) == ("The Journal of Record", "Record Press", "article")
    assert [author.name for author in work.authors] == ["Stone, Ada", "Rock, Ben"]
