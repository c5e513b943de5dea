"""What journals deposit as an abstract and is none: how a work is to be cited, and interests declared behind it."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
_PLACE = re.compile(r"\bdoi\b|\bdoi\.org/|\b\d+ ?\(\d+\) ?: ?\w*\d", re.IGNORECASE)
# "Disclosures Hill: Lime Ltd: Consultancy", as meetings print them: who speaks, then who pays.
_DISCLOSURES = re.compile(
    r"\s*\bDisclosures?\b:?\s+(?:No relevant (?:conflicts|disclosures)\b|"
    r"[A-Z][\w.'\u2019-]+(?:,? [A-Z][\w.'\u2019-]+){0,4}:\s?[A-Z]).*",
    re.DOTALL,
)
_MOST_BESIDE = 80  # words of authors, journal and numbers beside the title


def is_own_citation(text: str, title: str) -> bool:
    """Return whether a text is the citation of the work of this title: title, year and place, and little beside."""
    if not (title and _YEAR.search(text) and _PLACE.search(text)):
        return False
    words, wanted = _read_words(text), _read_words(title)
    if not wanted or len(words) > len(wanted) + _MOST_BESIDE:
        return False
    starts = range(len(words) - len(wanted) + 1)
    return any(words[start : start + len(wanted)] == wanted for start in starts)


def drop_disclosures(text: str) -> str:
    """Return an abstract without the interests that its authors declare behind it."""
    return _DISCLOSURES.sub("", text)


def _read_words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
