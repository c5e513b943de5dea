"""OpenCitations as a second index: references and citers by DOI, two questions a work; metadata of 10 works in one.

Index, version 2, and Meta, version 1 (https://api.opencitations.net). Works are named by several identifiers in one
text: ``omid:br/0612058700 doi:10.1108/jd-12-2013-0166 openalex:W1977728350 pmid:…``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import orjson

from storage.records.citations import AskedWork, CitationAnswer, Linked, Links
from storage.records.search import Response
from storage.records.snowballing import Direction
from tasks.citation_indexes.protocol import Answered
from tasks.environment.settings import Settings
from tasks.metadata.fields import decode_json, entries, entry, normalise_doi, openalex_key
from tasks.services.answers import Absence
from tasks.services.exchange import ServiceAddress
from tasks.services.service import ServiceClient

NAME = "opencitations"
_PACE = 0.35  # seconds; 180 calls a minute are allowed
_WORKS_AT_ONCE, _DESCRIBED_AT_ONCE = 10, 10
# Citers of a work that the catalogue itself counts so many of need no second opinion, and each would be looked up.
_MOST_CITED = 1_000
_KINDS: Mapping[Direction, tuple[str, str]] = {
    "backward": ("references", "cited"),
    "forward": ("citations", "citing"),
}
_IDENTIFIER = re.compile(r"\b(doi|openalex|pmid):(\S+)")
_NOTE = re.compile(r"\s*\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class OpenCitations:
    """References and citers of works; see `tasks.citation_indexes.protocol.CitationIndex`."""

    client: ServiceClient
    name: str = NAME
    described_at_once: int = _DESCRIBED_AT_ONCE

    def cut(self, works: Sequence[AskedWork]) -> list[tuple[AskedWork, ...]]:
        """Return the works that have a DOI, 10 at a time."""
        named = [work for work in works if work.doi]
        return [tuple(named[start : start + _WORKS_AT_ONCE]) for start in range(0, len(named), _WORKS_AT_ONCE)]

    def ask(self, works: Sequence[AskedWork]) -> Answered:
        """Return references and citers of works, one after another; after a silence no further one is asked about."""
        answers: list[CitationAnswer] = []
        for work in works:
            stated: dict[str, Any] = {}
            for kind, _ in _KINDS.values():
                if kind == "citations" and work.cited_by_count > _MOST_CITED:
                    continue
                answer = self.client.ask(f"/index/v2/{kind}/doi:{_quote(work.doi or '')}")
                if isinstance(answer, Absence) and answer.status == "unavailable":
                    return Answered(tuple(answers), answer.reason)
                stated[kind] = [] if isinstance(answer, Absence) else entries(decode_json(answer.body))
            address = f"{self.client.root}/index/v2/references/doi:{_quote(work.doi or '')}"
            response = Response(NAME, address, orjson.dumps(stated).decode()) if any(stated.values()) else None
            answers.append(CitationAnswer(work.work_id, response))
        return Answered(tuple(answers))

    def describe(self, linked: Sequence[Linked]) -> Mapping[str, Response | None] | Absence:
        """Return its metadata of works by DOI, in the fields of `tasks.catalogues.index_record`."""
        names = [one.name for one in linked]
        asked = "__".join(f"doi:{_quote(name)}" for name in names)
        answer = self.client.ask(f"/meta/v1/metadata/{asked}")
        if isinstance(answer, Absence):
            return answer if answer.status == "unavailable" else dict.fromkeys(names)
        found = {doi: one for one in entries(decode_json(answer.body)) if (doi := _read(str(one.get("id"))).doi)}
        return {name: self._describe(name, found[name]) if name in found else None for name in names}

    def _describe(self, name: str, record: Mapping[str, Any]) -> Response:
        text = {field: _NOTE.sub("", str(record.get(field) or "")) for field in ("venue", "publisher", "author")}
        fields = {
            "raw": dict(record),
            "title": record.get("title"),
            "type": str(record.get("type") or "").replace(" ", "-"),
            "venue": text["venue"],
            "volume": record.get("volume"),
            "issue": record.get("issue"),
            "pages": record.get("page"),
            "publisher": text["publisher"],
            "year": str(record.get("pub_date") or "")[:4],
            "doi": name,
            "authors": [{"name": person.strip()} for person in text["author"].split(";") if person.strip()],
        }
        return Response(NAME, f"{self.client.root}/meta/v1/metadata/doi:{_quote(name)}", orjson.dumps(fields).decode())


def open_index(settings: Settings) -> OpenCitations:
    """Return the index at the address set."""
    address = ServiceAddress(NAME, "LITREVIEW_OPENCITATIONS_URL", settings.opencitations_url, pace=_PACE)
    return OpenCitations(ServiceClient(address))


def read_links(body: str) -> Links:
    """Return the references that an answer states, and the citers if it was asked for them."""
    stated = entry(decode_json(body))
    return {
        direction: tuple(_read(str(one.get(end) or "")) for one in entries(stated[kind]))
        for direction, (kind, end) in _KINDS.items()
        if kind in stated
    }


def _quote(doi: str) -> str:
    return quote(doi, safe="/")


def _read(named: str) -> Linked:
    """Return the work that a text of several identifiers names."""
    ids = dict(_IDENTIFIER.findall(named))
    doi = normalise_doi(ids.get("doi"))
    pmid = ids.get("pmid", "")
    return Linked(
        doi=doi,
        openalex=openalex_key(ids.get("openalex"), "W"),
        pmid=pmid if pmid.isdecimal() else None,
        name=doi or "",
    )
