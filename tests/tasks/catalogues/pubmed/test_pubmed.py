"""PubMed against the E-utilities on loopback: queries, records, faults, and that XML is data."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote_plus

import pytest
from pydantic import SecretStr

from storage.core.errors import CatalogueError, StoppedShort
from storage.records.search import Formulation
from tasks.catalogues.pubmed.catalogue import PubMed, open_client
from tests.fakes.pubmed_server import HEAD, Article, Eutils, serve_eutils
from tests.tasks.catalogues.replay import check_replay

ARTICLES = (
    Article("11", "Hair cortisol and obesity in children", "Cortisol in hair was high.", "10.1000/AB", 2014),
    Article("12", "Obesity and hair cortisol in adults", doi="", year=2016, kinds=("Journal Article", "Meta-Analysis")),
    Article("13", "Obesity alone", "Nothing else.", year=2010),
)
ASKED = Formulation(strategy="keyword", framing="words", text="hair cortisol and obesity", from_year=2000, limit=10)


@pytest.fixture
def eutils(monkeypatch: pytest.MonkeyPatch) -> Iterator[Eutils]:
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    headings = {"obesity": ["Obesity", "obesity"], "hair cortisol": ["Hair Cortisols, Other"]}
    with serve_eutils(Eutils(ARTICLES, headings)) as served:
        yield served


def ask(eutils: Eutils, key: str = "") -> PubMed:
    return PubMed(open_client(eutils.url, SecretStr(key), None))


def test_a_query_has_field_tags_headings_by_lookup_and_groups_and_runs_by_hand(eutils: Eutils):
    """A heading counts only where the phrase is one of its terms; the address recorded is that which was sent."""
    outcome = ask(eutils, "secret-key").search(ASKED)
    sent = [unquote_plus(address) for address in outcome.url.split(" ")]
    assert (
        'term=(hair[tiab] AND cortisol[tiab]) AND ("Obesity"[mh] OR (obesity[tiab])) AND ("2000"[dp] : "3000"[dp])'
        in sent[0]
    )
    assert "usehistory=y" in sent[0]
    assert "secret-key" not in outcome.url
    assert all("api_key=secret-key" in path for path in eutils.asked)


def test_articles_are_read_with_their_own_identifiers_not_those_of_references(eutils: Eutils):
    """Title without full stop, labelled abstract, year of a vague date, type of the review, PMID and DOI."""
    first, second, third = (hit.work for hit in ask(eutils).search(ASKED).hits)
    assert (first.title, first.doi, first.year) == ("Hair cortisol and obesity in children", "10.1000/ab", 2014)
    assert (first.abstract, first.venue, first.pages) == (
        "AIM: Cortisol in hair was high.",
        "Journal of \u03b1 Studies",
        "1-9",
    )
    assert (first.authors[0].name, first.language, first.topics) == ("Ada B Stone", "en", ("Hair",))
    assert {(one.scheme, one.value) for one in first.identifiers} == {
        ("pubmed", "11"),
        ("pmid", "11"),
        ("doi", "10.1000/ab"),
    }
    assert (second.doi, second.type, third.title) == (None, "review", "Obesity alone")


@pytest.mark.parametrize("how", ["forgotten", "cut"])
def test_what_a_page_lacks_is_asked_for_by_number(eutils: Eutils, how: str):
    """A history that NCBI no longer has, and a page with too few articles, lose nothing."""
    eutils.is_forgetful, eutils.cut = how == "forgotten", int(how == "cut")
    assert [hit.work.identifiers[0].value for hit in ask(eutils).search(ASKED).hits] == ["11", "12", "13"]
    assert any("efetch" in path and "&id=" in path for path in eutils.asked)


@pytest.mark.parametrize(
    "fault",
    [
        (429, {"Retry-After": "0"}, b'{"error":"API rate limit exceeded","limit":"3"}'),
        (503, {}, b"busy"),
        (200, {}, b'{"esearchresult": {"count": "3", "idl'),
        (200, {}, b'{"esearchresult": {"ERROR": "Search Backend failed"}}'),
    ],
)
def test_a_passing_fault_is_asked_again(eutils: Eutils, fault: tuple[int, dict[str, str], bytes]):
    """Too many requests, a busy server, half an answer and a failed search each cost one more call."""
    eutils.faults = [fault]
    assert len(ask(eutils).search(ASKED).hits) == len(ARTICLES)


def test_a_bomb_of_entities_is_never_expanded(eutils: Eutils):
    """XML that declares entities is no answer, however often it comes, and stops the search in one sentence."""
    bomb = HEAD.replace(">\n", "> ", 1).replace(
        '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">',
        '"x" [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
    )
    catalogue = ask(eutils)
    catalogue.find_headings("obesity")
    catalogue.find_headings("hair cortisol")
    good = eutils.answer

    def answer(path: str) -> tuple[int, dict[str, str], bytes]:
        if "efetch" in path:
            return 200, {}, f"{bomb}<PubmedArticleSet>&b;</PubmedArticleSet>".encode()
        return good(path)

    eutils.answer = answer  # type: ignore[method-assign]
    with pytest.raises(StoppedShort, match="declares entities"):
        catalogue.search(ASKED)


def test_an_empty_result_is_no_fault_and_a_refused_key_is_one(eutils: Eutils):
    """Nothing found is an answer; status 403 names the setting to check."""
    nothing = ask(eutils).search(Formulation(strategy="keyword", framing="x", text="zebrafish"))
    assert (nothing.total, nothing.hits) == (0, ())
    eutils.faults = [(403, {}, b"no")] * 5
    with pytest.raises(CatalogueError, match="LITREVIEW_PUBMED_URL"):
        ask(eutils).search(ASKED)


def test_answers_on_record_are_not_asked_for_again_and_replay_a_review(eutils: Eutils):
    """After recall, and in a replay, nothing is sent; what was never asked is said to be missing."""
    check_replay(
        ask(eutils),
        lambda answers: PubMed(open_client("https://eutils.ncbi.nlm.nih.gov", None, answers)),
        eutils.asked,
        ASKED,
        "pubmed",
    )
