"""Open Library: books that catalogues of articles do not hold.

Asked only when `LITREVIEW_OPEN_LIBRARY_URL` is set (``https://openlibrary.org`` or a mirror): without it a review over
a local catalogue needs no network and comes out the same every time. The search API is described at
https://openlibrary.org/dev/docs/api/search.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import orjson
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from storage.email_addresses import blank_addresses
from storage.errors import InputError
from storage.records import Author, Formulation, Hit, Response, SearchOutcome, Work
from tasks.catalogues.fields import count, decode_json, entry
from tasks.catalogues.markup import clean_text
from tasks.catalogues.openalex_record import read_year
from tasks.catalogues.titles import family_id
from tasks.clients.retry_after import read_wait
from tasks.release import USER_AGENT

_FIELDS = (
    "key,title,author_name,author_key,first_publish_year,publisher,isbn,language,edition_count,number_of_pages_median,"
    "subject"
)
_TIMEOUT = 20.0  # seconds, for the connection, each read, and the whole answer
_TRIES = 3
_BACKOFF = wait_exponential_jitter(initial=1, max=10)
_LONGEST_WAIT = 60.0  # seconds; a service that asks for more is left to a later run
_LARGEST_ANSWER = 20_000_000  # bytes; twenty books with the ISBNs of all their editions take well under one million
_LONGEST_QUERY = 300  # characters
_MOST_HITS = 2**31 - 1  # the ledger counts hits in 32 bits
_LONGEST_TITLE, _LONGEST_NAME, _MOST_SUBJECTS = 1_000, 300, 5
# What the search engine reads as operators, fields and wildcards: a topic is only ever words.
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


class _NoAnswerError(Exception):
    """There is no usable answer, and why; `wait` is what the service asked for, in seconds."""

    def __init__(self, reason: str, *, again: bool = False, wait: float | None = None) -> None:
        super().__init__(reason)
        self.again = again
        self.wait = wait


@dataclass(frozen=True, slots=True)
class OpenLibrary:
    """The search service at a base address. Instances can be pickled and used from several threads at once."""

    base_url: str

    def __post_init__(self) -> None:
        """Check the address.

        Raises:
            InputError: it is no http(s) address, or holds a password or a query, which would end up in the ledger.
        """
        try:
            url = httpx.URL(self.base_url)
        except httpx.InvalidURL:
            url = httpx.URL()
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise InputError(
                "the setting LITREVIEW_OPEN_LIBRARY_URL is no plain web address; give one like "
                "https://openlibrary.org, without user name, password and query, or unset it"
            )

    @property
    def name(self) -> str:
        """Return what the service is called in the ledger, whichever mirror answers."""
        return "openlibrary"

    def search_books(self, formulation: Formulation) -> SearchOutcome | str:
        """Return the books found, in the order of relevance answered, or in one sentence why there is no answer.

        Only the words are asked for: years and languages are left to the eligibility rules. Up to three tries where the
        connection fails or the answer is 429 or 5xx, `Retry-After` of at most a minute honoured. Records without a
        work's key or a title are left out; no book at all is an outcome without hits.
        """
        address = self._address(formulation)
        asked = Retrying(
            stop=stop_after_attempt(_TRIES),
            wait=_choose_wait,
            retry=retry_if_exception(lambda error: isinstance(error, _NoAnswerError) and error.again),
            reraise=True,
        )
        try:
            answer = _read_answer(asked(_fetch, address))
        except _NoAnswerError as reason:
            place = httpx.URL(self.base_url).host
            return f"Open Library at {place} {reason}, so that books come from the catalogue alone."
        books: dict[str, Work] = {}
        for doc in answer["docs"]:
            book = parse_book(doc, address)
            if book:
                books.setdefault(book.work_id, book)
        hits = tuple(Hit(book, rank) for rank, book in enumerate(list(books.values())[: formulation.limit], start=1))
        total = max(min(count(answer.get("numFound")), _MOST_HITS), len(hits))
        return SearchOutcome(formulation, address, total, hits)

    def _address(self, formulation: Formulation) -> str:
        words = " ".join(formulation.text.lower().translate(_OPERATORS).split())
        asked = {"q": words[:_LONGEST_QUERY], "fields": _FIELDS, "limit": str(formulation.limit)}
        return str(httpx.URL(f"{self.base_url.rstrip('/')}/search.json", params=asked))


def _choose_wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    asked = error.wait if isinstance(error, _NoAnswerError) else None
    return _BACKOFF(state) if asked is None else asked


def _fetch(address: str) -> bytes:
    headers = {"User-Agent": USER_AGENT, "Accept": "application/json"}
    deadline = time.monotonic() + _TIMEOUT
    body = bytearray()
    try:
        with httpx.stream("GET", address, headers=headers, timeout=_TIMEOUT, follow_redirects=True) as answer:
            _check_status(answer)
            for chunk in answer.iter_bytes():
                body += chunk
                if len(body) > _LARGEST_ANSWER:
                    raise _NoAnswerError("answered with more than 20 MB")
                if time.monotonic() > deadline:
                    raise _NoAnswerError("took too long to answer", again=True)
    except httpx.RequestError as error:
        raise _NoAnswerError(f"could not be reached ({type(error).__name__})", again=True) from error
    return bytes(body)


def _check_status(answer: httpx.Response) -> None:
    status = answer.status_code
    if status == httpx.codes.OK:
        return
    wait = read_wait(answer.headers.get("Retry-After"))
    if wait is not None and wait > _LONGEST_WAIT:
        raise _NoAnswerError(f"answered with status {status} and asked to wait for {wait:.0f} s")
    again = status == httpx.codes.TOO_MANY_REQUESTS or httpx.codes.is_server_error(status)
    raise _NoAnswerError(f"answered with status {status}", again=again, wait=wait)


def _read_answer(body: bytes) -> Mapping[str, Any]:
    try:
        answer = entry(decode_json(blank_addresses(body.decode("utf-8-sig", "replace"))))
    except ValueError as error:
        raise _NoAnswerError("did not answer in JSON") from error
    if not isinstance(answer.get("docs"), list):
        raise _NoAnswerError("did not answer with a list of books")
    return answer


def parse_book(doc: object, address: str) -> Work | None:
    """Return the book one record of the answer from an address states, None without a work's key or a title.

    `language` is stated only where all editions share one; `isbn` is one edition's, of 13 digits if there is one.
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
