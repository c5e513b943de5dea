"""Open Library: books that article catalogues lack.

Asked only when `LITREVIEW_OPEN_LIBRARY_URL` is set (``https://openlibrary.org`` or a mirror): without it a review over
a local catalogue needs no network and comes out the same every time. The search API is described at
https://openlibrary.org/dev/docs/api/search.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import httpx
import orjson

from storage.records.search import Author, Formulation, Hit, Response, SearchOutcome, Work
from tasks.metadata.fields import count, decode_json, entry, read_year
from tasks.metadata.titles import family_id
from tasks.services.answers import Absence
from tasks.services.exchange import ServiceAddress
from tasks.services.service import ServiceClient, read_object
from tasks.text.cleaning import clean_text

_FIELDS = (
    "key,title,author_name,author_key,first_publish_year,publisher,isbn,language,edition_count,number_of_pages_median,"
    "subject"
)
_LONGEST_QUERY = 300  # characters
_MOST_HITS = 2**31 - 1  # the ledger counts hits in 32 bits
_LONGEST_TITLE, _LONGEST_NAME, _MOST_SUBJECTS = 1_000, 300, 5
# What the search engine reads as operators, fields and wildcards: a topic consists only of words.
_OPERATORS = str.maketrans(dict.fromkeys('+-&|!(){}[]^"~*?:\\/<>=', " "))
_WORK_KEY = re.compile(r"(?:/works/)?(OL\d{1,15}W)")
_AUTHOR_KEY = re.compile(r"(?:/authors/)?(OL\d{1,15}A)")
_ISBN = re.compile(r"97[89]\d{10}|\d{9}[\dX]")
_ISBN_13_DIGITS = 13
# MARC 21 language codes (and their ISO 639-2/T twins) to ISO 639-1.
LANGUAGES: dict[str, str] = dict(
    re.findall(
        r"(\w{3}):(\w{2})",
        "ara:ar cat:ca ces:cs chi:zh cze:cs dan:da deu:de dut:nl ell:el eng:en fas:fa fin:fi fra:fr fre:fr ger:de "
        "gre:el heb:he hin:hi hun:hu ind:id ita:it jpn:ja kor:ko nld:nl nor:no per:fa pol:pl por:pt ron:ro rum:ro "
        "rus:ru spa:es swe:sv tur:tr ukr:uk vie:vi zho:zh",
    )
)


class OpenLibrary:
    """The search service at a base address. Instances can be pickled and used from several threads at once."""

    name = "openlibrary"
    """What the service is called in the ledger, whichever mirror answers."""

    def __init__(self, base_url: str) -> None:
        """Check the address; nothing is sent yet.

        Raises:
            InputError: it is not an http(s) address, or holds a password or a query, which would end up in the ledger.
        """
        self.client = ServiceClient(ServiceAddress(self.name, "LITREVIEW_OPEN_LIBRARY_URL", base_url))

    def search_books(self, formulation: Formulation) -> SearchOutcome | str:
        """Return the books found, in the service's order of relevance, or in one sentence why there is no answer.

        Only words are searched: years and languages are left to the eligibility rules. Records without a work's
        key or a title are left out; no book at all is an outcome without hits.
        """
        words = " ".join(formulation.text.lower().translate(_OPERATORS).split())
        asked = {"q": words[:_LONGEST_QUERY], "fields": _FIELDS, "limit": str(formulation.limit)}
        read = read_object(self.client.ask("/search.json", is_whole=_check_list, **asked))
        if isinstance(read, Absence):
            place, reason = httpx.URL(self.client.root).host, read.reason.removeprefix(self.name).strip(" .")
            return f"Open Library at {place} {reason}, so that books come from the catalogue alone."
        answer, response = read
        books: dict[str, Work] = {}
        for doc in answer["docs"]:
            book = parse_book(doc, response.url)
            if book:
                books.setdefault(book.work_id, book)
        hits = tuple(Hit(book, rank) for rank, book in enumerate(list(books.values())[: formulation.limit], start=1))
        total = max(min(count(answer.get("numFound")), _MOST_HITS), len(hits))
        return SearchOutcome(formulation, response.url, total, hits)


def _check_list(text: str) -> None:
    if not isinstance(entry(decode_json(text)).get("docs"), list):
        raise ValueError("no list of books")  # noqa: TRY004 - what every check of an answer raises


def parse_book(doc: object, address: str) -> Work | None:
    """Return the book that a record of the answer from an address states, None without a work's key or a title.

    `language` is stated only if all editions share one; `isbn` is one edition's, of 13 digits if there is one.
    """
    record = entry(doc)
    key = _WORK_KEY.fullmatch(str(record.get("key")))
    title = clean_text(record.get("title"), _LONGEST_TITLE)
    if not key or not title:
        return None
    authors = _read_authors(record)
    isbns = [isbn for text in _texts(record.get("isbn")) if _ISBN.fullmatch(isbn := text.replace("-", "").upper())]
    languages = {LANGUAGES.get(code.lower()) for code in _texts(record.get("language"))}
    return Work(
        work_id=key[1],
        title=title,
        year=read_year(record.get("first_publish_year")),
        type="book",
        publisher=next(iter(_texts(record.get("publisher"))), None),
        isbn=next((isbn for isbn in isbns if len(isbn) == _ISBN_13_DIGITS), next(iter(isbns), None)),
        authors=authors,
        language=languages.pop() if len(languages) == 1 else None,
        family_id=family_id(key[1], title, authors),
        topics=tuple(_texts(record.get("subject"))[:_MOST_SUBJECTS]),
        response=Response("openlibrary", address, orjson.dumps(record).decode()),
    )


def _read_authors(record: Mapping[str, Any]) -> tuple[Author, ...]:
    names, keys = record.get("author_name"), record.get("author_key")
    if not isinstance(names, list):
        return ()
    if not isinstance(keys, list) or len(keys) != len(names):
        keys = [None] * len(names)
    stated = [
        (clean_text(name, _LONGEST_NAME), _AUTHOR_KEY.fullmatch(str(key)))
        for name, key in zip(names, keys, strict=True)
    ]
    return tuple(Author(name, key[1] if key else None) for name, key in stated if name)


def _texts(value: object) -> list[str]:
    listed = value if isinstance(value, list) else []
    return [text for item in listed if (text := clean_text(item, _LONGEST_NAME))]
