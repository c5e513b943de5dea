"""Acronyms that a text explains: "Global Assessment of Functioning (GAF)" (Schwartz and Hearst 2003)."""

from __future__ import annotations

import re
from functools import lru_cache

_ACRONYM = re.compile(r"\s\(([A-Z][A-Za-z-]{1,9}?)s?\)")
_LONGEST_NAME, _SMALL_WORD = 12, 3


@lru_cache(maxsize=64)
def read_acronyms(text: str) -> dict[str, str]:
    """Return the words with which a text explains its acronyms, by acronym.

    The first letters of the words before the bracket, read from its end, must give the acronym's capitals; function
    words between them may be skipped.
    """
    found: dict[str, str] = {}
    for match in _ACRONYM.finditer(text):
        words = text[: match.start()].split()[-_LONGEST_NAME:]
        letters = [letter.lower() for letter in match[1] if letter.isupper()]
        start = len(words)
        while letters and start:
            start -= 1
            first = words[start].lstrip("('\"")[:1].lower()
            if first == letters[-1]:
                letters.pop()
            elif len(words[start]) > _SMALL_WORD:
                break
        if not letters:
            found[match[1]] = " ".join(words[start:])
    return found
