"""Open Library as it answers, over a loopback server: requests and records."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote

import pytest
from pytest_httpserver import HTTPServer

from storage.core.errors import InputError
from storage.records.search import Author, Formulation, SearchOutcome
from tasks.discovery import plan_open_library
from tasks.services.open_library import OpenLibrary, parse_book

STRESS = {
    "key": "/works/OL2629977W",
    "title": "Stress, appraisal, and coping",
    "author_name": ["Richard S. Lazarus", "Susan Folkman"],
    "author_key": ["OL380306A", "OL2630085A"],
    "first_publish_year": 1984,
    "publisher": ["Springer Pub. Co.", "Springer"],
    "isbn": ["0826141900", "978-0-8261-4191-0", "9780826141927"],
    "language": ["eng"],
    "edition_count": 4,
    "number_of_pages_median": 456,
    "subject": ["Stress", "Coping", "Adaptation", "Psychology", "Health", "Sixth"],
}
ASKED = Formulation(strategy="book", framing="books", text="Stress & coping", limit=5)
PATH = "/search.json"


def answer_with(docs: Sequence[Any]) -> dict[str, Any]:
    return {"numFound": 321, "start": 0, "docs": list(docs)}


def found(outcome: SearchOutcome | str) -> SearchOutcome:
    assert isinstance(outcome, SearchOutcome), outcome
    return outcome


def test_a_book_carries_what_its_record_states_and_nothing_else(httpserver: HTTPServer, library: OpenLibrary):
    """Key, names, year, publisher, ISBN-13, language and five subjects come from the record; it has no abstract."""
    httpserver.expect_request(PATH).respond_with_json(answer_with([STRESS]))

    outcome = found(library.search_books(ASKED))

    (hit,) = outcome.hits
    book = hit.work
    assert (outcome.total, outcome.formulation, hit.rank) == (321, ASKED, 1)
    assert (book.work_id, book.type, book.title, book.year) == (
        "OL2629977W",
        "book",
        "Stress, appraisal, and coping",
        1984,
    )
    assert book.authors == (Author("Richard S. Lazarus", "OL380306A"), Author("Susan Folkman", "OL2630085A"))
    assert (book.publisher, book.isbn, book.language) == ("Springer Pub. Co.", "9780826141910", "en")
    assert book.topics == ("Stress", "Coping", "Adaptation", "Psychology", "Health")
    assert (book.abstract, book.doi, book.pages, book.cited_by_count, book.references) == (None, None, None, 0, ())
    assert book.response
    assert (book.response.source, book.response.url) == ("openlibrary", outcome.url)
    assert json.loads(book.response.body) == STRESS


def test_the_request_names_litreview_and_asks_for_words_fields_and_limit(httpserver: HTTPServer, library: OpenLibrary):
    """Operators of the search engine become spaces; the address kept is the one asked; no e-mail is sent."""
    httpserver.expect_request(PATH).respond_with_json(answer_with([]))
    text = 'Stress:"coping" NOT (resilience) -obesity* m\u00fcller'

    outcome = found(library.search_books(Formulation("book", "books", text, limit=5)))

    request, _ = httpserver.log[0]
    assert request.args["q"] == "stress coping not resilience obesity m\u00fcller"
    assert request.args["limit"] == "5"
    assert request.args["fields"].split(",")[:3] == ["key", "title", "author_name"]
    assert request.headers["User-Agent"].startswith("litreview/")
    assert "@" not in request.headers["User-Agent"]
    assert unquote(outcome.url) == unquote(request.url)


def test_a_topic_of_any_length_makes_an_address_servers_take(httpserver: HTTPServer, library: OpenLibrary):
    """The longest topic allowed, in a script that takes nine characters a letter in an address, is cut."""
    httpserver.expect_request(PATH).respond_with_json(answer_with([]))

    outcome = found(library.search_books(Formulation("book", "books", "\u5b57" * 1_499)))

    assert len(outcome.url) < 4_000


def test_unicode_survives_and_markup_does_not(httpserver: HTTPServer, library: OpenLibrary):
    """Names in any script are kept to the character; tags, entities and control characters go."""
    doc = {
        "key": "/works/OL7W",
        "title": "Stre\u00df &amp; <i>Angst</i>\u0000: \u538b\u529b\u624b\u518c \U0001f9e0",
        "author_name": ["S\u00f8ren \u00c5sen", "\u674e\u660e"],
        "language": ["ger", "deu"],
    }
    httpserver.expect_request(PATH).respond_with_data(json.dumps(answer_with([doc]), ensure_ascii=False).encode())

    (hit,) = found(library.search_books(ASKED)).hits

    assert hit.work.title == "Stre\u00df & Angst : \u538b\u529b\u624b\u518c \U0001f9e0"
    assert [author.name for author in hit.work.authors] == ["S\u00f8ren \u00c5sen", "\u674e\u660e"]
    assert hit.work.language == "de"


def test_books_keep_the_order_answered_each_once_and_no_more_than_asked(httpserver: HTTPServer, library: OpenLibrary):
    """Rank is the place in the answer after repeats; the limit holds whatever the service sends."""
    keys = ["OL9W", "OL3W", "OL9W", "OL5W", "OL1W", "OL8W", "OL2W"]
    docs = [{"key": f"/works/{key}", "title": f"Book {place}"} for place, key in enumerate(keys)]
    httpserver.expect_request(PATH).respond_with_json(answer_with(docs))

    hits = found(library.search_books(ASKED)).hits

    assert [(hit.rank, hit.work.work_id) for hit in hits] == [
        (1, "OL9W"),
        (2, "OL3W"),
        (3, "OL5W"),
        (4, "OL1W"),
        (5, "OL8W"),
    ]
    assert hits[0].work.title == "Book 0"


def test_no_book_is_an_outcome_without_hits(httpserver: HTTPServer, library: OpenLibrary):
    """Zero hits is data, asked once."""
    httpserver.expect_request(PATH).respond_with_json({"numFound": 0, "docs": []})

    outcome = found(library.search_books(ASKED))

    assert (outcome.total, outcome.hits, len(httpserver.log)) == (0, (), 1)


def test_malformed_records_are_left_out_and_the_rest_is_kept(httpserver: HTTPServer, library: OpenLibrary):
    """Records without key or title, or of another kind, don't cost the sound one; a mad total fits the ledger."""
    docs = [
        None,
        7,
        "text",
        [],
        {},
        {"key": "/works/OL1W"},
        {"key": "/works/OL1W", "title": " "},
        {"key": "/works/OL1W", "title": ["A"]},
        {"title": "No key"},
        {"key": "/books/OL1M", "title": "An edition"},
        {"key": 12, "title": "A number"},
        STRESS,
    ]
    httpserver.expect_request(PATH).respond_with_json({"numFound": 10**30, "docs": docs})

    outcome = found(library.search_books(ASKED))

    assert [hit.work.work_id for hit in outcome.hits] == ["OL2629977W"]
    assert outcome.total == 2**31 - 1


@pytest.mark.parametrize(
    ("field", "value", "attribute", "expected"),
    [
        ("first_publish_year", "MCMLXXXIV", "year", None),
        ("first_publish_year", 19840, "year", None),
        ("author_name", "Lazarus", "authors", ()),
        ("author_name", [None, "Susan Folkman"], "authors", (Author("Susan Folkman", "OL2630085A"),)),
        ("author_key", ["OL380306A"], "authors", (Author("Richard S. Lazarus"), Author("Susan Folkman"))),
        ("publisher", [], "publisher", None),
        ("publisher", "Springer", "publisher", None),
        ("isbn", ["not one", 9780826141910, "082614190x"], "isbn", "082614190X"),
        ("isbn", None, "isbn", None),
        ("language", ["eng", "spa"], "language", None),
        ("language", ["xyz"], "language", None),
        ("subject", {"a": 1}, "topics", ()),
    ],
)
def test_a_field_of_another_shape_counts_as_not_stated(field: str, value: object, attribute: str, expected: object):
    """One odd field costs that field only, never the book; several languages say nothing about the work's own."""
    book = parse_book({**STRESS, field: value}, "http://localhost/search.json")

    assert book
    assert getattr(book, attribute) == expected


def test_the_same_book_in_another_catalogue_is_of_the_same_family():
    """Title and first author decide, so that deduplication finds the catalogue's record of the book."""
    book = parse_book(STRESS, "http://localhost/search.json")
    other = parse_book({**STRESS, "key": "/works/OL1W", "title": "Stress, Appraisal and Coping"}, "http://localhost/")

    assert book
    assert other
    assert book.family_id == other.family_id


@pytest.mark.parametrize(
    "address",
    ["openlibrary.org", "ftp://openlibrary.org", "http://", "http://me:secret@host", "http://host/?key=secret", "\x00"],
)
def test_an_address_that_cannot_be_asked_or_holds_a_secret_is_refused(address: str):
    """The sentence names the setting and never repeats what may be a password."""
    with pytest.raises(InputError, match="LITREVIEW_OPEN_LIBRARY_URL") as refused:
        OpenLibrary(address)

    assert "secret" not in str(refused.value)


def test_a_client_travels_to_other_processes(library: OpenLibrary):
    """Task runners pickle what they are given."""
    travelled = pickle.loads(pickle.dumps(library))  # noqa: S301 - pickled on this line
    assert travelled.client.address == library.client.address


def test_the_formulation_claims_no_filter_that_the_service_did_not_apply():
    """The appendix lists filters as applied; Open Library is asked for words alone."""
    asked = plan_open_library("stress")

    assert (asked.strategy, asked.from_year, asked.to_year, asked.types, asked.languages) == (
        "book",
        None,
        None,
        (),
        (),
    )
