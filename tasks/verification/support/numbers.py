"""Numbers of a sentence that a work does not state, however either rounds them or names their unit."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import pairwise

from tasks.text.numbers import find_shown_numbers
from tasks.text.quantities import Quantity, find_quantities, read_number

_ROUGHLY = re.compile(
    r"\b(?:about|around|roughly|approximately|some|nearly|almost|over|more than|less than|fewer than|under|above|below|up to|"
    r"at least|at most|close to|near|circa|ca|just|slightly|beyond|within|exceed\w*|or so|between)\b|[~\u2248<>\u2264\u2265]",
    re.IGNORECASE,
)
_FRACTIONS = {
    r"three[- ]quarters?": 75, r"two[- ]thirds?": 67, r"(?:a|one)[- ]third": 33, r"(?:a|one)[- ]quarter": 25,
    r"half|halved|halving|halves": 50, r"(?:one|a)[- ]fifth|one in five": 20, r"(?:one|a)[- ]tenth|one in ten": 10,
    r"two[- ]fifths": 40, r"three[- ]fifths": 60, r"four[- ]fifths": 80,
}  # fmt: skip
_FRACTION = re.compile(
    "|".join(f"(?P<f{value}>\\b(?:{words})\\b)" for words, value in _FRACTIONS.items()), re.IGNORECASE
)
_DAYS = {
    "minute": Decimal(1) / 1440,
    "hour": Decimal(1) / 24,
    "day": Decimal(1),
    "week": Decimal(7),
    "month": Decimal("30.4"),
    "year": Decimal(365),
}
_DECADES = re.compile(r"\b(?P<count>\w+) decades\b", re.IGNORECASE)
# "All three countries" are those that the work names, whether or not it counts them.
_NAMED_BEFORE = re.compile(
    r"\b(?:all|these|those|the) (?:three|four|five|six|seven|eight|nine|ten)\b(?! (?:minute|hour|day|week|month|year|decade|per ?cent))",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_NEAR, _VERY_NEAR = Decimal("0.12"), Decimal("0.06")
_TIME_SLACK = Decimal("0.1")
_SMALL = 3


def find_unstated(sentence: str, work: str) -> list[str]:
    """Return the numbers of a sentence that a work does not state, as words for a reason.

    A number stands for those it may be rounded from, after "about" or "over" for those up to 12% away; spans of time
    are compared as days, and two counts told one after the other also as their sum. Three quarters and 75% are one. Numbers below three are not counted,
    nor those in words of things that a text may name one by one. Stated are also the share that a percentage leaves, a
    count as a share of the next one, and the years between one year and the next.
    """
    stated = find_quantities(_spell_decades(work))
    values = {Decimal(value) for value in find_shown_numbers(work)} | {Decimal(one.value) for one in stated}
    values |= {Decimal(value) for _, value in _read_fractions(work)}
    counts = [Decimal(one.value) for one in stated if not one.unit and one.value.isdecimal()]
    values |= {one + other for one, other in pairwise(counts)}  # two groups make one sample
    shares = {100 - Decimal(one.value) for one in stated if one.unit == "%"}  # of those that did, those that did not
    shares |= {100 * one / other for one, other in pairwise(counts) if 0 < one < other}  # 10 of 75 are 13%
    days = [Decimal(one.value) * _DAYS[one.unit] for one in stated if one.unit in _DAYS]
    days += [abs(one - other) * _DAYS["year"] for one, other in pairwise(_read_years(work))]
    rest = _spell_decades(_FRACTION.sub(" ", _NAMED_BEFORE.sub(" ", sentence)))
    missing = [
        words for words, value in _read_fractions(sentence) if not _is_among(Decimal(value), values | shares, _NEAR)
    ]
    for quantity, before in _place(rest):
        value = Decimal(quantity.value)
        slack = _NEAR if _ROUGHLY.search(before) and _is_round(value) else Decimal(0)
        if value < _SMALL and value == value.to_integral_value():
            continue
        if _is_among(value, values, slack) or _rounds(value, values):
            continue
        if quantity.unit == "%" and (_is_among(value, shares, slack) or _rounds(value, shares)):
            continue
        if quantity.unit in _DAYS and _is_among(value * _DAYS[quantity.unit], days, max(slack, _TIME_SLACK)):
            continue
        missing.append(f"{quantity.value}{'' if quantity.unit == '%' else ' '}{quantity.unit}".strip())
    return list(dict.fromkeys(missing))


def _spell_decades(text: str) -> str:
    return _DECADES.sub(lambda said: f"{10 * (read_number(said['count']) or 1)} years", text)


def _read_years(text: str) -> list[Decimal]:
    return [Decimal(year) for year in _YEAR.findall(text)]


def _read_fractions(text: str) -> Iterator[tuple[str, int]]:
    for match in _FRACTION.finditer(text):
        yield match[0].lower(), int(str(match.lastgroup)[1:])


def _place(text: str) -> Iterator[tuple[Quantity, str]]:
    """Yield the quantities of a text with the words just before each."""
    start = 0
    for quantity in find_quantities(text):
        digits = re.escape(quantity.value[:1])
        match = re.compile(digits).search(text, start)
        place = match.start() if match else start
        yield quantity, text[max(0, place - 25) : place] if match else text
        start = place + 1 if match else start


def _is_round(value: Decimal) -> bool:
    """Return whether a number is written with one digit, or ends in 0 or 5."""
    return len(value.normalize().as_tuple().digits) == 1 or value % 5 == 0


def _is_among(value: Decimal, values: Iterable[Decimal], slack: Decimal) -> bool:
    return any(abs(value - one) <= slack * max(abs(value), abs(one)) for one in values)


def _rounds(value: Decimal, values: Iterable[Decimal]) -> bool:
    """Return whether one of the values is written as `value` with fewer digits."""
    exponent = value.normalize().as_tuple().exponent
    unit = Decimal(1).scaleb(int(exponent))
    return any(
        abs(value - one) <= min(unit / 2, _VERY_NEAR * abs(one))
        and int(one.normalize().as_tuple().exponent) < int(exponent)
        for one in values
    )
