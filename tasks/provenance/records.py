"""What a source states about a work: one record per work in an API answer, every value with its JSON path."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

# In the order of precedence: where sources differ the first decides.
SOURCES = ("crossref", "semantic_scholar", "openalex", "arxiv", "core", "philpapers", "other")


@dataclass(frozen=True, slots=True)
class Stated:
    """A value as a source states it, and the JSON path where.

    A value that is not `firm` may confirm a field, but its difference contradicts nothing: a repository or an ebook
    platform that OpenAlex names in place of the venue. A type that is not firm is implied by what stands at the path.
    """

    value: str
    path: str
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Notice:
    """That a work was retracted or otherwise updated: `kind` as in the ledger's `retraction`, with the words and path.

    `doi` is that of the work, empty where the record that says so is its own.
    """

    kind: str
    doi: str
    date: date | None
    said: Stated


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A work as one object of one file describes it; a field holds every value stated, the best-known first.

    `json_path` is the object's own path in `file`, `source` one of `SOURCES`. A person stands as "Family, Given" where
    the source splits names, else as the source displays it. Years are those of any date of publication stated.
    """

    file: str
    json_path: str
    source: str
    type: tuple[Stated, ...] = ()
    title: tuple[Stated, ...] = ()
    authors: tuple[Stated, ...] = ()
    editors: tuple[Stated, ...] = ()
    venue: tuple[Stated, ...] = ()
    volume: tuple[Stated, ...] = ()
    issue: tuple[Stated, ...] = ()
    pages: tuple[Stated, ...] = ()
    publisher: tuple[Stated, ...] = ()
    address: tuple[Stated, ...] = ()
    edition: tuple[Stated, ...] = ()
    year: tuple[Stated, ...] = ()
    doi: tuple[Stated, ...] = ()
    isbn: tuple[Stated, ...] = ()
    issn: tuple[Stated, ...] = ()
    arxiv: tuple[Stated, ...] = ()
    place: tuple[Stated, ...] = ()
    abstract: str = ""
    notices: tuple[Notice, ...] = ()

    @property
    def rank(self) -> tuple[int, str, str]:
        """Return what orders records: precedence of the source, then file and path."""
        return SOURCES.index(self.source), self.file, self.json_path

    def stated(self, field: str) -> tuple[Stated, ...]:
        """Return all values of one of the fields above."""
        values: tuple[Stated, ...] = getattr(self, field)
        return values


@dataclass(frozen=True, slots=True)
class Said:
    """What one source says about a field, for people: source, file, JSON path and value."""

    source: str
    file: str
    path: str
    value: str
