"""Types and years of works as the catalogues state them, in our words."""

from __future__ import annotations

from tasks.metadata.json_fields import count, plain

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
