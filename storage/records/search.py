"""The frozen records that are passed between storage, tasks and flows.

A record is a fact stated by a source (a catalogue, an analyst, a rule); sets of records are passed as Polars frames.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import Literal

Strategy = Literal[
    "keyword", "citation", "expert", "book", "seed", "import", "backward", "forward", "expansion", "update"
]


def content_id(*parts: object) -> str:
    """Return a 16-hex-digit id that depends only on the parts (SHA-256, unit-separated)."""
    return hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).hexdigest()[:16]


def columns_of(record: type, table: str) -> str:
    """Return the fields of a record as columns of a table, so that a query selects these and no columns added later."""
    return ", ".join(f'{table}."{each.name}"' for each in fields(record))


@dataclass(frozen=True, slots=True)
class Author:
    """One author of a work, as named by the catalogue; affiliation is the first institution stated."""

    name: str
    author_id: str | None = None
    orcid: str | None = None
    affiliation: str | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """One raw answer of a catalogue or service: `body` is its text, `response_id` the SHA-256 of that.

    Only e-mail addresses are blanked, before anything is read from an answer (`storage.core.email_addresses`).
    """

    source: str
    url: str
    body: str
    status: int = 200

    @property
    def response_id(self) -> str:
        """Return the SHA-256 of the body, in hexadecimal."""
        return hashlib.sha256(self.body.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Identifier:
    """What a work is called in a scheme (``doi``, ``pmid``, ``pmcid``, an index's name), by the index that says so."""

    scheme: str
    value: str
    stated_by: str
    response: Response | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """A scholarly work with the metadata one response states; what the response does not say is None or empty.

    `work_id` is the OpenAlex key (``W2741809807``), or our own for a work that OpenAlex does not have; `doi` is lower
    case without resolver, `references` are work ids, `citations_by_year` are (year, citations received) pairs,
    `family_id` is shared by versions of one work, `identifiers` are what indexes call it.
    """

    work_id: str
    title: str
    doi: str | None = None
    abstract: str | None = None
    abstract_source: str | None = None
    year: int | None = None
    type: str | None = None
    venue: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    publisher: str | None = None
    editors: tuple[str, ...] = ()
    isbn: str | None = None
    authors: tuple[Author, ...] = ()
    language: str | None = None
    cited_by_count: int = 0
    citations_by_year: tuple[tuple[int, int], ...] = ()
    is_oa: bool = False
    oa_url: str | None = None
    is_retracted: bool = False
    family_id: str = ""
    topics: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    response: Response | None = None
    identifiers: tuple[Identifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Tier:
    """What a quality tier allows: diffusion stages, corpus works, words in the review, coverage-delta threshold."""

    quality: str
    stages: int
    works: int
    words_min: int
    words_max: int
    delta_threshold: float

    @property
    def words(self) -> int:
        """Return the target length: the middle of the tier's range, in words."""
        return (self.words_min + self.words_max) // 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What a review was asked for, as stored in the table `review`.

    Lines state criteria (`Criterion.read`) and what to extract besides the evidence table (`DataItem.read`).
    """

    topic: str
    questions: tuple[str, ...] = ()
    quality: str = "standard"
    from_year: int | None = None
    to_year: int | None = None
    as_of: int = 0
    languages: tuple[str, ...] = ()
    include_books: bool = True
    grey: bool = False
    focus_areas: tuple[str, ...] = ()
    exclude_terms: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    extract: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    catalogue: str = ""
    analyst: str = "extractive"
    fulltext: str = "never"
    write_in: str | None = None


@dataclass(frozen=True, slots=True)
class Formulation:
    """One way of asking a catalogue: `text` is searched, filters narrow, `framing` says why it is asked."""

    strategy: Strategy
    framing: str
    text: str
    from_year: int | None = None
    to_year: int | None = None
    types: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    cited_by_over: int | None = None
    cited_by_exempt_from: int | None = None
    limit: int = 50

    def query_id(self, catalogue: str) -> str:
        """Return the content id of this formulation as put to a catalogue."""
        return content_id("query", catalogue, self)


@dataclass(frozen=True, slots=True)
class Hit:
    """A work a search returned, with its rank (1 is best) and, for citation searches, the work it came through."""

    work: Work
    rank: int
    via_work_id: str | None = None


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """What one formulation returned: the address queried, hits claimed by the catalogue, works in rank order."""

    formulation: Formulation
    url: str
    total: int
    hits: tuple[Hit, ...]
    api_calls: int = 1


@dataclass(frozen=True, slots=True)
class Expert:
    """An author active in a topic. `h_index` is a proxy over the catalogue's works in the topic (Hirsch 2005)."""

    author_id: str
    name: str
    affiliation: str | None
    works: int
    citations: int
    h_index: int
    last_year: int | None


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject heading of the catalogue with the number of the queried works that carry it."""

    topic_id: str
    name: str
    works: int


@dataclass(frozen=True, slots=True)
class QueryYield:
    """A keyword query as run: the works it matched and `retrieved`, was the first to find, those of them included."""

    query_id: str
    framing: str
    text: str
    stage: int
    hits: int
    retrieved: int
    found: int
    included: int
