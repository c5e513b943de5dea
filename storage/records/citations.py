"""What second indexes of citations are asked, and what they say: the records passed between storage and tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from storage.records.search import Response
from storage.records.snowballing import Direction


@dataclass(frozen=True, slots=True)
class AskedWork:
    """A work that an index is asked about, by DOI or work id; `cited_by_count` is the catalogue's."""

    work_id: str
    title: str
    doi: str | None = None
    cited_by_count: int = 0


@dataclass(frozen=True, slots=True)
class Linked:
    """The other work of a citation as an index states it, by whichever identifiers it gives.

    `openalex` is a work id of the catalogue, `name` what the index can be asked about it by ("" for nothing).
    """

    doi: str | None = None
    openalex: str | None = None
    pmid: str | None = None
    name: str = ""


Links: TypeAlias = Mapping[Direction, tuple[Linked, ...]]
"""The works cited (`backward`) and citing (`forward`); a direction that was not asked for is missing."""


@dataclass(frozen=True, slots=True)
class CitationAnswer:
    """What an index says about a work; without a response it does not know it."""

    work_id: str
    response: Response | None = None


@dataclass(frozen=True, slots=True)
class CitationReading:
    """How many citations in one direction an answer states, how many are resolved, and how many to works of its own."""

    work_id: str
    direction: Direction
    stated: int
    resolved: int
    own: int
