"""DBLP as an index: pages of its search for publications, in its order; titles alone are searched, by their words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from storage.records.search import Formulation, SearchOutcome, Work
from storage.searching.api_calls import Answers
from tasks.catalogues.dblp.queries import word_queries
from tasks.catalogues.dblp.records import NAME, read_works
from tasks.catalogues.index_client import IndexClient
from tasks.catalogues.service_index import Found, ServiceIndex, list_found
from tasks.metadata.fields import count, decode_json, entries, entry
from tasks.services.exchange import ServiceAddress

PAGE = 1_000
"""Publications of one call; the service gives no more."""

_MOST = 10_000  # of one query: beyond it the service lists nothing
_PATH = "/search/publ"
_PACE = 1.0  # seconds; who asks more often is refused for minutes


def open_client(base_url: str, recorded: Answers | None) -> IndexClient:
    """Return a client of the service at an address, with or without the path of the service.

    Raises:
        InputError: the address is not a plain one.
    """
    return IndexClient(ServiceAddress(NAME, "LITREVIEW_DBLP_URL", base_url, _PATH, _PACE), recorded)


class DblpIndex(ServiceIndex):
    """All of DBLP, as an `Index`."""

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return publications in its order; if few titles name every phrase, those that lack one of them follow.

        DBLP is not asked for years: those out of the years wanted are left out of what it lists.
        """
        return list_found(formulation, word_queries(formulation), lambda query: self._look_up(query, formulation))

    def _look_up(self, query: str, formulation: Formulation) -> Found:
        is_any_year = not formulation.from_year and not formulation.to_year
        size = min(formulation.limit, PAGE) if is_any_year else PAGE
        works: dict[str, Work] = {}
        first, total, listed, unread = _word_search(query, 0, size), 0, 0, 0
        path = first
        while answer := self._client.ask(path, _read_page):
            hits = [entry(hit.get("info")) for hit in _list_hits(answer)]
            total, listed = count(answer.get("@total")), listed + len(hits)
            read = read_works(hits, self._client.root)
            unread += len(hits) - len(read)
            works |= {key: work for key, work in read.items() if _is_within(work, formulation)}
            if not hits or len(works) >= formulation.limit or listed >= min(total, _MOST):
                break
            path = _word_search(query, listed, size)
        if unread:
            self._client.note(
                "works not listed",
                f"DBLP listed {listed} records for a query; {unread} of them are volumes of proceedings, have no title "
                "or came twice",
            )
        return f"{self._client.root}{first}", total, works


def _word_search(query: str, first: int, size: int) -> str:
    return f"/api?{urlencode({'q': query, 'format': 'json', 'c': '0', 'h': str(size), 'f': str(first)})}"


def _is_within(work: Work, formulation: Formulation) -> bool:
    year = work.year
    return year is None or (formulation.from_year or year) <= year <= (formulation.to_year or year)


def _read_page(text: str) -> Mapping[str, Any]:
    """Return a page of results.

    Raises:
        ValueError: the text is none, says that the search failed, or lacks the results it counts.
    """
    result = entry(entry(decode_json(text)).get("result"))
    hits = entry(result.get("hits"))
    if str(entry(result.get("status")).get("@code", "200")) != "200" or "@total" not in hits:
        raise ValueError("the search failed")
    if count(hits.get("@sent")) != len(_list_hits(hits)):
        raise ValueError("no whole page of results")
    return hits


def _list_hits(hits: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the hits of a page; a single one may stand by itself instead of in a list."""
    listed = hits.get("hit")
    return entries([listed] if isinstance(listed, Mapping) else listed)
