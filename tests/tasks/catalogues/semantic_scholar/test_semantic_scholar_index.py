"""Semantic Scholar as an index, on loopback: queries, records, pages, batches, faults; and its recorded answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from pydantic import SecretStr

from storage.core.errors import CatalogueError, StoppedShort
from storage.records.search import Formulation
from tasks.catalogues.registry import CATALOGUES
from tasks.catalogues.semantic_scholar.catalogue import BATCH, SemanticScholarIndex, open_client
from tasks.catalogues.semantic_scholar.records import NAME, read_paper
from tasks.provenance.reference_fields import read_fields
from tests.fakes.index_sites import ScholarSite, serve_index
from tests.fakes.recordings import unpack_response
from tests.tasks.catalogues.replay import check_replay

FULL: dict[str, Any] = {
    "paperId": "a1",
    "externalIds": {
        "DOI": "10.1000/AB",
        "PubMed": "11",
        "PubMedCentral": "7",
        "ArXiv": "2106.15928",
        "MAG": "3",
        "CorpusId": 9,
    },
    "title": "Hair cortisol and <i>obesity</i> in children",
    "abstract": "Cortisol in hair was &lt; 5 pg.",
    "year": 2014,
    "citationCount": 2,
    "publicationTypes": ["JournalArticle", "Review"],
    "publicationVenue": {"id": "v", "name": "Journal of \u03b1 Studies"},
    "venue": "J \u03b1 Stud",
    "journal": {"name": "J \u03b1", "volume": "12 3", "pages": "116 - 135"},
    "authors": [{"authorId": "1", "name": "Ada B. Stone"}, {"authorId": None, "name": "Ben Hill"}],
    "fieldsOfStudy": ["Medicine"],
    "openAccessPdf": {"url": "https://repository.example.org/a1.pdf", "status": "GREEN"},
}
PAPERS = (
    FULL,
    {"paperId": "a2", "title": "Hair", "abstract": "Cortisol and obesity", "citationCount": 900, "year": 2012},
    {
        "paperId": "a3",
        "title": "Obesity alone",
        "citationCount": 50,
        "year": 2013,
        "authors": None,
        "openAccessPdf": {"url": ""},
    },
    {"paperId": "a4", "title": None, "abstract": "hair cortisol, obesity", "citationCount": 1, "year": 2011},
)
ASKED = Formulation(strategy="keyword", framing="words", text="hair cortisol and obesity", from_year=2000, limit=10)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScholarSite]:
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    monkeypatch.setattr("tasks.catalogues.semantic_scholar.catalogue._PACE", 0.0)
    served = ScholarSite(PAPERS)
    with serve_index(served):
        yield served


def ask(site: ScholarSite, key: str | None = None) -> SemanticScholarIndex:
    return SemanticScholarIndex(open_client(site.url, SecretStr(key) if key else None, None))


def test_a_query_has_groups_and_years_and_runs_by_hand(site: ScholarSite):
    """Every phrase first, then any; words with a hyphen are quoted; the key is in a header and nowhere else."""
    index = ask(site, "s3cret-key")
    asked = Formulation("keyword", "x", "hair cortisol and long-term obesity", from_year=2000, to_year=2014)
    outcome = index.search(asked)
    narrow, wide = outcome.url.split(" ")
    searched = [path for path in site.asked if "/search/" in path]
    assert [narrow, wide] == [f"{site.url}{path}" for path in searched]
    given = parse_qs(urlsplit(narrow).query)
    assert given["query"] == ['(hair cortisol) + ("long term" obesity)']
    assert parse_qs(urlsplit(wide).query)["query"] == ['(hair cortisol) | ("long term" obesity)']
    assert (given["year"], given["sort"]) == (["2000-2014"], ["citationCount:desc"])
    assert {headers["x-api-key"] for headers in site.headers} == {"s3cret-key"}
    log = index.drain()
    assert "s3cret" not in repr((outcome, log.calls, log.answers))
    open_ended = Formulation("keyword", "x", "obesity", to_year=2014)
    assert parse_qs(urlsplit(ask(site).search(open_ended).url).query)["year"] == ["-2014"]


def test_records_are_read_whole_and_titles_with_the_phrases_come_first(site: ScholarSite):
    """The paper with both phrases in its title precedes the one cited most; what others call it is kept."""
    outcome = ask(site).search(ASKED)
    first, second, third = (hit.work for hit in outcome.hits)
    assert (first.title, first.doi, first.year) == ("Hair cortisol and obesity in children", "10.1000/ab", 2014)
    assert first.abstract == "Cortisol in hair was < 5 pg."
    assert (first.venue, first.volume, first.issue, first.pages) == ("Journal of \u03b1 Studies", "12", "3", "116-135")
    assert [author.name for author in first.authors] == ["Ada B. Stone", "Ben Hill"]
    assert (first.oa_url, first.is_oa) == ("https://repository.example.org/a1.pdf", True)
    assert (first.topics, first.type) == (("Medicine",), "review")
    assert {(one.scheme, one.value) for one in first.identifiers} == {
        ("semantic-scholar", "a1"),
        ("doi", "10.1000/ab"),
        ("pmid", "11"),
        ("pmcid", "PMC7"),
        ("arxiv", "2106.15928"),
    }
    assert first.response is not None
    assert first.response.source == NAME == CATALOGUES["semantic-scholar"].source
    stated = {one.field: one.value for one in read_fields(NAME, first.response.body)}
    assert (stated["venue"], stated["issue"], stated["authors"]) == ("Journal of \u03b1 Studies", "3", "Ben Hill")
    assert (second.title, third.title) == ("Hair", "Obesity alone")


@pytest.mark.parametrize(
    ("members", "kind"),
    [
        ({"publicationTypes": ["Conference", "MetaAnalysis"]}, "review"),
        ({"publicationTypes": ["BookSection"]}, "book-chapter"),
        ({"publicationTypes": ["JournalArticle"], "venue": "arXiv.org"}, "preprint"),
        ({"publicationTypes": None, "journal": {"name": "bioRxiv"}}, "preprint"),
        ({"publicationTypes": ["Letters And Comments"]}, "letter"),
        ({"publicationTypes": "odd", "journal": 3, "externalIds": None, "authors": [None]}, "article"),
    ],
)
def test_types_are_in_our_terms(members: dict[str, Any], kind: str):
    """What appeared in a repository is a preprint; members of odd types count as absent."""
    work = read_paper({"paperId": "p", "title": "A title", **members}, "https://x")
    assert work is not None
    assert work.type == kind


def test_pages_follow_the_token_and_papers_are_described_by_the_batch(site: ScholarSite):
    """1,100 wanted of 1,300 are pages by token and batches of 500, 500 and 100, each paper once."""
    site.page = 600
    site.records = [
        {"paperId": f"p{number}", "title": f"Hair cortisol and obesity {number}", "citationCount": 5_000 - number}
        for number in range(1_300)
    ]
    asked = Formulation(strategy="keyword", framing="x", text=ASKED.text, limit=1_100)
    hits = ask(site).search(asked).hits
    assert [hit.work.title for hit in hits] == [f"Hair cortisol and obesity {number}" for number in range(1_100)]
    assert [("token" in path, "batch" in path) for path in site.asked] == [
        (False, False),
        (True, False),
        *[(False, True)] * -(-1_100 // BATCH),
    ]


def test_a_search_cut_off_goes_on_with_the_batch_that_it_lacks(site: ScholarSite):
    """Resumed with the answers on record, the list is not asked for again."""
    narrow = Formulation(strategy="keyword", framing="x", text="hair cortisol", limit=5)
    whole = ask(site).search(narrow)
    good, index = site.answer(site.asked[0], b""), ask(site)
    site.faults = [good, *[(500, {}, b"oops")] * 5]
    with pytest.raises(StoppedShort, match="resume"):
        index.search(narrow)
    site.asked.clear()
    resumed = ask(site)
    resumed.recall({(one.base_url, one.path): one.body for one in index.drain().answers})
    assert resumed.search(narrow) == whole
    assert [path.partition("?")[0] for path in site.asked] == ["/graph/v1/paper/batch"]


def test_a_page_that_comes_twice_ends_the_list(site: ScholarSite):
    """A token that leads to the same papers again is not followed for ever."""
    papers = [{"paperId": "a1", "title": "Hair cortisol and obesity"}]
    site.faults = [(200, {}, json.dumps({"total": 9, "token": "T", "data": papers}).encode())] * 2
    narrow = Formulation(strategy="keyword", framing="x", text="hair cortisol", limit=5)
    assert len(ask(site).search(narrow).hits) == 1
    assert len(site.asked) == 3


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    "fault",
    [
        (429, {"Retry-After": "0"}, b'{"message": "Too Many Requests"}'),
        (500, {}, b"oops"),
        (200, {}, b'{"total": 3, "data": [{"paperI'),
        (200, {}, b"<html><title>Busy</title></html>"),
        (200, {}, b'{"total": 3, "token": null, "data": []}'),
    ],
)
def test_a_passing_fault_is_asked_again(site: ScholarSite, fault: tuple[int, dict[str, str], bytes], place: int):
    """Of a list or a batch: too many requests, a failing server, half an answer, a web page cost one more call."""
    whole = ask(site)
    expected = [hit.work for hit in whole.search(ASKED).hits]
    calls = len(site.asked)
    good = site.answer(site.asked[0], b"")
    site.asked.clear()
    site.faults = [good, fault] if place else [fault]
    assert [hit.work for hit in ask(site).search(ASKED).hits] == expected
    assert len(site.asked) == calls + 1


def test_papers_not_described_stay_with_what_the_list_says(site: ScholarSite):
    """Refused or unknown, they are works with title, year and identifiers, and that is put on record."""
    listed = (200, {}, json.dumps({"total": 1, "data": [{**FULL, "abstract": None}]}).encode())
    narrow = Formulation(strategy="keyword", framing="x", text="hair cortisol", limit=1)
    for batch in ((400, {}, b'{"error": "No valid paper ids given"}'), (200, {}, b"[null]")):
        site.faults = [listed, batch]
        index = ask(site)
        (hit,) = index.search(narrow).hits
        assert (hit.work.title, hit.work.doi) == ("Hair cortisol and obesity in children", "10.1000/ab")
        assert [one.kind for one in index.drain().left_out] == ["papers not described"]


def test_nothing_found_is_no_fault_and_a_refusal_or_a_lasting_fault_is_one(site: ScholarSite):
    """Status 403 names the setting, half an answer however often it comes stops, a query refused is put on record."""
    nothing = ask(site).search(Formulation(strategy="keyword", framing="x", text="zebrafish"))
    assert (nothing.total, nothing.hits) == (0, ())
    site.faults = [(403, {}, b'{"message": "Forbidden"}')] * 5
    with pytest.raises(CatalogueError, match="LITREVIEW_SEMANTIC_SCHOLAR_URL"):
        ask(site).search(ASKED)
    site.faults = [(200, {}, b"{")] * 50
    with pytest.raises(StoppedShort, match="semantic-scholar"):
        ask(site).search(ASKED)
    site.faults = [(400, {}, b'{"error": "Unacceptable query params"}')] * 2
    index = ask(site)
    assert index.search(ASKED).hits == ()
    assert {one.kind for one in index.drain().left_out} == {"query refused"}


def test_answers_on_record_are_not_asked_for_again_and_replay_a_review(site: ScholarSite):
    """After recall, and in a replay, nothing is sent, batches included; what was never asked is said to be missing."""
    check_replay(
        ask(site),
        lambda answers: SemanticScholarIndex(open_client("https://api.semanticscholar.org/graph/v1", None, answers)),
        site.asked,
        ASKED,
        "semantic-scholar",
    )


def test_recorded_papers_are_read(shared_data: Path):
    """The papers of a recorded batch are works, and null is none."""
    cassette = shared_data / "recordings" / "semanticscholar" / "test_get_papers_return_not_found.yaml"
    (interaction,) = yaml.safe_load(cassette.read_text(encoding="utf-8"))["interactions"]
    _, body = unpack_response(interaction["response"])
    works = [read_paper(paper, "https://x") for paper in json.loads(body) if paper]
    named = [(work.doi, work.year, work.type, len(work.authors)) for work in works if work]
    assert named[0] == ("10.2139/ssrn.288970", 2001, "review", 3)
    assert [doi for doi, *_ in named] == ["10.2139/ssrn.288970", "10.2139/ssrn.2250500", "10.1257/rct.1355"]
    assert all(work and work.abstract for work in works)
