"""What makes two records versions of one work: their titles and first authors, compared without typography.

How a work is named in a question to a service, and whether the record answered is of that work.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from urllib.parse import quote

from rapidfuzz import fuzz

from storage.records.search import Author, Work, content_id
from tasks.metadata.fields import normalise_doi

_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 3
# Headings that journals print in every issue; each normalised as by `normalise_title`.
_GENERIC = frozenset(
    {
        "abouttheauthors",
        "abouttheeditors",
        "authorindex",
        "callforpapers",
        "conflictofinterest",
        "conflictsofinterest",
        "fromtheeditor",
        "fromtheeditors",
        "indexofauthors",
        "informationforauthors",
        "inthisissue",
        "instructionsforauthors",
        "instructionstoauthors",
        "lettertotheeditor",
        "letterstotheeditor",
        "listofabbreviations",
        "listofcontributors",
        "listoffigures",
        "listofreviewers",
        "listoftables",
        "noteoncontributors",
        "notesoncontributors",
        "notesonthecontributors",
        "replytotheauthors",
        "tableofcontents",
    }
)


def normalise_title(title: str) -> str:
    """Return the title case-folded, without accents (NFKD), letters and digits only, words run together."""
    decomposed = unicodedata.normalize("NFKD", title.casefold())
    return "".join(character for character in decomposed if character.isalnum())


def surname(name: str) -> str:
    """Return the normalised surname: what stands before a comma, else the last word."""
    before, comma, _ = name.partition(",")
    words = before.split()
    if not words:
        return ""
    return normalise_title(before if comma else words[-1])


def is_heading(title: str, fewest: int = _FEWEST_WORDS) -> bool:
    """Return whether many works carry a title: what journals print in every issue, or anything of fewer words."""
    return len(_WORD.findall(title)) < fewest or normalise_title(title) in _GENERIC


def family_id(work_id: str, title: str, authors: Sequence[Author]) -> str:
    """Return the id shared by the versions of one work: normalised title and first author's surname.

    Titles that many works carry ("Editorial", "Letter to the editor", anything under three words) make a family of one.
    """
    normalised = normalise_title(title)
    first = surname(authors[0].name) if authors else ""
    if is_heading(title):
        return content_id("family", normalised, first, work_id)
    return content_id("family", normalised, first)


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
    """Return whether two titles are of the same work; short ones never are, as many works may share them."""
    first = normalise_title(one)
    if not isinstance(other, str) or len(first) < _SHORTEST_TITLE:
        return False
    return fuzz.ratio(first, normalise_title(other)) >= SAME_TITLE


def is_about(work: Work, doi: object, title: object) -> bool:
    """Return whether a record is about a work: by DOI if both have one, else by title."""
    stated = normalise_doi(doi)
    return stated == work.doi if stated and work.doi else is_same_title(work.title, title)
