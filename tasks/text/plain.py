"""Text of others as plain text of a bounded length."""

from __future__ import annotations

import unicodedata

from tasks.text.cleaning import clean_text

LONGEST_FIELD = 2_000


def plain_text(text: str | None) -> str:
    """Return text on one line without markup, control and direction characters, at most 2,000 characters."""
    cleaned = clean_text(text, LONGEST_FIELD)
    kept = (c for c in cleaned if unicodedata.category(c) not in {"Cf", "Cn", "Co"} or c in "\u200c\u200d")
    return " ".join("".join(kept).split())
