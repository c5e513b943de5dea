"""Numbers in prose, so that none stands there that no source states.

Counts and enumerations as running text has them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence


def join_phrases(phrases: Sequence[str]) -> str:
    """Return phrases as an English enumeration: "a", "a and b", "a, b and c"."""
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}" if phrases else ""


_NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spell(number: int) -> str:
    """Return a count as running text has it: in words up to twelve, in digits with thousands separators above."""
    return _NUMERALS[number] if 0 <= number < len(_NUMERALS) else f"{number:,}"


# Digits that belong to a name (IL-6, PM2.5, CO2, COVID-19) state no number.
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d*\.?\d+)")
_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMERALS = {word: value for value, word in enumerate(_UNITS)} | {word: 10 * tens for tens, word in enumerate(TENS, 2)}
"""What the English words for 0 to 19 and for whole tens say; what counts as a number beyond them differs by use."""

_SPELLED = NUMERALS | {"dozen": 12, "hundred": 100, "thousand": 1000}
_WORD = re.compile(rf"\b(?:({'|'.join(TENS)})-)?({'|'.join(_SPELLED)})\b", re.IGNORECASE)
_FEWEST_TOLD = 3


def find_numbers(text: str) -> frozenset[str]:
    """Return the numbers written in digits, as ``%g`` has them: "1,234" and "0.50" are 1234 and 0.5."""
    return frozenset(f"{float(match.group().replace(',', '')):.10g}" for match in _NUMBER.finditer(text))


def find_spelled_numbers(text: str) -> frozenset[str]:
    """Return the numbers from three on written in words, in digits: "twenty-one" is 21."""
    values = {
        (_SPELLED[match[1].lower()] if match[1] else 0) + _SPELLED[match[2].lower()] for match in _WORD.finditer(text)
    }
    return frozenset(str(value) for value in values if value >= _FEWEST_TOLD)
