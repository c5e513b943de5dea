"""How a value of a reference's field is read from the text an index states: one function for each field.

For OpenAlex these are the functions that read its records for the catalogue, so that a reference says what the
catalogue's work says. What a source spells in a way of its own is read as its shape says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tasks.metadata.identifiers import normalise_doi
from tasks.metadata.json_fields import plain
from tasks.metadata.types_and_years import read_type, read_year
from tasks.text.cleaning import clean_text

_LONGEST_TITLE, _LONGEST_NAME, _LONGEST_ADDRESS, _LONGEST_YEAR = 1_000, 300, 2_000, 9
_ISBN = re.compile(r"97[89]\d{10}|\d{9}[\dX]")


def read_text(value: object) -> str:
    """Return a text or a number as the text it stands as in JSON, "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return str(value)


def _title(text: str) -> str:
    return clean_text(text, _LONGEST_TITLE)


def read_name(text: str) -> str:
    """Return a name in one line, bounded."""
    return clean_text(text, _LONGEST_NAME)


def read_label(text: str) -> str:
    """Return a short text such as the number of a volume as it is."""
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
    isbn = read_name(text).replace("-", "").upper().removeprefix("HTTP://ID.CROSSREF.ORG/ISBN/")
    return isbn if _ISBN.fullmatch(isbn) else ""


def _language(text: str) -> str:
    return (plain(text) or "").lower()


READERS: Mapping[str, Callable[[str], str]] = {
    "title": _title,
    "type": lambda text: read_type(text) or "",
    "authors": read_name,
    "editors": read_name,
    "venue": read_name,
    "volume": read_label,
    "issue": read_label,
    "pages": read_label,
    "publisher": read_name,
    "year": _year,
    "doi": _doi,
    "isbn": _isbn,
    "language": _language,
    "oa_url": _address,
}
"""The function that reads a field's value from the text stated, where the record's shape names no other."""
