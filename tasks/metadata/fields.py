"""Reading single fields of a record: abstracts, identifiers, types, years.

Abstracts as OpenAlex sends them: an inverted index of words, or (elsewhere) plain text. The identifiers of works,
authors and subjects in the one spelling litreview compares them in. Types and years of works as the catalogues state
them, in our terms. Reading JSON that may hold anything: the wrong type counts as absent.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import orjson

from tasks.metadata.own_citations import drop_disclosures, is_own_citation
from tasks.text.cleaning import clean_text

# Longer "abstracts" are whole texts that a publisher deposited in the wrong field.
MOST_WORDS = 5_000
_LONGEST = 40_000


def rebuild_abstract(inverted_index: object) -> str:
    """Return the words in the order of their positions, "" when there are none; invalid positions are skipped.

    pyalex's `invert_abstract` does the same but raises on anything that is not a list of integers.
    """
    if not isinstance(inverted_index, Mapping):
        return ""
    placed = [
        (position, word)
        for word, positions in inverted_index.items()
        if isinstance(positions, list)
        for position in positions
        if type(position) is int and position >= 0
    ]
    placed.sort()
    return " ".join(word for _, word in placed[:MOST_WORDS])


def read_abstract(record: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Return the abstract and its source (the record's `abstract_source`, else "openalex"); None for none.

    How the work is to be cited, in its place, is none; interests declared behind it are left out.
    """
    text = clean_text(rebuild_abstract(record.get("abstract_inverted_index")) or record.get("abstract"), _LONGEST)
    if not text or is_own_citation(text, clean_text(record.get("title") or record.get("display_name"), _LONGEST) or ""):
        return None, None
    return drop_disclosures(text) or None, clean_text(record.get("abstract_source"), 100) or "openalex"


_OPENALEX = re.compile(r"(?:(?:https?://)?(?:api\.)?openalex\.org/(?:[a-z]+/)?)?([A-Z]\d{1,15})", re.IGNORECASE)
_ADDRESS = "https://openalex.org/"
_LONGEST_NUMBER = 15
_RESOLVER = re.compile(r"(?:https?://)?(?:dx\.|www\.)?doi\.org/", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{3,9}/\S+")
_ORCID = re.compile(r"(\d{4}-\d{4}-\d{4}-\d{3}[\dX])$")


def openalex_key(value: object, letter: str) -> str | None:
    """Return the short OpenAlex key (``W2741809807``) if the value is one, bare or as address, of that entity."""
    if not isinstance(value, str):
        return None
    # Nearly every key of a snapshot stands so, a hundred of them in a work's references.
    if value.startswith(_ADDRESS + letter):
        key = value.removeprefix(_ADDRESS)
        if key.isascii() and key[1:].isdigit() and len(key) <= _LONGEST_NUMBER + 1:
            return key
    match = _OPENALEX.fullmatch(value.strip())
    key = match[1].upper() if match else ""
    return key if key[:1] == letter else None


def normalise_doi(value: object) -> str | None:
    """Return the DOI in lower case without resolver, or None when the value holds none."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    resolver = _RESOLVER.match(text)
    if resolver:
        text = unquote(text[resolver.end() :])
    text = text.lower().removeprefix("doi:").strip()
    return text if _DOI.fullmatch(text) else None


def normalise_orcid(value: object) -> str | None:
    """Return the bare ORCID iD (``0000-0002-1825-0097``), or None."""
    match = _ORCID.search(value.strip().upper()) if isinstance(value, str) else None
    return match[1] if match else None


_LARGEST = 10**12


def decode_json(text: str) -> Any:
    """Return the value of a JSON text; lone surrogates in it become "?", NaN and infinities null.

    Raises:
        ValueError: the text is not JSON, or nested too deeply.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
    try:
        value = json.loads(text, parse_constant=lambda _: None)
        return orjson.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def entry(value: object) -> Mapping[str, Any]:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def entries(value: object) -> list[Mapping[str, Any]]:
    """Return the objects of the value if it is a list, else none."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def number(value: object) -> float:
    """Return a number, also one written as text; 0 for anything else (and for NaN and infinities)."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return 0.0
    try:
        result = float(value)
    except (ValueError, OverflowError):
        return 0.0
    return result if math.isfinite(result) else 0.0


def count(value: object) -> int:
    """Return a whole number of 0 or more, also one written as text; 0 for anything else."""
    return int(min(max(number(value), 0), _LARGEST))


def plain(value: object) -> str | None:
    """Return a volume, page or similar label as text (numbers too), None when empty or of another type."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    return clean_text(str(value), 100) or None


# Crossref's types, which OpenAlex used until 2023, in today's vocabulary.
_EARLIEST_YEAR, _LATEST_YEAR = 1000, 2999
_TYPES = {
    "journal-article": "article",
    "proceedings-article": "article",
    "posted-content": "preprint",
    "book-section": "book-chapter",
    "book-part": "book-chapter",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
}


def read_year(value: object) -> int | None:
    """Return a four-digit year (from a number, a text or the start of an ISO date), else None."""
    year = count(value[:4] if isinstance(value, str) else value)
    return year if _EARLIEST_YEAR <= year <= _LATEST_YEAR else None


def read_type(value: object) -> str | None:
    """Return a work type in today's terms of OpenAlex, None where none is stated."""
    name = plain(value)
    return _TYPES.get(name, name) if name else None
