"""Figures that a model extracts: read as decimal numbers, and held against the words they should stand in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tasks.text.numbers import find_shown_numbers

_FIGURE = re.compile(r"(?P<minus>[-\u2010-\u2012\u2212\u2013])?\s?(?P<digits>\d[\d,.\u00b7\u2009\u202f]*|[.\u00b7]\d+)")
_NEGATIVE = re.compile(
    r"(?:(?<![\w%)\]])[-\u2010-\u2012\u2212\u2013]|(?<![\w%)\]])(?<![\w%)\]]\s)[-\u2010-\u2012\u2212\u2013]\s)"
    r"(\d[\d,.\u00b7]*|[.\u00b7]\d+)"
)
_SPELLED = {"1": r"\b(?:one|single)\b", "2": r"\b(?:two|both)\b"}


def read_count(value: str) -> str:
    """Return the one whole number that a value gives, in digits; empty if it gives none, or more."""
    numbers = find_shown_numbers(value)
    return next(iter(numbers)) if len(numbers) == 1 and all(number.isdigit() for number in numbers) else ""


def counts(number: str, text: str) -> bool:
    """Return whether a text states a whole number, in digits or words."""
    spelled = _SPELLED.get(number)
    return number in find_shown_numbers(text) or bool(spelled and re.search(spelled, text, re.IGNORECASE))


def read_figure(value: str, signs: str) -> tuple[str, str]:
    """Return the one number that a value gives, as a decimal number, and the sign before it that is kept, if any."""
    found = list(_FIGURE.finditer(value))
    if len(found) != 1:
        return "", ""
    digits = re.sub(r"[\u2009\u202f]", "", found[0]["digits"]).replace("\u00b7", ".").rstrip(".,")
    digits = digits.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", digits) else digits.replace(",", ".")
    if digits.count(".") > 1 or re.match(r"0\d", digits):  # "p < 0001" has lost its point
        return "", ""
    before = value[: found[0].start()]
    above = next((sign for sign in signs if sign in before), "")
    return f"{'-' if found[0]['minus'] else ''}{'0' if digits.startswith('.') else ''}{digits}", above


def states(figure: str, text: str) -> bool:
    """Return whether a text states a decimal number, with its sign: in "5-10" and "IL-6" no number is below zero."""
    if not figure:
        return False
    number = f"{abs(float(figure)):.10g}"
    if figure.startswith("-"):
        return number in find_shown_numbers(" ; ".join(_NEGATIVE.findall(text)))
    return number in find_shown_numbers(_NEGATIVE.sub(" ; ", text))


def object_to_figures(kept: Mapping[str, str]) -> dict[str, str]:
    """Return why figures cannot be together: an interval has two bounds, and its effect is between them."""
    dropped: dict[str, str] = {}
    if "p" in kept and not 0 <= float(kept["p"].lstrip("<>≤≥")) <= 1:
        dropped["p"] = "it is no probability"
    bounds = {name: float(kept[name]) for name in ("ci_low", "ci_high") if name in kept}
    effect = [float(kept["effect"])] if "effect" in kept else []
    if len(bounds) == 1:
        dropped |= dict.fromkeys(bounds, "an interval has two bounds")
    elif bounds and (ordered := [bounds["ci_low"], *effect, bounds["ci_high"]]) != sorted(ordered):
        dropped |= dict.fromkeys(bounds, "the effect is not within the interval")
    return dropped
