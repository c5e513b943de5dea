"""Crossref as a second index: the references that publishers register with a work, by DOI, 20 works a question.

A reference without a DOI is a string of its own making; it is counted as stated, and leads to no work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson

from storage.records.citations import AskedWork, CitationAnswer, Linked, Links
from storage.records.search import Response
from tasks.citation_indexes.protocol import Answered
from tasks.environment.settings import Settings
from tasks.metadata.fields import decode_json, entries, entry, normalise_doi
from tasks.metadata.titles import quote_doi
from tasks.services.answers import Absence
from tasks.services.crossref import NAME, Crossref
from tasks.services.record_batches import BATCH_SIZES, fetch_crossref, list_crossref
from tasks.services.registry import read_secret
from tasks.services.service import ServiceClient

_AT_ONCE = BATCH_SIZES[NAME]
_KEPT = ("DOI", "title", "reference")


@dataclass(frozen=True, slots=True)
class CrossrefCitations:
    """References of works; see `tasks.citation_indexes.protocol.CitationIndex`."""

    client: ServiceClient
    name: str = NAME
    described_at_once: int = _AT_ONCE

    def cut(self, works: Sequence[AskedWork]) -> list[tuple[AskedWork, ...]]:
        """Return the works that have a DOI, 20 at a time."""
        named = [work for work in works if work.doi]
        return [tuple(named[start : start + _AT_ONCE]) for start in range(0, len(named), _AT_ONCE)]

    def ask(self, works: Sequence[AskedWork]) -> Answered:
        """Return the references registered with works."""
        found = list_crossref(self.client, [work.doi for work in works if work.doi])
        if isinstance(found, Absence):
            return Answered(silence=found.reason)
        answers = []
        for work in works:
            item = found.get(work.doi or "")
            kept = {name: item[name] for name in _KEPT if name in item} if item else None
            address = f"{self.client.root}/works/{quote_doi(work.doi or '')}"
            response = Response(NAME, address, orjson.dumps(kept).decode()) if kept else None
            answers.append(CitationAnswer(work.work_id, response))
        return Answered(tuple(answers))

    def describe(self, linked: Sequence[Linked]) -> Mapping[str, Response | None] | Absence:
        """Return its records of works by DOI."""
        names = [one.name for one in linked]
        found = fetch_crossref(self.client, names)
        return found if isinstance(found, Absence) else {name: found.get(name) for name in names}


def open_index(settings: Settings) -> CrossrefCitations:
    """Return the index at the address set, given the contact address set, if there is one."""
    return CrossrefCitations(Crossref.at(settings.crossref_url, read_secret(settings.contact_email)).client)


def read_links(body: str) -> Links:
    """Return the references that an answer states, those without a DOI as a work that nothing is known of."""
    stated = entries(entry(decode_json(body)).get("reference"))
    dois = [normalise_doi(reference.get("DOI")) for reference in stated]
    return {"backward": tuple(Linked(doi=doi, name=doi or "") for doi in dois)}
