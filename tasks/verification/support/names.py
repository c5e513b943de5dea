"""Names in a sentence that a work never mentions."""

from __future__ import annotations

import re

_PROPER = re.compile(r"(?<![.!?]\s)(?<!\A)(?<![\w-])[A-Z][a-z]{3,}(?![\w]*[A-Z])")
_ROOT = 4  # letters that a place and its people share: Kenya, Kenyan


def find_strange_names(sentence: str, work: str) -> list[str]:
    """Return the capitalised words of a sentence, its first apart, whose root a work lacks."""
    known = work.casefold()
    found = (match[0] for match in _PROPER.finditer(sentence) if match[0][:_ROOT].casefold() not in known)
    return list(dict.fromkeys(found))
