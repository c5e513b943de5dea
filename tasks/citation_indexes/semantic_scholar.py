"""Semantic Scholar as a second index: references and citers of up to 500 works in one question.

`/paper/batch` (https://api.semanticscholar.org/api-docs/graph) takes 500 papers and returns at most 10 MB and 9,999
citations, beyond which lists come back empty; it is known to take too long over many references. A paper is asked for
by DOI, or by the number that OpenAlex kept from the Microsoft Academic Graph.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from storage.records.citations import AskedWork, CitationAnswer, Linked, Links
from storage.records.search import Response
from storage.records.snowballing import Direction
from tasks.citation_indexes.protocol import Answered
from tasks.environment.settings import Settings
from tasks.metadata.fields import decode_json, entries, entry, normalise_doi
from tasks.metadata.titles import is_same_title, quote_doi
from tasks.services.answers import Absence
from tasks.services.registry import read_secret
from tasks.services.semantic_scholar import NAME as SERVICE
from tasks.services.semantic_scholar import SemanticScholar
from tasks.services.service import ServiceClient

NAME = "semantic-scholar"
_MOST_PAPERS, _MOST_CITERS = 500, 9_999
_REFERENCES, _CITERS = "externalIds,title,references.externalIds", "citations.externalIds"
_RECORD = "title,externalIds,publicationTypes,publicationVenue,venue,journal,year,authors,abstract"
# OpenAlex numbers its works on from those of the Microsoft Academic Graph, which ended below this one.
_FIRST_OWN_KEY = 4_000_000_000
_TOO_MUCH = re.compile(r"exceed|too (?:many|much|large|big)|maximum|\blimit|\bsize\b", re.IGNORECASE)
_OVERLOADED = re.compile(r"status (?:413|50[0234])|took too long")


@dataclass(frozen=True, slots=True)
class SemanticScholarCitations:
    """References and citers of papers; see `tasks.citation_indexes.protocol.CitationIndex`."""

    client: ServiceClient
    name: str = NAME
    described_at_once: int = _MOST_PAPERS

    def cut(self, works: Sequence[AskedWork]) -> list[tuple[AskedWork, ...]]:
        """Return the works that have a DOI or a number of the Microsoft Academic Graph, 500 at a time."""
        named = [work for work in works if _name(work)]
        return [tuple(named[start : start + _MOST_PAPERS]) for start in range(0, len(named), _MOST_PAPERS)]

    def ask(self, works: Sequence[AskedWork]) -> Answered:
        """Return what it says of papers, citers where those that the catalogue counts stay below the limit.

        What it refuses as too much is asked again without citers, then in halves; what it takes too long over in
        halves without citers at once.
        """
        # The catalogue's counts are all that is known before asking.
        has_citers = sum(work.cited_by_count for work in works) <= _MOST_CITERS
        return self._ask(tuple(works), has_citers=has_citers)

    def _ask(self, works: tuple[AskedWork, ...], *, has_citers: bool) -> Answered:
        fields = f"{_REFERENCES},{_CITERS}" if has_citers else _REFERENCES
        answer = self.client.ask("/paper/batch", send={"ids": [_name(work) for work in works]}, fields=fields)
        if isinstance(answer, Absence):
            is_overloaded = bool(_OVERLOADED.search(answer.reason))
            if not (is_overloaded or _TOO_MUCH.search(answer.said)):
                return _explain(answer, works)
            # A service that fails for the second question in a row is left alone for a while.
            if has_citers and not is_overloaded:
                return self._ask(works, has_citers=False)
            if len(works) == 1:
                return Answered(silence=answer.reason)
            middle = len(works) // 2
            halves = [self._ask(half, has_citers=False) for half in (works[:middle], works[middle:])]
            silences = [half.silence for half in halves if half.silence]
            return Answered(tuple(one for half in halves for one in half.answers), next(iter(silences), ""))
        found = _assign(works, _list_papers(decode_json(answer.body)))
        return Answered(
            tuple(CitationAnswer(work.work_id, self._keep(work, found.get(work.work_id), fields)) for work in works)
        )

    def _keep(self, work: AskedWork, paper: Mapping[str, Any] | None, fields: str) -> Response | None:
        if paper is None:
            return None
        address = f"{self.client.root}/paper/{quote_doi(_name(work) or '')}?fields={fields}"
        return Response(SERVICE, address, orjson.dumps(paper).decode())

    def describe(self, linked: Sequence[Linked]) -> Mapping[str, Response | None] | Absence:
        """Return its records of papers by its own ids."""
        names = [one.name for one in linked]
        answer = self.client.ask("/paper/batch", send={"ids": names}, fields=_RECORD)
        if isinstance(answer, Absence):
            return answer if answer.status == "unavailable" else dict.fromkeys(names)
        papers = {str(paper["paperId"]): paper for paper in _list_papers(decode_json(answer.body)) if paper}
        return {name: self._describe(name, papers.get(name)) for name in names}

    def _describe(self, name: str, paper: Mapping[str, Any] | None) -> Response | None:
        if paper is None:
            return None
        return Response(SERVICE, f"{self.client.root}/paper/{name}?fields={_RECORD}", orjson.dumps(paper).decode())


def open_index(settings: Settings) -> SemanticScholarCitations:
    """Return the index at the address set, with the key set, if any."""
    key = read_secret(settings.semantic_scholar_api_key)
    return SemanticScholarCitations(SemanticScholar.at(settings.semantic_scholar_url, key).client)


def read_links(body: str) -> Links:
    """Return the references that an answer states, and the citers if it was asked for them."""
    paper = entry(decode_json(body))
    links: dict[Direction, tuple[Linked, ...]] = {"backward": _read_list(paper.get("references"))}
    if "citations" in paper:
        links["forward"] = _read_list(paper["citations"])
    return links


def _list_papers(listed: Any) -> list[Mapping[str, Any] | None]:
    """Return the papers of a batch answer in its order, None for each that is not known; none at all for no list."""
    if not isinstance(listed, list):
        return []
    return [one if isinstance(one, dict) and isinstance(one.get("paperId"), str) else None for one in listed]


def _name(work: AskedWork) -> str | None:
    if work.doi:
        return f"DOI:{work.doi}"
    number = work.work_id.removeprefix("W")
    return f"MAG:{number}" if number.isdecimal() and int(number) < _FIRST_OWN_KEY else None


def _explain(answer: Absence, works: Sequence[AskedWork]) -> Answered:
    """Return that none of the works is known, which it says by a refusal, or else why it is silent."""
    if answer.status == "absent" and "no valid paper ids" in answer.said.lower():
        return Answered(tuple(CitationAnswer(work.work_id) for work in works))
    return Answered(silence=answer.reason)


def _assign(works: Sequence[AskedWork], papers: Sequence[Mapping[str, Any] | None]) -> dict[str, Mapping[str, Any]]:
    """Return the paper of each work: that with its DOI wherever it stands, else the one at its place of its title.

    A paper may be known by another DOI than it was asked for by, that of a preprint or reprint.
    """
    by_doi = {doi: paper for paper in papers if paper and (doi := normalise_doi(_ids(paper).get("DOI")))}
    by_number = {f"W{number}": paper for paper in papers if paper and (number := _ids(paper).get("MAG"))}
    asked = {work.doi for work in works}
    found = {}
    for place, work in enumerate(works):
        own = by_doi.get(work.doi or "") or (None if work.doi else by_number.get(work.work_id))
        if own is None and len(papers) == len(works) and (there := papers[place]):
            is_free = normalise_doi(_ids(there).get("DOI")) not in asked - {None}
            own = there if is_free and is_same_title(work.title, there.get("title")) else None
        if own is not None:
            found[work.work_id] = own
    return found


def _ids(paper: Mapping[str, Any]) -> Mapping[str, Any]:
    return entry(paper.get("externalIds"))


def _read_list(listed: Any) -> tuple[Linked, ...]:
    """Return the papers of a list; one that its publisher withholds is null."""
    return tuple(_read(paper) for paper in entries(listed))


def _read(paper: Mapping[str, Any]) -> Linked:
    ids = _ids(paper)
    preprint = ids.get("ArXiv")
    number = str(ids.get("MAG") or "")
    name = paper.get("paperId")
    return Linked(
        doi=normalise_doi(ids.get("DOI")) or (normalise_doi(f"10.48550/arxiv.{preprint}") if preprint else None),
        openalex=f"W{number}" if number.isdecimal() else None,
        pmid=str(ids.get("PubMed") or "") or None,
        name=name if isinstance(name, str) else "",
    )
