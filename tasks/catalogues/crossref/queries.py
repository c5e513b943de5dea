"""Wording questions for Crossref's `/works`, which ranks records by words in any of them and knows no groups."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from storage.records.search import Formulation
from tasks.metadata.fields import read_type

_TYPES = (
    "journal-article",
    "proceedings-article",
    "posted-content",
    "book",
    "monograph",
    "edited-book",
    "reference-book",
    "book-chapter",
    "book-section",
    "book-part",
    "dissertation",
    "report",
)
"""What a review can be made of: not journals, their issues, parts of works, grants and reviews by peers."""


def word_search(formulation: Formulation, phrases: Sequence[str], offset: int, rows: int) -> str:
    """Return path and query of so many records from a place on, in the order of relevance.

    The place is an offset: a cursor of Crossref is the same for every page, so that an answer that was lost could not
    be asked for again. Nothing is selected, for `select` does not offer the language.
    """
    given = {"query.bibliographic": " ".join(phrases), "filter": ",".join(_list_filters(formulation))}
    return f"/works?{urlencode({**given, 'rows': str(rows), 'offset': str(offset)}, safe=':,', quote_via=quote)}"


def _list_filters(formulation: Formulation) -> list[str]:
    filters = []
    if formulation.from_year:
        filters.append(f"from-pub-date:{formulation.from_year:04}-01-01")
    if formulation.to_year:
        filters.append(f"until-pub-date:{formulation.to_year:04}-12-31")
    wanted = set(formulation.types) | ({"article"} if "review" in formulation.types else set())
    # Filters of one name are joined by OR.
    return [*filters, *(f"type:{kind}" for kind in _TYPES if not wanted or read_type(kind) in wanted)]
