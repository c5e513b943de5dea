"""Crossref as an index, on loopback: queries, records, pages, faults, answers on record; and its recorded answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from storage.core.errors import CatalogueError, StoppedShort
from storage.records.search import Formulation
from tasks.catalogues.crossref.catalogue import MOST, PAGE, CrossrefIndex, open_client
from tasks.catalogues.crossref.records import SOURCE, read_works
from tasks.catalogues.registry import CATALOGUES
from tasks.provenance.reference_fields import read_fields
from tests.fakes.index_sites import CrossrefSite, serve_index
from tests.tasks.catalogues.replay import check_replay

FULL: dict[str, Any] = {
    "DOI": "10.1000/AB",
    "type": "journal-article",
    "title": ["Hair cortisol and <i>obesity</i> in children"],
    "subtitle": ["A cohort study"],
    "author": [
        {
            "given": "Ada B.",
            "family": "van der Stone",
            "suffix": "Jr",
            "ORCID": "http://orcid.org/0000-0002-1825-0097",
            "affiliation": [{"name": "Utrecht"}],
            "sequence": "first",
        },
        {"name": "The Hair Group", "sequence": "additional", "affiliation": []},
    ],
    "container-title": ["Journal of \u03b1 Studies", "J. \u03b1"],
    "volume": "12",
    "journal-issue": {"issue": "3"},
    "article-number": "e77",
    "publisher": "Record Press",
    "issued": {"date-parts": [[None]]},
    "published-print": {"date-parts": [[2014, 3]]},
    "published-online": {"date-parts": [[2013, 12, 30]]},
    "language": "en-GB",
    "abstract": "<jats:title>Abstract</jats:title><jats:sec><jats:title>Aim:</jats:title><jats:p>Cortisol in hair was "
    "&lt; 5 pg in most of the many children of all the schools that took part in this long study.</jats:p></jats:sec>",
    "reference": [{"key": "1", "DOI": "10.1/cited"}],
    "updated-by": [{"DOI": "10.1000/notice", "type": "retraction", "label": "Retraction"}],
    "score": 21.6,
}


def make_item(number: object, titled: str, **members: Any) -> dict[str, Any]:
    made = {
        "DOI": f"10.1000/{number}",
        "title": [titled],
        "type": "journal-article",
        "issued": {"date-parts": [[2010]]},
    }
    return made | members


ITEMS = (
    make_item("part", "Obesity alone"),
    FULL,
    make_item("other", "Cortisol in hair", abstract="<p>Of obesity, " + "and much besides, " * 10 + "</p>"),
    make_item("neither", "Hair of horses"),
    make_item("nameless", "", title=[], **{"container-title": ["Obesity"]}),
    make_item("issue", "Hair cortisol and obesity: an issue", type="journal-issue"),
)
ASKED = Formulation(strategy="keyword", framing="words", text="hair cortisol and obesity", from_year=1990, limit=10)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[CrossrefSite]:
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    monkeypatch.setattr("tasks.catalogues.crossref.catalogue._PACE", 0.0)
    monkeypatch.setattr("tasks.catalogues.crossref.catalogue._POLITE_PACE", 0.0)
    served = CrossrefSite(ITEMS)
    with serve_index(served):
        yield served


def ask(site: CrossrefSite, email: str | None = None) -> CrossrefIndex:
    return CrossrefIndex(open_client(site.url, SecretStr(email) if email else None, None))


def test_a_query_has_words_years_and_types_and_runs_by_hand(site: CrossrefSite):
    """The address recorded is that sent, without the contact address; the kinds of works asked for are named."""
    index = ask(site, "who@example.org")
    asked = Formulation("keyword", "x", ASKED.text, from_year=2000, to_year=2014, types=("review", "book"))
    outcome = index.search(asked)
    assert outcome.url == f"{site.url}{site.asked[0]}"
    given = parse_qs(urlsplit(outcome.url).query)
    assert given["query.bibliographic"] == ["hair cortisol obesity"]
    kinds = ("journal-article", "proceedings-article", "book", "monograph", "edited-book", "reference-book")
    years = "from-pub-date:2000-01-01,until-pub-date:2014-12-31"
    assert given["filter"] == [",".join((years, *(f"type:{kind}" for kind in kinds)))]
    assert "mailto:who@example.org" in site.headers[0]["User-Agent"]
    log = index.drain()
    assert "who@example" not in repr((outcome, log.calls, log.answers))


def test_works_of_every_phrase_come_first_and_what_was_left_is_said(site: CrossrefSite):
    """Records that Crossref lists for one word of a phrase are left; how it was narrowed is put on record."""
    index = ask(site)
    outcome = index.search(ASKED)
    assert [hit.work.doi for hit in outcome.hits] == ["10.1000/ab", "10.1000/other", "10.1000/part"]
    assert outcome.total == 5
    (said,) = index.drain().left_out
    assert 'first 5 records that it ranks for "hair cortisol obesity", 2 speak of every phrase' in said.message
    assert said.kind == "query narrowed here"


def test_a_record_is_read_whole(site: CrossrefSite):
    """Families stay families, markup is gone, sections of the abstract keep their names, the retraction is known."""
    work = ask(site).search(ASKED).hits[0].work
    assert (work.title, work.year) == ("Hair cortisol and obesity in children: A cohort study", 2014)
    assert work.abstract is not None
    assert work.abstract.startswith("Aim: Cortisol in hair was < 5 pg in most")
    assert (work.venue, work.volume, work.issue, work.pages) == ("Journal of \u03b1 Studies", "12", "3", "e77")
    assert [author.name for author in work.authors] == ["Ada B. van der Stone Jr", "The Hair Group"]
    assert (work.authors[0].orcid, work.authors[0].affiliation) == ("0000-0002-1825-0097", "Utrecht")
    assert (work.language, work.type, work.publisher, work.is_retracted) == ("en", "article", "Record Press", True)
    assert {(one.scheme, one.value) for one in work.identifiers} == {("crossref", "10.1000/ab"), ("doi", "10.1000/ab")}
    assert work.response is not None
    kept = json.loads(work.response.body)
    assert "reference" not in json.loads(kept["raw"])
    assert work.response.source == SOURCE == CATALOGUES["crossref"].source
    stated = {(one.field, one.position, one.part): one.value for one in read_fields(SOURCE, work.response.body)}
    assert stated[("authors", 1, "family")] == "van der Stone"
    assert stated[("authors", 1, "suffix")] == "Jr"
    assert stated[("authors", 2, "name")] == "The Hair Group"
    assert (stated[("year", 1, "")], stated[("title", 1, "")]) == ("2014", work.title)


@pytest.mark.parametrize(
    ("members", "kind"),
    [
        ({"type": "posted-content", "subtype": "preprint"}, "preprint"),
        ({"type": "posted-content", "subtype": "other"}, "other"),
        ({"type": "monograph"}, "book"),
        ({"update-to": [{"DOI": "10.1/x", "type": "retraction"}]}, "retraction"),
        ({"update-to": [{"DOI": "10.1/x", "type": "Corrigendum"}]}, "erratum"),
        ({"update-to": [{"DOI": "10.1/x", "type": "new_version"}]}, "article"),
        ({"type": None, "update-to": "odd", "author": {"family": "x"}, "issued": [2010], "title": ["x y", 3]}, None),
    ],
)
def test_types_are_in_our_terms_and_a_notice_is_known_as_one(members: dict[str, Any], kind: str | None):
    """Notices of retraction or correction are no articles; members of odd types count as absent."""
    (work,) = read_works([make_item("a", "A title", **members)], "https://x").values()
    assert work.type == kind


def test_a_reinstated_work_is_not_retracted():
    """What was retracted and reinstated stands."""
    updates = [{"type": "retraction"}, {"type": "reinstatement"}]
    (work,) = read_works([make_item("a", "A title", **{"updated-by": updates})], "https://x").values()
    assert not work.is_retracted


def test_pages_are_read_until_enough_came_or_one_brings_nothing(site: CrossrefSite):
    """150 wanted of 250 are two pages; of 120 that fit among many that do not, the third page is the last."""
    fitting = [make_item(number, f"Hair cortisol and obesity {number}") for number in range(250)]
    asked = Formulation(strategy="keyword", framing="x", text=ASKED.text, limit=150)
    site.records = fitting
    hits = ask(site).search(asked).hits
    assert [hit.work.title for hit in hits] == [f"Hair cortisol and obesity {number}" for number in range(150)]
    assert len(site.asked) == 2
    site.asked.clear()
    site.records = fitting[:120] + [make_item(f"h{number}", "Obesity of horses") for number in range(400)]
    hits = ask(site).search(asked).hits
    assert [hit.work.title for hit in hits[118:122]] == [
        *(f"Hair cortisol and obesity {number}" for number in (118, 119)),
        *["Obesity of horses"] * 2,
    ]
    assert len(site.asked) == 3
    assert PAGE * len(site.asked) < MOST


def test_a_search_cut_off_goes_on_with_the_page_that_it_lacks(site: CrossrefSite):
    """Resumed with the answers on record, only the second page is asked for, and the works are those of one go."""
    site.records = [make_item(number, f"Hair cortisol and obesity {number}") for number in range(150)]
    asked = Formulation(strategy="keyword", framing="x", text=ASKED.text, limit=140)
    whole = ask(site).search(asked)
    first, index = site.answer(site.asked[0], b""), ask(site)
    site.faults = [first, *[(500, {}, b"oops")] * 5]
    with pytest.raises(StoppedShort, match="resume"):
        index.search(asked)
    site.asked.clear()
    resumed = ask(site)
    resumed.recall({(one.base_url, one.path): one.body for one in index.drain().answers})
    assert resumed.search(asked) == whole
    assert [path.rpartition("=")[2] for path in site.asked] == [str(PAGE)]


def test_a_topic_in_a_script_without_spaces_is_found_in_titles(site: CrossrefSite):
    """A phrase within a longer run of signs counts as spoken of."""
    site.records = [make_item(1, "\u5934\u53d1\u76ae\u8d28\u9187\u4e0e\u80a5\u80d6\u7684\u7814\u7a76")]
    site.faults = [(200, {}, json.dumps({"message": {"total-results": 1, "items": site.records}}).encode())]
    asked = Formulation(strategy="keyword", framing="x", text="\u76ae\u8d28\u9187")
    assert len(ask(site).search(asked).hits) == 1


def test_a_page_that_comes_twice_ends_the_search(site: CrossrefSite):
    """The same records again are not works again, and no reason to go on."""
    page = {"total-results": 900, "items": [make_item(n, f"Hair cortisol and obesity {n}") for n in range(PAGE)]}
    site.faults = [(200, {}, json.dumps({"message": page}).encode())] * 9
    asked = Formulation(strategy="keyword", framing="x", text=ASKED.text, limit=500)
    assert len(ask(site).search(asked).hits) == PAGE
    assert len(site.asked) == 2


@pytest.mark.parametrize(
    "fault",
    [
        (429, {"Retry-After": "0"}, b"Rate limit exceeded"),
        (500, {}, b"oops"),
        (200, {}, b'{"status": "ok", "message": {"items": [{"DO'),
        (200, {}, b"<html><title>Busy</title></html>"),
        (200, {}, b'{"status": "ok", "message": {"total-results": 5, "items": []}}'),
        (200, {}, b""),
    ],
)
def test_a_passing_fault_is_asked_again(site: CrossrefSite, fault: tuple[int, dict[str, str], bytes]):
    """Too many requests, a failing server, half an answer, a web page and an empty page cost one more call."""
    site.faults = [fault]
    assert len(ask(site).search(ASKED).hits) == 3
    assert len(site.asked) == 2


def test_nothing_found_is_no_fault_and_a_refusal_or_a_lasting_fault_is_one(site: CrossrefSite):
    """Status 403 names the setting, half an answer however often it comes stops, a query refused is put on record."""
    nothing = ask(site).search(Formulation(strategy="keyword", framing="x", text="zebrafish"))
    assert (nothing.total, nothing.hits) == (0, ())
    site.faults = [(403, {}, b"no")] * 5
    with pytest.raises(CatalogueError, match="LITREVIEW_CROSSREF_URL"):
        ask(site).search(ASKED)
    site.faults = [(200, {}, b"{")] * 50
    with pytest.raises(StoppedShort, match="crossref"):
        ask(site).search(ASKED)
    site.faults = [(400, {}, b'{"status": "failed", "message-type": "validation-failure"}')]
    index = ask(site)
    assert index.search(ASKED).hits == ()
    assert [one.kind for one in index.drain().left_out] == ["query refused"]


def test_answers_on_record_are_not_asked_for_again_and_replay_a_review(site: CrossrefSite):
    """After recall, and in a replay, nothing is sent; what was never asked is said to be missing."""
    check_replay(
        ask(site),
        lambda answers: CrossrefIndex(open_client("https://api.crossref.org", None, answers)),
        site.asked,
        ASKED,
        "crossref",
    )
