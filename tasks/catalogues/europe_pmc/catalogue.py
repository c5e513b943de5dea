"""Europe PMC as an index: core results by cursor, in its order of relevance, with its synonyms as on its site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from storage.records.search import Formulation, SearchOutcome, Work
from storage.searching.api_calls import Answers
from tasks.catalogues.europe_pmc.queries import word_queries
from tasks.catalogues.europe_pmc.records import NAME, read_works
from tasks.catalogues.index_client import IndexClient
from tasks.catalogues.service_index import Found, ServiceIndex, list_found
from tasks.metadata.fields import count, decode_json, entries, entry
from tasks.services.exchange import ServiceAddress

PAGE = 100
"""Records of one call; the service gives up to 1,000."""

_PATH = "/europepmc/webservices/rest"
_PACE = 0.2  # seconds; the service allows ten calls a second


def open_client(base_url: str, recorded: Answers | None) -> IndexClient:
    """Return a client of the service at an address, with or without the path of the service.

    Raises:
        InputError: the address is not a plain one.
    """
    return IndexClient(ServiceAddress(NAME, "LITREVIEW_EUROPE_PMC_URL", base_url, _PATH, _PACE), recorded)


class EuropePmcIndex(ServiceIndex):
    """All of Europe PMC, as an `Index`."""

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return works in its order of relevance; if few speak of every phrase, those of any phrase follow."""
        return list_found(formulation, word_queries(formulation), lambda query: self._look_up(query, formulation.limit))

    def _look_up(self, query: str, limit: int) -> Found:
        works: dict[str, Work] = {}
        first, total, listed = _word_search(query, "*", min(limit, PAGE)), 0, 0
        path, seen = first, {"*"}
        while answer := self._client.ask(path, _read_page):
            results = entries(entry(answer.get("resultList")).get("result"))
            total, listed = count(answer.get("hitCount")), listed + len(results)
            works |= read_works(results, self._client.root)
            cursor = str(answer.get("nextCursorMark") or "*")
            # The last page repeats its cursor or has none.
            if not results or len(works) >= limit or listed >= total or cursor in seen:
                break
            seen.add(cursor)
            path = _word_search(query, cursor, min(limit, PAGE))
        if len(works) < listed:
            self._client.note(
                "works not listed",
                f"Europe PMC listed {listed} records for a query; {listed - len(works)} of them have no title or came "
                "twice",
            )
        return f"{self._client.root}{first}", total, works


def _word_search(query: str, cursor: str, size: int) -> str:
    given = {"query": query, "resultType": "core", "synonym": "true", "format": "json"}
    return f"/search?{urlencode({**given, 'cursorMark': cursor, 'pageSize': str(size)})}"


def _read_page(text: str) -> Mapping[str, Any]:
    """Return a page of results.

    Raises:
        ValueError: the text is none, or says that the search failed.
    """
    found = entry(decode_json(text))
    if "errCode" in found:
        raise ValueError("the search failed")
    if "hitCount" not in found or not isinstance(entry(found.get("resultList")).get("result"), list):
        raise ValueError("no page of results")
    return found
