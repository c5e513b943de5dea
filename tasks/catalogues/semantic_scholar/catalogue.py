"""Semantic Scholar as an index: a bulk search lists papers, `/paper/batch` describes those that are taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import SecretStr

from storage.records.search import Formulation, SearchOutcome, Work
from storage.searching.api_calls import Answers
from tasks.catalogues.index_client import IndexClient
from tasks.catalogues.phrases import count_phrases, list_phrases
from tasks.catalogues.semantic_scholar.queries import word_queries, word_search
from tasks.catalogues.semantic_scholar.records import FIELDS, NAME, read_paper
from tasks.catalogues.service_index import Found, ServiceIndex, list_found
from tasks.metadata.fields import count, decode_json, entries, entry, plain
from tasks.services.exchange import ServiceAddress, keyed

BATCH = 500
"""Papers described in one call, the most that the service allows."""

_PATH = "/graph/v1"
_PACE = 1.0  # seconds; the rate that a key allows, and the highest that is answered without one

Paper = Mapping[str, Any]


def open_client(base_url: str, key: SecretStr | None, recorded: Answers | None) -> IndexClient:
    """Return a client of the service at an address; a key goes into a header, which no record holds.

    Raises:
        InputError: the address is not a plain one, or the key cannot be sent.
    """
    address = ServiceAddress(NAME, "LITREVIEW_SEMANTIC_SCHOLAR_URL", base_url, _PATH, _PACE)
    return IndexClient(keyed(address, "x-api-key", key), recorded)


class SemanticScholarIndex(ServiceIndex):
    """All of Semantic Scholar, as an `Index`."""

    def search(self, formulation: Formulation) -> SearchOutcome:
        """Return papers, first those with most phrases in the title, then the most cited.

        If few speak of every phrase in title or abstract, those of any phrase follow.
        """
        return list_found(formulation, word_queries(formulation), lambda query: self._look_up(query, formulation))

    def _look_up(self, query: str, formulation: Formulation) -> Found:
        total, papers = self._list(query, formulation)
        phrases = list_phrases(formulation.text)
        # It sorts by citations alone; a title is the best sign of relevance that a list holds.
        papers.sort(key=lambda paper: -count_phrases(phrases, str(paper.get("title") or "")))
        works: dict[str, Work] = {}
        for start in range(0, min(len(papers), formulation.limit), BATCH):
            part = papers[start : min(start + BATCH, formulation.limit)]
            for listed, described in zip(part, self._describe(part), strict=True):
                if work := read_paper(described or listed, self._client.root):
                    works[str(listed["paperId"])] = work
        return f"{self._client.root}{word_search(formulation, query)}", total, works

    def _list(self, query: str, formulation: Formulation) -> tuple[int, list[Paper]]:
        """Return about how many papers match, and those listed, each once, until as many as are wanted."""
        papers: dict[str, Paper] = {}
        total, token = 0, ""
        while len(papers) < formulation.limit:
            path = word_search(formulation, query, token)
            answer = self._client.ask(path, _read_page if token else _read_first_page)
            if answer is None:
                self._client.note("query refused", f"Semantic Scholar refused a query: {query}")
                break
            before = len(papers)
            for paper in entries(answer.get("data")):
                if plain(paper.get("paperId")):
                    papers.setdefault(str(paper["paperId"]), paper)
            total, token = max(total, count(answer.get("total"))), str(answer.get("token") or "")
            if not token or len(papers) == before:
                break
        return total, list(papers.values())

    def _describe(self, papers: Sequence[Paper]) -> Sequence[Paper | None]:
        """Return the records of papers in their order, None for those that the service does not describe."""
        ids = [str(paper["paperId"]) for paper in papers]

        def read(text: str) -> list[Paper | None]:
            found = decode_json(text)
            if not isinstance(found, list) or len(found) != len(ids):
                raise ValueError("records of other papers")
            return [one if entry(one).get("paperId") else None for one in found]

        described = self._client.ask(f"/paper/batch?fields={FIELDS}", read, {"ids": ids}) or [None] * len(ids)
        if lacking := described.count(None):
            self._client.note(
                "papers not described",
                f"Semantic Scholar listed {len(ids)} papers and described {len(ids) - lacking}; of the others there is "
                "title, year and identifiers alone",
            )
        return described


def _read_first_page(text: str) -> Mapping[str, Any]:
    """Return a page of papers, which has some where the service counts some.

    Raises:
        ValueError: the text is none, or nothing is listed though something was counted.
    """
    found = _read_page(text)
    if not found["data"] and count(found.get("total")):
        raise ValueError("an empty page")
    return found


def _read_page(text: str) -> Mapping[str, Any]:
    """Return a page of papers.

    Raises:
        ValueError: the text is none.
    """
    found = entry(decode_json(text))
    if not isinstance(found.get("data"), list):
        raise ValueError("no page of papers")  # noqa: TRY004 - what came is not whole
    return found
