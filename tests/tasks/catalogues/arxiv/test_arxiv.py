"""arXiv on loopback and as recorded: queries, records, pages, faults, and answers on record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_plus

import pytest

from storage.core.errors import CatalogueError, StoppedShort
from storage.records.search import Formulation
from tasks.catalogues.arxiv.catalogue import PAGE, ArxivIndex, open_client
from tasks.catalogues.arxiv.records import read_page, read_works
from tests.fakes.arxiv_index import ArxivSite, Preprint, serve_arxiv, write_feed
from tests.fakes.recordings import read_arxiv_recording
from tests.tasks.catalogues.replay import check_replay

PREPRINTS = (
    Preprint("1501.00001", "Graph kernels and <i>molecules</i>", "Of kernels &amp; graphs", "10.1000/AB"),
    Preprint("cs/0601001", "Graph kernels:\n  molecules", authors=("Jan van der Valk", "The Graph Group")),
    Preprint("1501.00003", "Molecules alone", comment="This paper has been withdrawn by the author"),
)
ASKED = Formulation(strategy="keyword", framing="words", text="graph kernels and molecules", limit=10)
ERROR = "<entry><id>https://arxiv.org/api/errors#malformed</id><title>Error</title></entry>"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[ArxivSite]:
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    monkeypatch.setattr("tasks.catalogues.arxiv.catalogue._PACE", 0.0)
    with serve_arxiv(ArxivSite(PREPRINTS)) as served:
        yield served


def ask(site: ArxivSite) -> ArxivIndex:
    return ArxivIndex(open_client(site.url, None))


def test_a_query_has_fields_groups_and_dates_and_runs_by_hand(site: ArxivSite):
    """Every phrase first, then any; a hyphen is a blank in quotation marks; the addresses recorded are those sent."""
    outcome = ask(site).search(Formulation("keyword", "words", "message-passing graphs and molecules", from_year=2000))
    narrow, wide = [unquote_plus(address) for address in outcome.url.split(" ")]
    groups = (
        '((ti:"message passing" OR abs:"message passing") AND (ti:"graphs" OR abs:"graphs"))',
        '((ti:"molecules" OR abs:"molecules"))',
    )
    dates = "submittedDate:[200001010000 TO 299912312359]"
    assert f"search_query={groups[0]} AND {groups[1]} AND {dates}&sortBy=relevance" in narrow
    assert f"search_query=({groups[0]} OR {groups[1]}) AND {dates}&sortBy=relevance" in wide
    assert [unquote_plus(path) in address for path, address in zip(site.asked, (narrow, wide), strict=True)] == [
        True
    ] * 2


def test_records_have_their_number_without_version_and_the_doi_of_what_they_became(site: ArxivSite):
    """A preprint has the DOI of arXiv, one published that of the article; one withdrawn is known as such."""
    first, second, third = (hit.work for hit in ask(site).search(ASKED).hits)
    assert (first.title, first.abstract, first.year) == ("Graph kernels and molecules", "Of kernels & graphs", 2015)
    assert (first.doi, first.type, first.venue) == ("10.1000/ab", "article", None)
    assert (second.doi, second.type, second.venue) == ("10.48550/arxiv.cs/0601001", "preprint", "arXiv")
    assert [author.name for author in second.authors] == ["Jan van der Valk", "The Graph Group"]
    assert {(one.scheme, one.value) for one in second.identifiers} == {
        ("arxiv", "cs/0601001"),
        ("doi", "10.48550/arxiv.cs/0601001"),
    }
    assert (first.is_oa, first.oa_url) == (True, "https://arxiv.org/abs/1501.00001")
    assert [one.is_retracted for one in (first, second, third)] == [False, False, True]


def test_recorded_pages_are_read_whole(shared_data: Path):
    """A hundred entries are a hundred works with number, authors, year and abstract, a third with DOIs of articles."""
    page = read_page(read_arxiv_recording(shared_data, "q_testing_s0_m100")[1].decode())
    works = list(read_works(page.entries, "https://export.arxiv.org/api").values())
    assert (page.total, len(works)) == (214_881, 100)
    assert all(work.abstract and work.authors and work.year and "\n" not in work.title for work in works)
    assert sum(work.type == "article" for work in works) == 32
    assert all(one.value.count("v") == 0 for work in works for one in work.identifiers if one.scheme == "arxiv")
    old = read_page(read_arxiv_recording(shared_data, "id_astro-ph_0601001")[1].decode())
    (work,) = read_works(old.entries, "https://export.arxiv.org/api").values()
    assert work.doi == "10.48550/arxiv.astro-ph/0601001"
    assert work.authors[0].affiliation == "Ohio State"


def test_pages_follow_until_enough_came_and_one_left_empty_is_asked_for_again(site: ArxivSite):
    """250 wanted of 300 are three pages, in order and each once, though a page came without its entries."""
    site.preprints = [Preprint(f"1501.{n:05}", f"Graph kernels of molecules {n}") for n in range(300)]
    site.faults = [None, (200, {}, write_feed(300, PAGE, [])), (200, {}, write_feed(0, PAGE, [])), None]
    hits = ask(site).search(Formulation(strategy="keyword", framing="x", text=ASKED.text, limit=250)).hits
    assert [hit.work.title for hit in hits] == [f"Graph kernels of molecules {n}" for n in range(250)]
    assert len(site.asked) == -(-250 // PAGE) + 2


@pytest.mark.parametrize(
    "fault",
    [
        (429, {"Retry-After": "0"}, b"Rate exceeded."),
        (503, {}, b"busy"),
        (200, {}, b""),
        (200, {}, b"<?xml version='1.0'?><feed><totalResults>3</tot"),
        (200, {}, write_feed(3, 0, [])),
        (200, {}, write_feed(1, 0, [ERROR])),
        (200, {}, b'<!DOCTYPE x [<!ENTITY a "aaaa">]><feed><totalResults>1</totalResults>&a;</feed>'),
    ],
)
def test_a_passing_fault_is_asked_again(site: ArxivSite, fault: tuple[int, dict[str, str], bytes]):
    """Too many requests, a busy server, half an answer, none, no entries, an error and a bomb cost a call."""
    site.faults = [fault]
    assert len(ask(site).search(ASKED).hits) == 3


def test_nothing_found_is_no_fault_and_a_refusal_or_a_lasting_fault_is_one(site: ArxivSite):
    """Status 403 names the setting to check; a feed cut off however often it comes stops the search."""
    nothing = ask(site).search(Formulation(strategy="keyword", framing="x", text="zebrafish"))
    assert (nothing.total, nothing.hits) == (0, ())
    site.faults = [(403, {}, b"no")] * 5
    with pytest.raises(CatalogueError, match="LITREVIEW_ARXIV_URL"):
        ask(site).search(ASKED)
    site.faults = [(200, {}, b"<feed>")] * 50
    with pytest.raises(StoppedShort, match="arxiv"):
        ask(site).search(ASKED)


def test_answers_on_record_are_not_asked_for_again_and_replay_a_review(site: ArxivSite):
    """After recall, and in a replay, nothing is sent; what was never asked is said to be missing."""
    check_replay(
        ask(site),
        lambda answers: ArxivIndex(open_client("https://export.arxiv.org", answers)),
        site.asked,
        ASKED,
        "arxiv",
    )
