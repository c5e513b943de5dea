"""Wording questions for the OpenAlex API, with pyalex.

pyalex changes its builders in place and has the host built in, so each address is built anew from a frozen record
and stripped of the host.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from pyalex import Works

from storage.records.search import Formulation
from tasks.text.words import split_terms

MOST_VALUES = 100
"""Values in one OR group of a filter."""

FIELDS = (
    "id",
    "doi",
    "title",
    "publication_year",
    "language",
    "type",
    "primary_location",
    "best_oa_location",
    "locations",
    "open_access",
    "has_content",
    "content_urls",
    "authorships",
    "biblio",
    "cited_by_count",
    "counts_by_year",
    "is_retracted",
    "is_paratext",
    "topics",
    "referenced_works",
    "abstract_inverted_index",
)
"""What `parse_work` and the search for full texts (`tasks.retrieval.locating`) read of a work."""

_HOST = "https://api.openalex.org"
_LONGEST_VALUES = 4_000  # characters of one OR group; the address must stay below 8,000
_LONGEST_TEXT = 400
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_SUBJECTS = {"T": "topics.id", "C": "concepts.id"}
_IN_WORDS = {"cites": "citing", "authorships.author.id": "by", "publication_year": "of", "type": "of type"}


@dataclass(frozen=True, slots=True)
class WorksQuery:
    """A question about works: `filters` are joined by AND, `text` is searched, `sort` is a field, largest first."""

    filters: tuple[tuple[str, str], ...] = ()
    text: str = ""
    sort: str = ""

    def address(self, rows: int, *, page: int | None = None, cursor: str | None = None) -> str:
        """Return path and query of one page of so many rows."""
        works = Works({"per_page": rows, "page": page, "cursor": cursor})
        fields = [*FIELDS]
        if self.filters:
            works.filter(**dict(self.filters))
        if self.text:
            works.search(self.text)
            fields = [*FIELDS, "relevance_score"]
        if self.sort:
            works.sort(**{self.sort: "desc"})
        return str(works.select(fields).url).removeprefix(_HOST)


def describe(query: WorksQuery) -> str:
    """Return in words what works a query asks for, to follow their number."""
    told = [f"works for '{query.text}'"] if query.text else ["works"]
    for name, value in query.filters:
        first, *others = value.split("|")
        told.append(f"{_IN_WORDS.get(name, name)} {first}{f' or {len(others)} others' if others else ''}")
    return " ".join(told)


def word_search(formulation: Formulation) -> list[WorksQuery]:
    """Return the queries that together ask for a formulation.

    One, unless a citation minimum exempts recent years: filters cannot say "or" across fields, so the exempt years and
    those before are queried separately. Works that state no language fail that filter.
    """
    filters = []
    if formulation.types:
        filters.append(("type", "|".join(formulation.types)))
    if formulation.languages:
        filters.append(("language", "|".join(code.lower() for code in formulation.languages)))
    text = plain_words(formulation.text)
    cited, exempt = formulation.cited_by_over, formulation.cited_by_exempt_from
    years = (formulation.from_year, formulation.to_year)
    if cited is None:
        return [WorksQuery((*filters, *_years(*years)), text)]
    enough = ("cited_by_count", f">{cited}")
    if exempt is None or (years[1] is not None and years[1] < exempt):
        return [WorksQuery((*filters, *_years(*years), enough), text)]
    if years[0] is not None and years[0] >= exempt:
        return [WorksQuery((*filters, *_years(*years)), text)]
    return [
        WorksQuery((*filters, *_years(years[0], exempt - 1), enough), text),
        WorksQuery((*filters, *_years(exempt, years[1])), text),
    ]


def word_subject(text: str, subject_id: str | None) -> WorksQuery | None:
    """Return the query for works on a text in a topic or concept, None for a subject of another kind."""
    if subject_id is None:
        return WorksQuery(text=plain_words(text))
    kind = _SUBJECTS.get(subject_id[:1])
    return WorksQuery(((kind, subject_id),), plain_words(text)) if kind else None


def any_word(query: WorksQuery) -> WorksQuery | None:
    """Return the query with its words joined by OR, None when it has but one.

    OpenAlex requires every word of a search, so a long question finds next to nothing.
    """
    words = [word for word in dict.fromkeys(query.text.split()) if split_terms(word)]
    return replace(query, text=" OR ".join(words)) if len(words) > 1 else None


def plain_words(text: str) -> str:
    """Return the words of a text in lower case: nothing that the search engine reads as an operator."""
    words = " ".join(_WORD.findall(text.lower()))
    return words if len(words) <= _LONGEST_TEXT else words[:_LONGEST_TEXT].rsplit(" ", 1)[0]


def pack_values(values: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the values in order as OR groups that fit one filter."""
    group: list[str] = []
    size = 0
    for value in values:
        if group and (len(group) == MOST_VALUES or size + len(value) > _LONGEST_VALUES):
            yield tuple(group)
            group, size = [], 0
        group.append(value)
        size += len(value) + 1
    if group:
        yield tuple(group)


def one_of(field: str, values: Sequence[str]) -> WorksQuery:
    """Return the query for works with one of the values in a field."""
    return WorksQuery(((field, "|".join(values)),))


def single_work(key: str) -> str:
    """Return path and query of one work by id or ``doi:`` (free of charge)."""
    return f"/works/{quote(key, safe='/:')}?select={','.join(FIELDS)}"


def _years(first: int | None, last: int | None) -> list[tuple[str, str]]:
    if first is None and last is None:
        return []
    return [("publication_year", str(first) if first == last else f"{first or ''}-{last or ''}")]
