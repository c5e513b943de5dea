"""Counts and enumerations as running text has them."""

from __future__ import annotations

from collections.abc import Sequence


def join_phrases(phrases: Sequence[str]) -> str:
    """Return phrases as an English enumeration: "a", "a and b", "a, b and c"."""
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}" if phrases else ""


_NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spell(number: int) -> str:
    """Return a count as running text has it: in words up to twelve, in digits with thousands separators above."""
    return _NUMERALS[number] if 0 <= number < len(_NUMERALS) else f"{number:,}"
