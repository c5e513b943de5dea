"""The services of provenance: what is registered here is asked about references, read, examined and told everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from storage.records.imports import IMPORTED
from storage.records.search import Response, Work
from tasks.catalogues.index_record import INDEX_RECORD
from tasks.catalogues.registry import CATALOGUES
from tasks.environment.endpoint import Endpoint
from tasks.environment.settings import Settings
from tasks.metadata.record_shape import RecordShape
from tasks.provenance import record_shapes
from tasks.services.answers import Absence
from tasks.services.arxiv import NAME as ARXIV
from tasks.services.arxiv import Arxiv, find_arxiv_id
from tasks.services.crossref import NAME as CROSSREF
from tasks.services.crossref import Crossref
from tasks.services.record_batches import BATCH_SIZES, fetch_arxiv, fetch_crossref, fetch_semantic_scholar
from tasks.services.registry import SERVICES
from tasks.services.semantic_scholar import NAME as SEMANTIC_SCHOLAR
from tasks.services.semantic_scholar import SemanticScholar
from tasks.services.service import ServiceClient


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """An index of records: what opens it, what asks it about many works at once, and where its records state what.

    `identify` returns what it knows a work by, None for a work it is not asked about; `batch` is how many at a time.
    """

    endpoint: Endpoint
    open: Callable[[Settings], ServiceClient]
    fetch: Callable[[ServiceClient, Sequence[str]], dict[str, Response] | Absence]
    batch: int
    shape: RecordShape
    identify: Callable[[Work], str | None] = lambda work: work.doi


def _identify_preprint(work: Work) -> str | None:
    """Return the number of a preprint; a published article that is also open there is another version of it."""
    number = find_arxiv_id(work)
    return number if work.doi is None or (number and number in work.doi) else None


INDEXES: dict[str, IndexEntry] = {
    CROSSREF: IndexEntry(
        SERVICES[CROSSREF].endpoint,
        lambda settings: Crossref.at(settings.crossref_url, settings.contact_email).client,
        fetch_crossref,
        BATCH_SIZES[CROSSREF],
        record_shapes.CROSSREF,
    ),
    SEMANTIC_SCHOLAR: IndexEntry(
        SERVICES[SEMANTIC_SCHOLAR].endpoint,
        lambda settings: SemanticScholar.at(settings.semantic_scholar_url, settings.semantic_scholar_api_key).client,
        fetch_semantic_scholar,
        BATCH_SIZES[SEMANTIC_SCHOLAR],
        record_shapes.SEMANTIC_SCHOLAR,
    ),
    ARXIV: IndexEntry(
        SERVICES[ARXIV].endpoint,
        lambda settings: Arxiv.at(settings.arxiv_url).client,
        fetch_arxiv,
        BATCH_SIZES[ARXIV],
        record_shapes.ARXIV,
        _identify_preprint,
    ),
}
_OTHERS = {
    "openlibrary": record_shapes.OPEN_LIBRARY,
    IMPORTED: record_shapes.IMPORTED_RECORD,
    "opencitations": INDEX_RECORD,
}


def find_shape(source: str) -> RecordShape | None:
    """Return where records of a source state what, None where that is not known."""
    if source in INDEXES:
        return INDEXES[source].shape
    for catalogue in CATALOGUES.values():
        if catalogue.source == source:
            return catalogue.shape or record_shapes.OPENALEX
    return _OTHERS.get(source)
