"""Numbers with their units, as prose writes them, brought to one form so that they can be compared.

Units are named as in the SI brochure (BIPM 2019), with the abbreviations that abstracts use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from tasks.text.numbers import NUMERALS

_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_UNITS = {
    "%": "% percent percents percentage percentages pct",
    "g": "g gram grams gramme grammes",
    "kg": "kg kilogram kilograms kilo kilos",
    "mg": "mg milligram milligrams",
    "ug": "µg μg ug mcg microgram micrograms",
    "ng": "ng nanogram nanograms",
    "pg": "pg picogram picograms",
    "ml": "ml millilitre millilitres milliliter milliliters",
    "dl": "dl decilitre decilitres deciliter deciliters",
    "litre": "l litre litres liter liters",
    "nmol": "nmol nanomole nanomoles",
    "mmol": "mmol millimole millimoles",
    "mm": "mm millimetre millimetres millimeter millimeters",
    "cm": "cm centimetre centimetres centimeter centimeters",
    "km": "km kilometre kilometres kilometer kilometers",
    "m": "metre metres meter meters",
    "ha": "ha hectare hectares",
    "mmHg": "mmhg",
    "year": "year years yr yrs yearly",
    "month": "month months mo",
    "week": "week weeks wk wks",
    "day": "day days",
    "hour": "hour hours hr hrs h",
    "minute": "minute minutes min mins",
    "degree": "°c celsius degree degrees",
    "dollar": "$ usd dollar dollars",
    "euro": "€ eur euro euros",
    "pound": "£ gbp pound pounds",
}
_NAMES = {name: unit for unit, names in _UNITS.items() for name in names.split()}
_FIGURE = (
    r"(?P<money>[$€£])?(?<![A-Za-z0-9_.])(?<![A-Za-z]-)"
    r"(?P<figure>\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:\.\d+)?(?!\d)|\d+[.\u00b7]\d+|\.\d+|\d+,\d{1,2}(?!\d)|\d+)"
)
_WORD = "|".join((*NUMERALS, *_SCALES))
SPELLED = rf"\b(?P<words>(?:{_WORD})(?:(?:[\s-]+(?:and[\s-]+)?)(?:{_WORD}))*)\b"
"""Numbers in words, as a pattern to be matched without regard to case: what it finds `spell_out` reads."""

_NUMBER = re.compile(f"(?:{_FIGURE}|{SPELLED})", re.IGNORECASE)
_SCALE = re.compile(r"[\s-]*(hundred|thousand|million|billion)\b", re.IGNORECASE)
_UNIT = re.compile(r"[\s-]*(?P<unit>[%$€£]|°\s?C\b|per ?cent\b|[A-Za-zµμ]+)(?:\s?(?:/|per)\s?(?P<per>[A-Za-z]+))?")
# Small numbers in words ("one of", "two sides") state no quantity that a source would have to give.
_FEWEST_SPELLED = 3


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in digits without separators, scale or trailing zeros ("0.5", "3200000"), and its unit, "" for none."""

    value: str
    unit: str


def find_quantities(text: str) -> list[Quantity]:
    """Return the numbers of a text with their units, in order, those in words also; digits in a name state none.

    "1,000", "1 thousand" and "one thousand" are 1000; "%", "per cent" and "percent" are one unit; each end of a range
    is a number. Numbers in words count from three on, or with a unit.
    """
    found = []
    end = 0
    while match := _NUMBER.search(text, end):
        value, end = _read_value(match, text)
        unit = _NAMES.get(match["money"] or "", "") or _read_unit(text, end)
        if match["figure"] or unit or value >= _FEWEST_SPELLED:
            found.append(Quantity(_write(value), unit))
    return found


def read_number(word: str) -> int | None:
    """Return the whole number that a word or a figure without separators says, None if it says none."""
    return int(word) if word.isdecimal() else NUMERALS.get(word.lower())


def find_missing(sentence: str, source: Iterable[Quantity], counted: Iterable[int]) -> list[str]:
    """Return the quantities of a sentence that a source does not state, as words for a reason; empty if it states all.

    `counted` are numbers that need no source: how many works the sentence cites, their years. A number is also missing
    where the source gives it units in every place, and none is that of the sentence.
    """
    units: dict[str, set[str]] = {}
    for quantity in source:
        units.setdefault(quantity.value, set()).add(quantity.unit)
    free = {str(number) for number in counted}
    missing = []
    for quantity in find_quantities(sentence):
        if quantity.value in free and not quantity.unit:
            continue
        known = units.get(quantity.value)
        if known is None or (quantity.unit and not {quantity.unit, ""} & known):
            missing.append(f"{quantity.value} {quantity.unit}".strip())
    return list(dict.fromkeys(missing))


def _read_value(match: re.Match[str], text: str) -> tuple[Decimal, int]:
    if match["words"]:
        return spell_out(match["words"]), match.end()
    figure = re.sub(r"[\u202f\u00a0]", "", match["figure"]).replace("\u00b7", ".")
    decimal = re.fullmatch(r"\d+,\d{1,2}", figure)
    value = Decimal(figure.replace(",", "." if decimal else ""))
    scale = _SCALE.match(text, match.end())
    return (value * _SCALES[scale[1].lower()], scale.end()) if scale else (value, match.end())


def spell_out(words: str) -> Decimal:
    """Return the number that words say: "two hundred and five" is 205, "twenty-one" is 21."""
    whole, part = 0, 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word in NUMERALS:
            part += NUMERALS[word]
        elif word == "hundred":
            part = max(1, part) * 100
        elif word in _SCALES:
            whole, part = whole + max(1, part) * _SCALES[word], 0
    return Decimal(whole + part)


def _read_unit(text: str, end: int) -> str:
    match = _UNIT.match(text, end)
    if match is None:
        return ""
    first = re.sub(r"\s", "", match["unit"]).lower()
    unit = "%" if first == "percent" else _NAMES.get(first, "")
    per = _NAMES.get((match["per"] or "").lower(), "")
    return f"{unit}/{per}" if unit and per else unit


def _write(value: Decimal) -> str:
    return f"{value.normalize():f}"
