"""Europe PMC on loopback: queries, records, pages, faults, and answers on record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_plus

import pytest

from storage.core.errors import CatalogueError, StoppedShort
from storage.records.search import Formulation
from tasks.catalogues.europe_pmc.catalogue import PAGE, EuropePmcIndex, open_client
from tests.fakes.europe_pmc_index import EuropePmcSite, serve_europe_pmc
from tests.tasks.catalogues.replay import check_replay

FULL: dict[str, Any] = {
    "id": "11",
    "source": "MED",
    "pmid": "11",
    "pmcid": "PMC7",
    "doi": "10.1000/AB",
    "title": "Hair cortisol and <i>obesity</i> in children.",
    "authorList": {
        "author": [
            {
                "fullName": "Stone AB",
                "firstName": "Ada B",
                "lastName": "Stone",
                "authorId": {"type": "ORCID", "value": "0000-0002-1825-0097"},
                "authorAffiliationDetailsList": {"authorAffiliation": [{"affiliation": "Utrecht."}]},
            },
            {"collectiveName": "The Hair Group"},
        ]
    },
    "journalInfo": {"volume": "12", "issue": "3", "journal": {"title": "Journal of \u03b1 Studies"}},
    "pubYear": "2014",
    "pageInfo": "1-9",
    "abstractText": "<h4>Aim</h4>Cortisol in hair was &lt; 5 pg.",
    "language": "eng",
    "pubTypeList": {"pubType": ["research-article", "Meta-Analysis", "Retracted Publication"]},
    "meshHeadingList": {"meshHeading": [{"majorTopic_YN": "N", "descriptorName": "Hair"}]},
}
RECORDS = (
    FULL,
    {"id": "PPR3", "source": "PPR", "title": "Hair cortisol, obesity", "pubTypeList": {"pubType": ["Preprint"]}},
    {"id": "14", "source": "MED", "title": "Obesity alone"},
    {"id": "15", "source": "MED", "abstractText": "obesity without a title"},
)
ASKED = Formulation(strategy="keyword", framing="words", text="hair cortisol and obesity", from_year=2000, limit=10)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[EuropePmcSite]:
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    with serve_europe_pmc(EuropePmcSite(RECORDS)) as served:
        yield served


def ask(site: EuropePmcSite) -> EuropePmcIndex:
    return EuropePmcIndex(open_client(site.url, None))


def test_a_query_has_fields_groups_and_limits_and_runs_by_hand(site: EuropePmcSite):
    """Every phrase first, then any; the addresses recorded are those sent."""
    outcome = ask(site).search(Formulation("keyword", "words", ASKED.text, from_year=2000, languages=("de",)))
    narrow, wide = [unquote_plus(address) for address in outcome.url.split(" ")]
    assert (
        '(KW:"hair cortisol" OR (TITLE_ABS:"hair" AND TITLE_ABS:"cortisol")) AND '
        '(KW:"obesity" OR (TITLE_ABS:"obesity"))'
        " AND PUB_YEAR:[2000 TO 3000] AND (LANG:deu OR LANG:ger)" in narrow
    )
    assert "))) OR " not in wide
    assert ')) OR (KW:"obesity"' in wide
    assert "synonym=true" in narrow
    assert [unquote_plus(path) in address for path, address in zip(site.asked, (narrow, wide), strict=True)] == [
        True
    ] * 2


def test_records_are_read_whole_and_what_has_no_title_is_said(site: EuropePmcSite):
    """Markup is gone, identifiers are kept, the preprint and the retraction are known as such."""
    index = ask(site)
    outcome = index.search(ASKED)
    first, second, third = (hit.work for hit in outcome.hits)
    assert (first.title, first.doi, first.year) == ("Hair cortisol and obesity in children", "10.1000/ab", 2014)
    assert first.abstract is not None
    assert first.abstract.endswith("Cortisol in hair was < 5 pg.")
    assert "h4" not in first.abstract
    assert (first.venue, first.volume, first.issue, first.pages) == ("Journal of \u03b1 Studies", "12", "3", "1-9")
    assert [author.name for author in first.authors] == ["Ada B Stone", "The Hair Group"]
    assert (first.language, first.topics, first.type, first.is_retracted) == ("en", ("Hair",), "review", True)
    assert {(one.scheme, one.value) for one in first.identifiers} == {
        ("europe-pmc", "MED/11"),
        ("pmid", "11"),
        ("pmcid", "PMC7"),
        ("doi", "10.1000/ab"),
    }
    assert (second.type, third.title, outcome.total) == ("preprint", "Obesity alone", len(RECORDS))
    assert any("no title" in one.message for one in index.drain().left_out)


def test_pages_follow_the_cursor_until_enough_came(site: EuropePmcSite):
    """250 wanted of 300 are three pages, in order and each once."""
    site.records = [{"id": str(n), "source": "MED", "title": f"Hair cortisol and obesity {n}"} for n in range(300)]
    hits = ask(site).search(Formulation(strategy="keyword", framing="x", text=ASKED.text, limit=250)).hits
    assert [hit.work.title for hit in hits] == [f"Hair cortisol and obesity {n}" for n in range(250)]
    assert len(site.asked) == -(-250 // PAGE)


@pytest.mark.parametrize(
    "fault",
    [
        (429, {"Retry-After": "0"}, b"too many"),
        (503, {}, b"busy"),
        (200, {}, b'{"hitCount": 3, "resultList": {"res'),
        (200, {}, b'{"errCode": 500, "errMsg": "backend"}'),
        (200, {}, b'{"hitCount": 3}'),
    ],
)
def test_a_passing_fault_is_asked_again(site: EuropePmcSite, fault: tuple[int, dict[str, str], bytes]):
    """Too many requests, a busy server, half an answer, a failed search and one without results cost one more call."""
    site.faults = [fault]
    assert len(ask(site).search(ASKED).hits) == 3


def test_nothing_found_is_no_fault_and_a_refusal_or_a_lasting_fault_is_one(site: EuropePmcSite):
    """Status 403 names the setting to check; half an answer however often it comes stops the search."""
    nothing = ask(site).search(Formulation(strategy="keyword", framing="x", text="zebrafish"))
    assert (nothing.total, nothing.hits) == (0, ())
    site.faults = [(403, {}, b"no")] * 5
    with pytest.raises(CatalogueError, match="LITREVIEW_EUROPE_PMC_URL"):
        ask(site).search(ASKED)
    site.faults = [(200, {}, b"{")] * 50
    with pytest.raises(StoppedShort, match="europe-pmc"):
        ask(site).search(ASKED)


def test_answers_on_record_are_not_asked_for_again_and_replay_a_review(site: EuropePmcSite):
    """After recall, and in a replay, nothing is sent; what was never asked is said to be missing."""
    check_replay(
        ask(site),
        lambda answers: EuropePmcIndex(open_client("https://www.ebi.ac.uk/europepmc/webservices/rest", answers)),
        site.asked,
        ASKED,
        "europe-pmc",
    )
