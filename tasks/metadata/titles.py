"""What makes two records versions of one work: their titles and first authors, compared without typography."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from storage.records.search import Author, content_id

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


def family_id(work_id: str, title: str, authors: Sequence[Author]) -> str:
    """Return the id shared by the versions of one work: normalised title and first author's surname.

    Titles that many works carry ("Editorial", "Letter to the editor", anything under three words) make a family of one.
    """
    normalised = normalise_title(title)
    first = surname(authors[0].name) if authors else ""
    if len(_WORD.findall(title)) < _FEWEST_WORDS or normalised in _GENERIC:
        return content_id("family", normalised, first, work_id)
    return content_id("family", normalised, first)
