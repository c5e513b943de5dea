"""DBLP on loopback: queries, records, pages, faults, and answers on record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest

from storage.core.errors import CatalogueError, StoppedShort
from storage.records.search import Formulation
from tasks.catalogues.dblp.catalogue import PAGE, DblpIndex, open_client
from tests.fakes.dblp_index import DblpSite, serve_dblp
from tests.tasks.catalogues.replay import check_replay

RECORDS: tuple[dict[str, Any], ...] = (
    {
        "key": "journals/jcim/Wang15",
        "title": "Graph kernels &amp; <i>molecules</i>: a study.",
        "authors": {"author": [{"@pid": "1/1", "text": "Wei Wang 0001"}, {"@pid": "1/2", "text": "Ana O&apos;Shea"}]},
        "venue": ["J. Chem. Inf.", "ICML"],
        "volume": "55",
        "number": "3",
        "pages": "1-9",
        "year": "2015",
        "type": "Journal Articles",
        "ee": ["https://example.org/paper.pdf", "https://doi.org/10.1000/AB%3C1"],
        "url": "https://dblp.org/rec/journals/jcim/Wang15",
    },
    {
        "key": "journals/corr/abs-1501-00002",
        "title": "Graph kernel molecules.",
        "authors": {"author": {"@pid": "1/3", "text": "Jan van der Valk"}},
        "venue": "CoRR",
        "volume": "abs/1501.00002",
        "year": "2016",
        "type": "Informal and Other Publications",
        "ee": "http://arxiv.org/abs/1501.00002",
    },
    {"key": "conf/kdd/2014", "title": "Graph kernels, molecules: Proceedings.", "year": "2014", "type": "Editorship"},
    {"key": "conf/kdd/X14", "title": "Molecules alone.", "type": "Conference and Workshop Papers", "doi": "10.1000/c"},
)
ASKED = Formulation(strategy="keyword", framing="words", text="graph kernels and molecules", limit=10)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[DblpSite]:
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    monkeypatch.setattr("tasks.catalogues.dblp.catalogue._PACE", 0.0)
    with serve_dblp(DblpSite(RECORDS)) as served:
        yield served


def ask(site: DblpSite) -> DblpIndex:
    return DblpIndex(open_client(site.url, None))


def read_queries(addresses: str) -> list[str]:
    return [parse_qs(urlsplit(address).query)["q"][0] for address in addresses.split(" ")]


def test_a_query_has_beginnings_of_words_and_runs_by_hand(site: DblpSite):
    """All phrases, then all but one: beginnings, both forms of words in -y, short words whole, no hyphens."""
    outcome = ask(site).search(Formulation("keyword", "words", "AI theories, co-citation networks and graphs"))
    assert read_queries(outcome.url) == [
        "ai$ theory|theories co$ citation network graph",
        "ai$ theory|theories co$ citation network",
        "ai$ theory|theories graph",
        "co$ citation network graph",
    ]
    assert all(unquote_plus(path) in unquote_plus(outcome.url) for path in site.asked)
    assert "h=" in outcome.url
    assert "format=json" in outcome.url


def test_records_are_read_whole_and_what_is_left_out_is_said(site: DblpSite):
    """Numbers of homonyms and full stops are gone, DOIs are read from links, volumes of proceedings are no works."""
    index = ask(site)
    first, second, third = (hit.work for hit in index.search(ASKED).hits)
    assert (first.title, first.doi, first.year) == ("Graph kernels & molecules: a study", "10.1000/ab<1", 2015)
    assert [author.name for author in first.authors] == ["Wei Wang", "Ana O'Shea"]
    assert (first.venue, first.volume, first.issue, first.pages) == ("J. Chem. Inf.", "55", "3", "1-9")
    assert (first.type, first.abstract) == ("article", None)
    assert (second.type, second.venue, second.doi) == ("preprint", "arXiv", "10.48550/arxiv.1501.00002")
    assert [author.name for author in second.authors] == ["Jan van der Valk"]
    assert {(one.scheme, one.value) for one in second.identifiers} == {
        ("dblp", "journals/corr/abs-1501-00002"),
        ("arxiv", "1501.00002"),
        ("doi", "10.48550/arxiv.1501.00002"),
    }
    assert (third.title, third.doi, third.authors) == ("Molecules alone", "10.1000/c", ())
    assert any("volumes of proceedings" in one.message for one in index.drain().left_out)


def test_years_are_left_out_here_and_pages_follow(site: DblpSite):
    """1,200 of 2,500 are within the years: all pages are read, and the total is what DBLP counts."""
    site.records = [
        {"key": f"x/{n}", "title": f"Graph kernels of molecules {n}.", "year": "2015" if n < 1_300 else "2020"}
        for n in range(2_500)
    ]
    asked = Formulation("keyword", "x", "graph kernels of molecules", from_year=2018, to_year=2021, limit=1_200)
    outcome = ask(site).search(asked)
    assert [hit.work.title for hit in outcome.hits] == [f"Graph kernels of molecules {n}" for n in range(1_300, 2_500)]
    assert outcome.total == 2_500
    assert len(site.asked) == -(-2_500 // PAGE)


@pytest.mark.parametrize(
    "fault",
    [
        (429, {"Retry-After": "0"}, b"too many"),
        (503, {}, b"busy"),
        (200, {}, b'{"result": {"hits": {"@total": "3"'),
        (200, {}, b'{"result": {"status": {"@code": "500"}, "hits": {"@total": "0", "@sent": "0"}}}'),
        (200, {}, b'{"result": {"status": {"@code": "200"}, "hits": {"@total": "3", "@sent": "3"}}}'),
        (200, {}, b"<html>"),
    ],
)
def test_a_passing_fault_is_asked_again(site: DblpSite, fault: tuple[int, dict[str, str], bytes]):
    """Too many requests, a busy server, half an answer, a failed search and a page without its hits cost a call."""
    site.faults = [fault]
    assert len(ask(site).search(ASKED).hits) == 3


def test_nothing_found_is_no_fault_and_a_refusal_a_long_pause_or_a_lasting_fault_is_one(site: DblpSite):
    """Status 403 names the setting; a pause of minutes and half an answer stop the search, to be resumed later."""
    nothing = ask(site).search(Formulation(strategy="keyword", framing="x", text="zebrafish"))
    assert (nothing.total, nothing.hits) == (0, ())
    site.faults = [(403, {}, b"no")]
    with pytest.raises(CatalogueError, match="LITREVIEW_DBLP_URL"):
        ask(site).search(ASKED)
    site.faults = [(429, {"Retry-After": "300"}, b"")]
    with pytest.raises(StoppedShort, match=r"pause of 300 s.*litreview resume"):
        ask(site).search(ASKED)
    site.faults = [(200, {}, b"{")] * 50
    with pytest.raises(StoppedShort, match="dblp"):
        ask(site).search(ASKED)


def test_answers_on_record_are_not_asked_for_again_and_replay_a_review(site: DblpSite):
    """After recall, and in a replay, nothing is sent; what was never asked is said to be missing."""
    check_replay(
        ask(site),
        lambda answers: DblpIndex(open_client("https://dblp.org", answers)),
        site.asked,
        ASKED,
        "dblp",
    )
