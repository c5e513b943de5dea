"""The indexes whose records are preferred to the catalogue's for references, and where retractions are looked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from storage.records.search import Response, Work
from storage.references.references import Lookup
from tasks.environment.settings import Settings
from tasks.metadata.fields import decode_json, entry
from tasks.metadata.titles import normalise_title
from tasks.provenance.reference_fields import read_fields
from tasks.provenance.registry import INDEXES
from tasks.services.answers import Absence
from tasks.services.crossref import NAME as CROSSREF
from tasks.services.service import ServiceClient

# Least similarity in percent of titles of one work: without subtitle, in capitals or with typing errors they stay
# above; of 5,000 pairs of other works on one narrow subject 99.9% stay below.
_LEAST_SIMILAR = 83.0


@dataclass(frozen=True, slots=True)
class Indexes:
    """Whom to ask about works by DOI or arXiv number, and the Retraction Watch file; none where a review stays offline.

    In a replay `record` is the folder of the review that was told before.
    """

    clients: tuple[ServiceClient, ...] = ()
    retraction_watch: Path | None = None
    record: Path | None = None

    def crossref(self) -> ServiceClient | None:
        """Return the client for Crossref, None if it is not to be asked."""
        return next((client for client in self.clients if client.address.name == CROSSREF), None)


def open_indexes(settings: Settings, *, online: bool) -> Indexes:
    """Return the indexes a review may ask; nothing is asked yet.

    Public ones only where works come from a public catalogue (`online`); those whose address is set explicitly always,
    and none in a replay. An empty address switches one off.

    Raises:
        InputError: an address is not a plain web address, or a key cannot be sent.
    """

    def is_meant(setting: str) -> bool:
        asked_for = online or setting in settings.model_fields_set
        return asked_for and bool(getattr(settings, setting)) and settings.replay is None

    clients = [index.open(settings) for index in INDEXES.values() if is_meant(index.endpoint.address)]
    return Indexes(tuple(clients), settings.retraction_watch, settings.replay)


def look_up_records(works: Sequence[Work], client: ServiceClient) -> list[Lookup] | Absence:
    """Return what an index says about each work, by the index's identifier, or why it gave no answer.

    A record with a different title is kept but nothing is taken from it: the DOI is wrong on one side.
    """
    source = client.address.name
    index = INDEXES[source]
    names = [index.identify(work) or "" for work in works]
    records = index.fetch(client, sorted({name for name in names if name}))
    if isinstance(records, Absence):
        return records
    return [_judge(work, source, records.get(name)) for work, name in zip(works, names, strict=True)]


def _judge(work: Work, source: str, response: Response | None) -> Lookup:
    if response is None:
        return Lookup(work.work_id, "absent")
    fields = tuple(read_fields(source, response.body))
    titles = [field.value for field in fields if field.field == "title"]
    original = entry(decode_json(response.body)).get("original-title")
    titles += [title for title in original if isinstance(title, str)] if isinstance(original, list) else []
    if any(_is_similar(work.title, title) for title in titles):
        return Lookup(work.work_id, "found", response, fields)
    return Lookup(work.work_id, "other work", response)


def _is_similar(one: str, other: str) -> bool:
    words = (" ".join(title.casefold().split()) for title in (one, other))
    letters = (normalise_title(title) for title in (one, other))
    return max(fuzz.token_set_ratio(*words), fuzz.partial_ratio(*letters)) >= _LEAST_SIMILAR
