"""arXiv as an index: pages of its Atom feed in its order of relevance, one call every three seconds."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from storage.records.search import Formulation, SearchOutcome, Work
from storage.searching.api_calls import Answers
from tasks.catalogues.arxiv.queries import word_queries
from tasks.catalogues.arxiv.records import NAME, Page, read_page, read_works
from tasks.catalogues.index_client import IndexClient
from tasks.catalogues.service_index import Found, ServiceIndex, list_found
from tasks.services.exchange import ServiceAddress

PAGE = 100
"""Preprints of one call; the service gives up to 2,000, more slowly and more often cut short."""

_PATH = "/api"
_PACE = 3.0  # seconds, as the terms of use ask


def open_client(base_url: str, recorded: Answers | None) -> IndexClient:
    """Return a client of the service at an address, with or without the path of the service.

    Raises:
        InputError: the address is not a plain one.
    """
    return IndexClient(ServiceAddress(NAME, "LITREVIEW_ARXIV_URL", base_url, _PATH, _PACE), recorded)


class ArxivIndex(ServiceIndex):
    """All of arXiv, as an `Index`."""

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return preprints in its order of relevance; if few speak of every phrase, those of any phrase follow."""
        return list_found(formulation, word_queries(formulation), lambda query: self._look_up(query, formulation.limit))

    def _look_up(self, query: str, limit: int) -> Found:
        works: dict[str, Work] = {}
        first, total, listed = _word_search(query, 0, min(limit, PAGE)), 0, 0
        path = first
        while page := self._client.ask(path, partial(_read, is_due=listed < total)):
            total, listed = (page.total if not listed else total), listed + len(page.entries)
            works |= read_works(page.entries, self._client.root)
            if not page.entries or len(works) >= limit or listed >= total:
                break
            path = _word_search(query, listed, min(limit, PAGE))
        if len(works) < listed:
            self._client.note(
                "works not listed",
                f"arXiv listed {listed} records for a query; {listed - len(works)} of them have no title or came twice",
            )
        return f"{self._client.root}{first}", total, works


def _word_search(query: str, start: int, size: int) -> str:
    order = {"sortBy": "relevance", "sortOrder": "descending"}
    return f"/query?{urlencode({'search_query': query, **order, 'start': str(start), 'max_results': str(size)})}"


def _read(text: str, *, is_due: bool) -> Page:
    """Return a page; `is_due` says that the pages before promised more.

    Raises:
        ValueError: the text is none, or has no entries where there are some, which arXiv is known for.
    """
    page = read_page(text)
    if not page.entries and (page.total or is_due):
        raise ValueError("a page without the entries it should have")
    return page
