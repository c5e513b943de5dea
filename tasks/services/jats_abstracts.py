"""Abstracts as services hand them out: JATS, HTML, headings that say "Abstract", and texts that are none."""

from __future__ import annotations

import re

from tasks.text.cleaning import clean_text

_LONGEST = 40_000  # characters
_FEWEST_WORDS = 20  # "No abstract available", "n/a", a subtitle, a first line
_HEADING = re.compile(r"^\s*(?:<[^<>]{1,100}>\s*)*(?:abstract|summary)\b\s*[:.]?\s*(?=<|\n)", re.IGNORECASE)
_LEADING_WORD = re.compile(r"^(?i:abstract)\s*[:.\u2014-]?\s+(?=[A-Z\"'(])")


def read_abstract_text(stated: object) -> str | None:
    """Return an abstract as plain text without markup and without a heading; None for less than twenty words."""
    if not isinstance(stated, str):
        return None
    text = _LEADING_WORD.sub("", clean_text(_HEADING.sub("", stated[: _LONGEST * 4]), _LONGEST))
    return text if len(text.split()) >= _FEWEST_WORDS else None
