"""Crossref as an index: records in its order of relevance, of which those are taken that speak of the phrases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import SecretStr

from storage.records.search import Formulation, SearchOutcome, Work
from storage.searching.api_calls import Answers
from tasks.catalogues.crossref.queries import word_search
from tasks.catalogues.crossref.records import NAME, read_works
from tasks.catalogues.index_client import IndexClient
from tasks.catalogues.phrases import count_phrases, list_phrases
from tasks.catalogues.service_index import Found, ServiceIndex, list_found
from tasks.environment.settings import USER_AGENT
from tasks.metadata.fields import count, decode_json, entries, entry
from tasks.services.exchange import ServiceAddress, keyed

PAGE = 100
"""Records of one call; the service gives up to 1,000."""

MOST = 2_000
"""Records of a query that are looked through at most; the service allows offsets up to 10,000."""

_PACE, _POLITE_PACE = 1.0, 0.34  # seconds: lists are answered once a second, three times who leaves an address


def open_client(base_url: str, email: SecretStr | None, recorded: Answers | None) -> IndexClient:
    """Return a client of the service at an address; a contact address goes into the User-Agent, which no record holds.

    Raises:
        InputError: the address is not a plain one, or the contact address cannot be sent.
    """
    pace = _POLITE_PACE if email and email.get_secret_value().strip() else _PACE
    address = ServiceAddress(NAME, "LITREVIEW_CROSSREF_URL", base_url, pace=pace)
    return IndexClient(keyed(address, "User-Agent", email, f"{USER_AGENT} (mailto:{{}})"), recorded)


class CrossrefIndex(ServiceIndex):
    """All of Crossref, as an `Index`."""

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return the works that speak of every phrase, in Crossref's order; if there are few, those of any follow.

        It ranks records that have any of the words, and often has no abstract: what a work speaks of is told from its
        title, abstract and venue. Pages are read until enough works speak of every phrase, or none of a page does.
        """
        phrases = list_phrases(formulation.text)
        query = word_search(formulation, phrases, 0, PAGE) if phrases else ""
        return list_found(formulation, [query], lambda first: self._look_up(first, formulation, phrases))

    def _look_up(self, first: str, formulation: Formulation, phrases: list[str]) -> Found:
        whole: dict[str, Work] = {}
        partly: dict[str, Work] = {}
        read: set[str] = set()
        total = listed = 0
        while listed < MOST:
            path = word_search(formulation, phrases, listed, PAGE) if listed else first
            answer = self._client.ask(path, _read_first_page if path == first else _read_page)
            if answer is None:
                self._client.note("query refused", f"Crossref refused a query: {' '.join(phrases)}")
                break
            items = entries(answer.get("items"))
            total, listed = max(total, count(answer.get("total-results"))), listed + len(items)
            fresh = {doi: work for doi, work in read_works(items, self._client.root).items() if doi not in read}
            read |= fresh.keys()
            spoken = {doi: count_phrases(phrases, _tell(work)) for doi, work in fresh.items()}
            brought = {doi: work for doi, work in fresh.items() if spoken[doi] == len(phrases)}
            whole |= brought
            partly |= {doi: work for doi, work in fresh.items() if 0 < spoken[doi] < len(phrases)}
            if len(items) < PAGE or not brought or len(whole) >= formulation.limit:
                break
        if listed:
            self._client.note(
                "query narrowed here",
                f"Crossref has no boolean groups: of the first {listed} records that it ranks for "
                f'"{" ".join(phrases)}", {len(whole)} speak of every phrase in title, abstract or venue and '
                f"{len(partly)} of some; they were taken in that order, {formulation.limit} at most",
            )
        return f"{self._client.root}{first}", total, whole | partly


def _tell(work: Work) -> str:
    return f"{work.title} {work.abstract or ''} {work.venue or ''}"


def _read_first_page(text: str) -> Mapping[str, Any]:
    """Return a page of results, which has some where the service counts some.

    Raises:
        ValueError: the text is none, or nothing is listed though something was counted.
    """
    found = _read_page(text)
    if not found["items"] and count(found.get("total-results")):
        raise ValueError("an empty page")
    return found


def _read_page(text: str) -> Mapping[str, Any]:
    """Return a page of results.

    Raises:
        ValueError: the text is none.
    """
    found = entry(entry(decode_json(text)).get("message"))
    if not isinstance(found.get("items"), list):
        raise ValueError("no page of results")  # noqa: TRY004 - what came is not whole
    return found
