"""Numbers in prose, so that every one of them can be checked against a source.

Counts and enumerations as running text has them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence


def join_phrases(phrases: Sequence[str]) -> str:
    """Return phrases as an English enumeration: "a", "a and b", "a, b and c"."""
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}" if phrases else ""


_NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spell(number: int) -> str:
    """Return a count as running text has it: in words up to twelve, in digits with thousands separators above."""
    return _NUMERALS[number] if 0 <= number < len(_NUMERALS) else f"{number:,}"


# Digits that belong to a name (IL-6, PM2.5, CO2, COVID-19) do not state a number.
# Thousands are parted by commas or by narrow blanks; medical journals set the decimal point high.
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.·])(?<![A-Za-z]-)(?:\d{1,3}(?:[,\u2009\u202f]\d{3})+(?:[.·]\d+)?(?!\d)|\d*[.·]?\d+)"
)
_AS_PYTHON = str.maketrans({",": None, "\u2009": None, "\u202f": None, "·": "."})
_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMERALS = {word: value for value, word in enumerate(_UNITS)} | {word: 10 * tens for tens, word in enumerate(TENS, 2)}
"""What the English words for 0 to 19 and for whole tens say; what counts as a number beyond them differs by use."""

_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000}
_ANY = "|".join(NUMERALS | _SCALES)
_RUN = re.compile(rf"\b(?:{_ANY})(?:(?:[-\u2010\u2011]|\s+(?:and\s+)?)(?:{_ANY}))*\b", re.IGNORECASE)
_WORD = re.compile(rf"\b(?:{_ANY})\b")
_GLUED = re.compile(r"(?<=[a-z]{3})(?=\d)")
_DECIMAL_COMMA = re.compile(r"(\d),(\d{1,2})(?!\d)")
_PARTED = re.compile(r"(?<!\d)\d{1,3}(?: \d{3})+(?!\d)")
_ONES = 10
_FEWEST_TOLD = 3


def find_numbers(text: str) -> frozenset[str]:
    """Return the numbers written in digits, as ``%g`` has them: "1,234" and "0.50" are 1234 and 0.5."""
    return frozenset(f"{float(match.group().translate(_AS_PYTHON)):.10g}" for match in _NUMBER.finditer(text))


def find_spelled_numbers(text: str) -> frozenset[str]:
    """Return the numbers from three on written in words, in digits: "twenty-one" is 21, "one hundred eighty" 180."""
    runs = (_WORD.findall(run[0].lower()) for run in _RUN.finditer(text))
    return frozenset(str(value) for run in runs for value in _read_run(run) if value >= _FEWEST_TOLD)


def find_shown_numbers(text: str) -> frozenset[str]:
    """Return the numbers that a source shows, in digits or words, however it writes them.

    Beside those of `find_numbers` and `find_spelled_numbers`: decimal commas (0,62), thousands parted by blanks
    (37 826), numbers run together with a word before them (euro37).
    """
    apart = _GLUED.sub(" ", text)
    others = _DECIMAL_COMMA.sub(r"\1.\2", apart), _PARTED.sub(lambda parted: parted[0].replace(" ", ""), apart)
    return find_spelled_numbers(text).union(*map(find_numbers, (text, apart, *others)))


def _read_run(words: Sequence[str]) -> list[int]:
    """Return the numbers that words next to each other say: "two hundred five" is one, "four five" are two."""
    numbers: list[int] = []
    thousands = below = 0
    room: float = math.inf  # a word goes on with a number that leaves its places open
    for word in words:
        if word in _SCALES:
            below = max(1, below) * _SCALES[word]
            if word == "thousand":
                thousands, below = thousands + below, 0
            room = _SCALES[word] if word != "dozen" else 0
            continue
        value = NUMERALS[word]
        if value >= room:
            numbers.append(thousands + below)
            thousands = below = 0
        below += value
        room = _ONES if value >= 2 * _ONES else 0
    return [*numbers, thousands + below]
