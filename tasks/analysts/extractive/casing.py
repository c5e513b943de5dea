"""Which words may lose their capital when a sentence or a topic is taken up in the middle of another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from storage.records.writing import ReadWork
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS

_SMALL = re.compile(r"\b[a-z]{2,}\b")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
_NUMERALS = frozenset(
    """thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
    ninety seven eight nine ten eleven twelve""".split(),  # noqa: SIM905 -- a word list reads best as text
)


@dataclass(frozen=True, slots=True)
class Casing:
    """Words the sources write small (`ordinary`) and words they write with a capital inside a sentence (`names`)."""

    ordinary: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, works: Iterable[ReadWork]) -> Casing:
        """Return the casing of these works' quotations."""
        quotes = [finding.quote.text for work in works for finding in work.summary.findings]
        ordinary = {word for quote in quotes for word in _SMALL.findall(quote)}
        names = {word.lower() for quote in quotes for word in _NAME.findall(quote)}
        return cls(frozenset(ordinary) | FUNCTION_WORDS | GENERIC_WORDS | _NUMERALS, frozenset(names))

    def lower_first(self, text: str) -> str:
        """Return the text with its first letter small, unless it begins with a name or an acronym."""
        return text[:1].lower() + text[1:] if self._is_ordinary(text) else text

    def fits_inside(self, text: str) -> bool:
        """Return whether a text can follow other words: its first word is known as ordinary, or as a name."""
        first = _first_word(text)
        if not first or first[1:] != first[1:].lower() or not first[0].isupper():
            return True
        return self._is_ordinary(text) or first.lower() in self.names

    def _is_ordinary(self, text: str) -> bool:
        first = _first_word(text)
        word = first.lower()
        if not first or first[1:] != first[1:].lower() or word == "i":
            return False
        return word in self.ordinary or (word.endswith("ing") and word not in self.names)


def _first_word(text: str) -> str:
    match = re.match(r"[^\W\d_]+", text)
    return match.group() if match else ""
