"""Abstracts as OpenAlex sends them: an inverted index of words, or (elsewhere) plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tasks.text.cleaning import clean_text

# Longer "abstracts" are whole texts that a publisher deposited in the wrong field.
MOST_WORDS = 5_000
_LONGEST = 40_000


def rebuild_abstract(inverted_index: object) -> str:
    """Return the words in the order of their positions, "" when there are none; broken positions are passed over.

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
    """Return the abstract and whose words it is (the record's `abstract_source`, else "openalex"); None for none."""
    text = clean_text(rebuild_abstract(record.get("abstract_inverted_index")) or record.get("abstract"), _LONGEST)
    if not text:
        return None, None
    return text, clean_text(record.get("abstract_source"), 100) or "openalex"
