"""A value read in a text, with the place of its words, and how values are written."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MINUS = "\u2212\u2013\u2010\u2011"
SIGNED = rf"(?:(?<![\w.)])[-{_MINUS}+]\s?)?"
FIGURE = r"(?:\d{1,3}(?:,\d{3})+(?:[.\u00b7]\d+)?(?![\d.,\u00b7]\d)|\d*[.,\u00b7]\d+|\d+(?![.,\u00b7]\d))(?!\d)"
NUMBER = rf"{SIGNED}{FIGURE}"
"""A number with its sign and its decimals, as journals write them: 1.85, .85, 2·4, 0,62, -0.3, 1,204."""

_P = re.compile(rf"(?:(<|>|≤|≥|=|&lt;|&gt;)\s*)?({FIGURE})")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "=": "", None: ""}


@dataclass(frozen=True, slots=True)
class Datum:
    """The value of a field and where its words stand: ``text[start:end]``."""

    field: str
    value: str
    start: int
    end: int


def read_decimal(figure: str) -> str:
    """Return a number as Python reads it, zeros at its end kept: "2·4" is "2.4", "-,5" is "-0.5", "1,204" is "1204"."""
    digits = re.sub(rf"[{_MINUS}]", "-", figure).replace(" ", "").lstrip("+").replace("\u00b7", ".")
    if re.fullmatch(r"-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", digits):
        digits = digits.replace(",", "")
    digits = digits.replace(",", ".")
    return re.sub(r"^(-?)\.", r"\g<1>0.", digits)


def read_value(field: str, said: str) -> str:
    """Return what is said of a number as the record has it, empty where it is none of that field.

    Of `n` digits are returned, of `p` a decimal number with its sign, of any other field a decimal number.
    """
    said = " ".join(said.split())
    if field == "n":
        digits = re.sub(r"(?<=\d)[,.'\u2019\s](?=\d{3}(?!\d))", "", said)
        return digits.lstrip("0") if digits.isdecimal() else ""
    if field == "p":
        found = _P.fullmatch(said)
        value = read_decimal(found[2]) if found else ""
        return f"{_ENTITIES.get(found[1], found[1])}{value}" if found and float(value) <= 1 else ""
    return read_decimal(said) if re.fullmatch(NUMBER, said) else ""
