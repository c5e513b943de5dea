"""How a work is named in a question to a service, and whether the record answered is of that work."""

from __future__ import annotations

from urllib.parse import quote

from rapidfuzz import fuzz

from storage.records.search import Work
from tasks.metadata.identifiers import normalise_doi
from tasks.metadata.titles import normalise_title

SAME_TITLE = 95.0
"""Least similarity of one and the same title: Indel ratio in percent, of titles without case, accents and signs.

Lower, a reply or a second part passes for the work itself; higher, a missing subtitle word or a typing error does not.
"""

_SHORTEST_TITLE = 20  # letters and digits; below, another work may well have the same title
_LONGEST_QUERY = 300  # characters


def quote_doi(doi: str) -> str:
    """Return a DOI as part of a path; where it has segments such as ``..``, it becomes one segment."""
    return quote(doi, safe="" if "/." in doi or "//" in doi else "/:")


def quote_words(text: str) -> str:
    """Return a text in quotation marks for a query language, without what would end the quotation."""
    words = " ".join(text.translate(str.maketrans('"\\', "  ")).split())
    return f'"{words[:_LONGEST_QUERY]}"'


def is_same_title(one: str, other: object) -> bool:
    """Return whether two titles are of the same work; short ones never are, as they may be of any number of works."""
    first = normalise_title(one)
    if not isinstance(other, str) or len(first) < _SHORTEST_TITLE:
        return False
    return fuzz.ratio(first, normalise_title(other)) >= SAME_TITLE


def is_about(work: Work, doi: object, title: object) -> bool:
    """Return whether a record is about a work: by DOI where both have one, else by title."""
    stated = normalise_doi(doi)
    return stated == work.doi if stated and work.doi else is_same_title(work.title, title)
