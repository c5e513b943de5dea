"""PubMed as an index: esearch keeps a result on NCBI's history server, efetch reads it from there."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from pydantic import SecretStr

from storage.records.search import Formulation, SearchOutcome, Work
from storage.searching.api_calls import Answers
from tasks.catalogues.index_client import IndexClient
from tasks.catalogues.pubmed.queries import widen_query, word_query
from tasks.catalogues.pubmed.records import NAME, read_articles
from tasks.catalogues.service_index import Found, ServiceIndex, list_found
from tasks.metadata.fields import count, decode_json, entry
from tasks.services.exchange import ServiceAddress

PAGE = 200
"""Articles of one call of efetch."""

_MOST = 9_999  # esearch lists no more of PubMed
_PATH = "/entrez/eutils"
_PACE, _KEYED_PACE = 0.34, 0.1  # seconds: three calls a second, ten with a key
_HEADINGS = 5


def open_client(base_url: str, key: SecretStr | None, recorded: Answers | None) -> IndexClient:
    """Return a client of the E-utilities at an address; the key is a parameter that no record holds.

    Raises:
        InputError: the address is not a plain one, or the key cannot be sent.
    """
    secret = key.get_secret_value().strip() if key else ""
    private = {"api_key": SecretStr(secret)} if secret else {}
    pace = _KEYED_PACE if secret else _PACE
    return IndexClient(ServiceAddress(NAME, "LITREVIEW_PUBMED_URL", base_url, _PATH, pace, private=private), recorded)


class PubMed(ServiceIndex):
    """All of PubMed, as an `Index`."""

    def __init__(self, client: IndexClient) -> None:
        """Answer through a client."""
        super().__init__(client)
        self._headings: dict[str, tuple[str, ...]] = {}
        self._lock = threading.Lock()

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return articles in PubMed's order of relevance; if few speak of every phrase, those of any phrase follow."""
        queries = (word(formulation, self.find_headings) for word in (word_query, widen_query))
        return list_found(formulation, queries, lambda query: self._look_up(query, min(formulation.limit, _MOST)))

    def find_headings(self, phrase: str) -> tuple[str, ...]:
        """Return the MeSH headings of which a phrase is the name or an entry term; usually one or none."""
        with self._lock:
            known = self._headings.get(phrase)
        if known is not None:
            return known
        numbers = self._client.ask(
            _address("esearch", db="mesh", term=f'"{phrase}"', retmax=str(_HEADINGS), retmode="json"), _read_search
        )
        ids = _list_ids(numbers)
        found: tuple[str, ...] = ()
        if ids:
            path = _address("esummary", db="mesh", id=",".join(ids), retmode="json")
            summaries = self._client.ask(path, lambda text: entry(entry(decode_json(text)).get("result")))
            found = tuple(
                str(terms[0]).replace('"', "")
                for number in ids
                if (terms := entry((summaries or {}).get(number)).get("ds_meshterms"))
                and isinstance(terms, list)
                and phrase.casefold() in {str(term).casefold() for term in terms}
            )
        with self._lock:
            self._headings[phrase] = found
        return found

    def _look_up(self, query: str, limit: int) -> Found:
        path = _word_search(query, limit)
        return f"{self._client.root}{path}", *self._read(path)

    def _read(self, path: str) -> tuple[int, dict[str, Work]]:
        """Return how many articles match a search, and those listed by PMID, in its order."""
        answer = self._client.ask(path, _read_search)
        ids = _list_ids(answer)
        if answer is None or not ids:
            return 0, {}
        found: dict[str, Work] = {}
        for start in range(0, len(ids), PAGE):
            part = ids[start : start + PAGE]
            here = {"query_key": str(answer.get("querykey")), "WebEnv": str(answer.get("webenv"))}
            page = self._fetch(**here, retstart=str(start), retmax=str(PAGE))
            # NCBI forgets a history after hours, and a page may be cut: what is lacking is asked for by number.
            lacking = [pmid for pmid in part if pmid not in page]
            found |= page | (self._fetch(id=",".join(lacking)) if lacking else {})
        listed = {pmid: found[pmid] for pmid in ids if pmid in found}
        if len(listed) < len(ids):
            self._client.note(
                "works not listed",
                f"PubMed lists {len(ids)} articles for a query; of {len(ids) - len(listed)} of them it gave no record "
                "with a title",
            )
        return count(answer.get("count")), listed

    def _fetch(self, **which: str) -> dict[str, Work]:
        path = _address("efetch", db="pubmed", **which, retmode="xml")
        return self._client.ask(path, lambda text: read_articles(text, self._client.root)) or {}


def _word_search(query: str, limit: int) -> str:
    return _address(
        "esearch", db="pubmed", term=query, usehistory="y", retmax=str(limit), sort="relevance", retmode="json"
    )


def _address(tool: str, **parameters: str) -> str:
    return f"/{tool}.fcgi?{urlencode(parameters)}"


def _read_search(text: str) -> Mapping[str, Any]:
    """Return the result of an esearch.

    Raises:
        ValueError: the text is not one, or says that the search failed.
    """
    found = entry(entry(decode_json(text)).get("esearchresult"))
    if "ERROR" in found:
        raise ValueError("the search failed")
    if not isinstance(found.get("idlist"), list):
        raise ValueError("no result of a search")  # noqa: TRY004 - what came is not whole
    return found


def _list_ids(answer: Mapping[str, Any] | None) -> Sequence[str]:
    return [number for one in (answer or {}).get("idlist", []) if (number := str(one)).isdecimal()]
