"""How a review was made, as one record: what its text says about this is written from it and checked against it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from storage.core.ledger import Ledger

_MERGED_BY_MODEL = "merged with semantic groups"


@dataclass(frozen=True, slots=True)
class ThemeExtent:
    """A theme by its label: how many works it has, and the years they span (None where none has a year)."""

    label: str
    works: int
    first_year: int | None = None
    last_year: int | None = None


@dataclass(frozen=True, slots=True)
class FacetShare:
    """A facet of the topic: how many works judged relevant are about it, and how many of them the corpus kept.

    `shares` is whether it has a share of the places of its own.
    """

    facet: str
    shares: bool
    relevant: int
    kept: int


@dataclass(frozen=True, slots=True)
class UnreadWork:
    """A relevant work of high score without an abstract that a tenth of the corpus cites: how many works do."""

    title: str
    year: int | None
    citing: int


@dataclass(frozen=True, slots=True)
class Procedure:
    """Who searched where, judged, named and wrote, and what was limited; the numbers are those of `review_numbers`.

    `judged_by` are the methods of screening other than people (llm, ranker), `services` all services asked,
    `asked_for` the texts of topic, questions, focus areas, criteria, fields and people's changes to them. `criteria`
    are lines (`storage.records.criteria`), `criteria_by` is who proposed them (person, or an analyst), `extract` lines
    of what to extract besides the evidence table (`storage.records.data_items`), `…_amended` how many versions of the
    protocol changed criteria and questions.
    `themes_…` and `people_…` count what people changed; `searched_from` and `searched_to` are the days of the search.
    """

    strategies: tuple[str, ...] = ()
    catalogues: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    judged_by: tuple[str, ...] = ()
    written_by: tuple[str, ...] = ()
    theme_sources: tuple[str, ...] = ()
    themes: tuple[ThemeExtent, ...] = ()
    facets: tuple[FacetShare, ...] = ()
    unread: tuple[UnreadWork, ...] = ()
    models: tuple[str, ...] = ()
    exclude_terms: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    criteria_by: tuple[str, ...] = ()
    criteria_amended: int = 0
    questions_amended: int = 0
    extract: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    from_year: int | None = None
    to_year: int | None = None
    include_books: bool = True
    grey: bool = False
    asked_for: tuple[str, ...] = ()
    questions: int = 0
    fulltext: str = "never"
    analyst: str = ""
    notices_asked: bool = False
    retracted_kept: int = 0
    loops: int = 0
    supervised_edits: int = 0
    themes_renamed: int = 0
    themes_dropped: int = 0
    themes_merged: int = 0
    themes_revised: int = 0
    people_added_queries: int = 0
    people_dropped_queries: int = 0
    people_changed_criteria: int = 0
    searched_from: date | None = None
    searched_to: date | None = None

    @property
    def themes_by_model(self) -> bool:
        """Return whether a language model grouped the works and named the themes."""
        return any(_MERGED_BY_MODEL in source for source in self.theme_sources)

    @property
    def plan_by_people(self) -> int:
        """Return how many queries and criteria people added and dropped before the search."""
        return self.people_added_queries + self.people_dropped_queries + self.people_changed_criteria


def read_procedure(ledger: Ledger) -> Procedure:
    """Return how the review was made; the review must be planned."""
    row: dict[str, Any] = ledger.frame("procedure_facts").row(0, named=True)
    lists = {one.name: tuple(row[one.name] or ()) for one in fields(Procedure) if str(one.type).startswith("tuple")}
    lists["themes"] = tuple(ThemeExtent(**extent) for extent in lists["themes"])
    lists["facets"] = tuple(FacetShare(**share) for share in lists["facets"])
    lists["unread"] = tuple(UnreadWork(**work) for work in lists["unread"])
    return Procedure(**row | lists)
