"""Crossref as a second index: references as publishers register them, 20 works a question."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import yaml

from storage.records.citations import AskedWork, Linked
from tasks.citation_indexes.crossref import CrossrefCitations, read_links
from tasks.citation_indexes.own_records import state_own_work
from tasks.services.crossref import Crossref
from tests.benchmarks.servers.citation_indexes import CitationSite, Paper, serve_citation_indexes

PAPERS = {
    "A": Paper("A work of which others state nothing", doi="10.5555/a", references=("B", "C")),
    "B": Paper("A work with a DOI", 1999, "10.5555/b", authors=("Ada B. Stone", "Ben Rock")),
    "C": Paper("A report without one", 2001),
}


@pytest.fixture
def site():
    with serve_citation_indexes(PAPERS) as served:
        yield served


@pytest.fixture
def index(site: CitationSite) -> CrossrefCitations:
    return CrossrefCitations(Crossref.at(site.url, None).client)


def test_references_come_by_doi_and_strings_are_counted(index, site):
    """A reference without a DOI is stated, but names nothing; a work that Crossref lacks is absent."""
    works = [AskedWork("W1", "A", "10.5555/a"), AskedWork("W2", "B", "10.5555/unknown"), AskedWork("W3", "No DOI")]
    assert [len(batch) for batch in index.cut(works)] == [2]
    answered = index.ask(works[:2])
    assert len(site.asked) == 1
    assert read_links(answered.answers[0].response.body) == {
        "backward": (Linked(doi="10.5555/b", name="10.5555/b"), Linked())
    }
    assert set(json.loads(answered.answers[0].response.body)) == {"DOI", "title", "reference"}
    assert answered.answers[1].response is None


def test_its_record_of_a_cited_work_becomes_a_work(index):
    """Names given in parts are joined; the list of references is not kept with the record."""
    records = index.describe([Linked(name="10.5555/b"), Linked(name="10.5555/none")])
    assert records["10.5555/none"] is None
    work = state_own_work("crossref", "10.5555/b", records["10.5555/b"])
    assert (work.title, work.year, work.doi, work.type) == ("A work with a DOI", 1999, "10.5555/b", "article")
    assert [author.name for author in work.authors] == ["Ada Stone", "Ben Rock"]
    assert "reference" not in json.loads(work.response.body)


def test_without_title_or_year_there_is_no_work(index, site):
    """What nobody could judge or cite stays out."""
    site.papers = PAPERS | {"B": Paper("", 1999, "10.5555/b")}
    assert state_own_work("crossref", "10.5555/b", index.describe([Linked(name="10.5555/b")])["10.5555/b"]) is None
    site.papers = PAPERS | {"B": Paper("A work", None, "10.5555/b")}
    assert state_own_work("crossref", "10.5555/b", index.describe([Linked(name="10.5555/b")])["10.5555/b"]) is None


def test_a_silence_is_data(closed_port):
    """No service is no error."""
    index = CrossrefCitations(Crossref.at(f"http://127.0.0.1:{closed_port}", None).client)
    assert index.ask([AskedWork("W1", "A", "10.5555/a")]).silence.startswith("crossref could not be reached")


def test_recorded_references_are_read(shared_data: Path):
    """Of recorded reference lists every entry is counted, and every DOI found, in lower case."""
    recorded = shared_data / "recordings" / "crossref_habanero" / "test-works" / "test_works_with_many_ids.yaml"
    stated, named = [], []
    for interaction in yaml.safe_load(recorded.read_text())["interactions"]:
        body = interaction["response"]["body"]["string"]
        raw = body if isinstance(body, bytes) else body.encode()
        item = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)["message"]
        links = read_links(json.dumps(item))["backward"]
        stated.append(len(links))
        named.append(len([one for one in links if one.doi and one.doi == one.doi.lower()]))
    assert stated == [57, 36, 62, 13, 0]
    assert named == [55, 28, 62, 3, 0]
