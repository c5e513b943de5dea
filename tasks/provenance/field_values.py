"""How a value of a reference's field is read from the text an index states: one function for each source and field.

For OpenAlex and Open Library these are the functions that read their records for the catalogue, so that a reference
says what the catalogue's work says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tasks.metadata.identifiers import normalise_doi
from tasks.metadata.json_fields import plain
from tasks.metadata.types_and_years import read_type, read_year
from tasks.services.open_library import LANGUAGES
from tasks.text.cleaning import clean_text

_LONGEST_TITLE, _LONGEST_NAME, _LONGEST_ADDRESS, _LONGEST_YEAR = 1_000, 300, 2_000, 9
_SEMANTIC_SCHOLAR_TYPES = {
    "JournalArticle": "article",
    "Conference": "proceedings-article",
    "Book": "book",
    "BookSection": "book-chapter",
    "Dataset": "dataset",
}
# What a reference can be made of; other types of Crossref ("component", "journal-volume") say nothing of a work.
_CROSSREF_TYPES = frozenset(
    {"journal-article", "proceedings-article", "posted-content", "book", "monograph", "edited-book", "reference-book"}
    | {"book-chapter", "book-section", "book-part", "reference-entry", "dissertation", "report", "dataset", "standard"}
    | {"peer-review"}
)
_ISBN = re.compile(r"97[89]\d{10}|\d{9}[\dX]")
_VOLUME_AND_ISSUE = re.compile(r"(\S{1,20})\s+\(?(\S{1,20}?)\)?")


def read_text(value: object) -> str:
    """Return a text or a number as the text it stands as in JSON, "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return str(value)


def _title(text: str) -> str:
    return clean_text(text, _LONGEST_TITLE)


def _name(text: str) -> str:
    return clean_text(text, _LONGEST_NAME)


def _label(text: str) -> str:
    return plain(text) or ""


def _year(text: str) -> str:
    if text.isdecimal():
        return str(read_year(int(text)) or "") if len(text) <= _LONGEST_YEAR else ""
    return str(read_year(text) or "")


def _doi(text: str) -> str:
    return normalise_doi(text) or ""


def _address(text: str) -> str:
    return clean_text(text, _LONGEST_ADDRESS) if text.startswith(("https://", "http://")) else ""


def _isbn(text: str) -> str:
    isbn = _name(text).replace("-", "").upper().removeprefix("HTTP://ID.CROSSREF.ORG/ISBN/")
    return isbn if _ISBN.fullmatch(isbn) else ""


def _language(text: str) -> str:
    return (plain(text) or "").lower()


def _part_of_name(text: str) -> str:
    return " ".join(_name(text).replace(",", " ").split())


def _volume(text: str) -> str:
    both = _VOLUME_AND_ISSUE.fullmatch(_label(text))
    return both[1] if both else _label(text)


def _issue(text: str) -> str:
    both = _VOLUME_AND_ISSUE.fullmatch(_label(text))
    return both[2] if both else ""


READERS: Mapping[tuple[str, str], Callable[[str], str]] = {
    ("", "title"): _title,
    ("", "type"): lambda text: read_type(text) or "",
    ("", "authors"): _name,
    ("", "editors"): _name,
    ("", "venue"): _name,
    ("", "volume"): _label,
    ("", "issue"): _label,
    ("", "pages"): _label,
    ("", "publisher"): _name,
    ("", "year"): _year,
    ("", "doi"): _doi,
    ("", "isbn"): _isbn,
    ("", "language"): _language,
    ("", "oa_url"): _address,
    ("crossref", "type"): lambda text: text if text in _CROSSREF_TYPES else "",
    ("crossref", "authors"): _part_of_name,
    ("crossref", "editors"): _part_of_name,
    ("semanticscholar", "type"): lambda text: _SEMANTIC_SCHOLAR_TYPES.get(text, ""),
    # Semantic Scholar writes the issue after the volume ("33 5").
    ("semanticscholar", "volume"): _volume,
    ("semanticscholar", "issue"): _issue,
    ("openlibrary", "type"): lambda text: "book" if text.startswith("/works/") else "",
    ("openlibrary", "language"): lambda text: LANGUAGES.get(_name(text).lower()) or "",
}
"""The function that reads a field's value from the text stated, by source and field; ("", field) for all others."""
