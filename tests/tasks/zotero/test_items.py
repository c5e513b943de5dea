"""Works as Zotero items: fields the library offers, the rest in Extra, everything bounded."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from storage.records.search import Author, Work
from storage.records.writing import ReadWork, Summary
from tasks.zotero.items import draft_item
from tests.fakes.zotero_schema import FIELDS, list_fields


def _schema(*, native: bool) -> dict[str, frozenset[str]]:
    return {kind: frozenset(list_fields(kind, native_citekeys=native) or ()) for kind in FIELDS}


def _draft(pages: int = 0, *, native: bool = False, short: str = "It matters.", **facts: Any) -> dict[str, Any]:
    work = Work(**({"work_id": "W1", "title": "Bees", "type": "article", "year": 2001} | facts))
    read = ReadWork(work, "bee2001bees", Summary("W1", "", "", "", (), short, (), "abstract"))
    return dict(draft_item(read, pages, "wild bees", _schema(native=native)).fields)


@pytest.mark.parametrize(
    ("kind", "facts", "expected"),
    [
        ("article", {"venue": "Apidologie"}, ("journalArticle", "publicationTitle")),
        ("article", {"venue": "Proceedings of the Bee Conference"}, ("conferencePaper", "proceedingsTitle")),
        ("book-chapter", {"venue": "Bees"}, ("bookSection", "bookTitle")),
        ("preprint", {"venue": "arXiv"}, ("preprint", "repository")),
        ("dissertation", {"publisher": "Uni Bonn"}, ("thesis", "university")),
        ("report", {"publisher": "FAO"}, ("report", "institution")),
        ("book", {"publisher": "CUP"}, ("book", "publisher")),
        ("standard", {"publisher": "ISO"}, ("document", "publisher")),
        ("something", {"publisher": "X"}, ("document", "publisher")),
    ],
)
def test_types_and_where_venue_and_publisher_go(kind, facts, expected):
    """Each type of work gets its item type, venue and publisher the field that type has; unknown types a document."""
    fields = _draft(type=kind, **facts)
    assert fields["itemType"] == expected[0]
    assert fields[expected[1]] == next(iter(facts.values()))


def test_every_field_is_one_the_type_offers():
    """Nothing is sent that the library's schema does not know for the type."""
    facts = {"volume": "1", "issue": "2", "pages": "3", "publisher": "P", "venue": "V", "doi": "10.1/x", "isbn": "1"}
    for kind in ("article", "book", "book-chapter", "preprint", "report", "dataset", "software", "dissertation"):
        fields = _draft(type=kind, language="en", **facts)
        others = {"itemType", "creators", "tags", "collections", "relations"}
        assert set(fields) - others <= set(FIELDS[fields["itemType"]]), kind


def test_citekey_and_doi_without_a_field_go_to_extra():
    """The citekey goes into the native field where there is one, else into Extra, and so does a DOI."""
    assert _draft(type="book", doi="10.1/x")["extra"] == "DOI: 10.1/x\nCitation Key: bee2001bees"
    native = _draft(type="article", doi="10.1/x", native=True)
    assert (native["citationKey"], native["DOI"], native["extra"]) == ("bee2001bees", "10.1/x", "")


def test_creators():
    """People are split, bodies and single names whole, programmers of software named so, at most a hundred."""
    authors = (Author("Jan van der Valk"), Author("WHO Committee"), Author("李 明"), Author("Plato"))
    assert _draft(authors=authors, editors=("Eve Ed",))["creators"] == [
        {"creatorType": "author", "firstName": "Jan", "lastName": "van der Valk"},
        {"creatorType": "author", "name": "WHO Committee"},
        {"creatorType": "author", "firstName": "明", "lastName": "李"},
        {"creatorType": "author", "name": "Plato"},
        {"creatorType": "editor", "firstName": "Eve", "lastName": "Ed"},
    ]
    assert _draft(type="software", authors=authors)["creators"][0]["creatorType"] == "programmer"
    assert len(_draft(authors=tuple(Author(f"A B{n}") for n in range(3000)))["creators"]) == 100


def test_long_and_odd_text_is_bounded():
    """Abstracts end at a word within 2,000 characters, titles are plain, text is in the form Zotero keeps (NFC)."""
    told = _draft(abstract="Möglichkeit " * 500)["abstractNote"]
    assert 1900 < len(told) <= 2000
    assert told.endswith("Möglichkeit…")
    assert len(_draft(abstract="x" * 5000)["abstractNote"]) == 2000
    title = unicodedata.normalize("NFD", "Über <i>Bienen</i>\u0000\u202e")
    assert _draft(title=title)["title"] == "Über Bienen"
    assert _draft(abstract="Nice.", abstract_source="project note")["abstractNote"] == "Project note: Nice."


def test_summaries_and_tags():
    """Read in full: the summary first, no stub's tag, however long the abstract; else the tag and no summary."""
    full, stub = _draft(3, abstract="word " * 600), _draft(abstract="A.")
    assert full["abstractNote"].startswith("Summary by litreview: It matters.\n\nword")
    assert [tag["tag"] for tag in full["tags"]] == ["litreview", "wild bees"]
    assert stub["abstractNote"] == "A."
    assert [tag["tag"] for tag in stub["tags"]] == ["litreview", "metadata-only", "wild bees"]
