"""The second indexes of citations: what is registered here is offered, asked, checked and told everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from storage.core.errors import InputError
from tasks.environment.endpoint import Endpoint

if TYPE_CHECKING:
    from storage.records.citations import Links
    from tasks.citation_indexes.protocol import CitationIndex
    from tasks.environment.settings import Settings  # Pydantic takes half a second

NONE = "none"


@dataclass(frozen=True, slots=True)
class CitationIndexEntry:
    """A second index of citations: its service, where it is, and the tiers that ask it unless told otherwise.

    The module is imported when it is needed; it has `open_index`, which takes the settings, and `read_links`, which
    takes the text of an answer.
    """

    endpoint: Endpoint
    module: str
    tiers: tuple[str, ...]


# The first answers about 500 works at once; the others take a question for every 20 works, or two for each.
CITATION_INDEXES: dict[str, CitationIndexEntry] = {
    "semantic-scholar": CitationIndexEntry(
        Endpoint(
            "Semantic Scholar",
            "semantic_scholar_url",
            "semantic_scholar_api_key",
            "Semantic Scholar answers from an allowance that all without a key share",
        ),
        "tasks.citation_indexes.semantic_scholar",
        ("standard", "comprehensive", "high_quality"),
    ),
    "crossref": CitationIndexEntry(
        Endpoint("Crossref", "crossref_url"), "tasks.citation_indexes.crossref", ("comprehensive", "high_quality")
    ),
    "opencitations": CitationIndexEntry(
        Endpoint("OpenCitations", "opencitations_url"),
        "tasks.citation_indexes.opencitations",
        ("comprehensive", "high_quality"),
    ),
}


@dataclass(frozen=True, slots=True)
class CitationIndexes:
    """The second indexes that a review asks; in a replay none, and `record` is the folder of the recorded review."""

    opened: tuple[CitationIndex, ...] = ()
    record: Path | None = None


def open_citation_indexes(
    named: Sequence[str], quality: str, settings: Settings, *, is_service: bool, is_public: bool
) -> CitationIndexes:
    """Return the second indexes to ask, of which nothing is asked yet.

    Those named always; with none named those of the tier, if works come from a service (`is_service`), and it is the
    public one (`is_public`) or the address of the index is set explicitly. An empty address switches one off.

    Raises:
        InputError: one named has no address, or an address is not a plain web address.
    """
    if settings.replay:
        return CitationIndexes(record=settings.replay)
    chosen = {name: entry for name, entry in CITATION_INDEXES.items() if name in named}
    if not named and is_service:
        chosen = {name: entry for name, entry in CITATION_INDEXES.items() if quality in entry.tiers}
        chosen = {
            name: entry
            for name, entry in chosen.items()
            if (is_public or entry.endpoint.address in settings.model_fields_set)
            and getattr(settings, entry.endpoint.address)
        }
    for name, entry in chosen.items():
        if not getattr(settings, entry.endpoint.address):
            raise InputError(
                f"{name} has no address; set LITREVIEW_{entry.endpoint.address.upper()}, or leave it out of "
                "--citations-from"
            )
    return CitationIndexes(tuple(resolve_name(f"{entry.module}:open_index")(settings) for entry in chosen.values()))


def read_links(source: str, body: str) -> Links:
    """Return the citations that an answer of the index of this name states, also where it is not asked any more."""
    links: Links = resolve_name(f"{CITATION_INDEXES[source].module}:read_links")(body)
    return links
