"""Whom a study is on, where its text says so beside the number studied or where it was allocated or enrolled."""

# ruff: noqa: E501 -- a family of words reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.evidence.data import Datum
from tasks.evidence.designs import pools_studies, speaks_of_others
from tasks.text.numbers import NUMERALS

_WHOM = r"(?:patients|participants|subjects|adults|children|adolescents|women|men|males|females|girls|boys|individuals|people|persons|students|workers|employees|veterans|nurses|physicians|volunteers|couples|mothers|infants|newborns|neonates|twins|caregivers|inpatients|outpatients|residents|survivors|athletes|smokers|users|mice|rats|dogs|pigs|sheep|rabbits)"
_WORD = r"(?!(?:of|in|from|with|to|and|were|was|are|is|had|have|than|the|all|these|those|both|who|that|which|consecutive|eligible|further|additional|other|more|total|years?|at|for|by|on|different|remaining|respective|their|our)\b)[\w'\u2019/\u2010-\u2013-]+"
# What tells which people are meant: what they have, are of, or undergo.
_STOP = r"(?:were|was|are|is|had|have|has|did|received|underwent|completed|participated|took|showed|reported|from|at|between|using|for|by|on|during|over|after|before|we|which|randomi[sz]ed|enrolled|recruited|included|treated|followed|assigned|attending|referred|admitted|to|as|into|and the|and their|compared|matched|in (?:the|an?|\d|our|this|one|two|three))"
_DASH = r"[-\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]"
_AGED = rf"(?:,?\saged\s(?:between |from |over |under |at least |[<>\u2264\u2265]\s?)?\d+(?:\.\d+)?(?:\s?(?:to|and|{_DASH})\s?\d+(?:\.\d+)?)?(?:\s(?:years?|months?|yrs?))?(?:\sor (?:older|over|more|younger)| and (?:older|over|above))?)?"
_WHICH = rf"{_AGED}(?:,?\s(?:with|without|who (?:have|had|were|are)|undergoing|suffering from|diagnosed with|living with|meeting|fulfilling|of)\s(?:(?!{_STOP}\b)[\w'\u2019%<>\u2265\u2264=/\u2010-\u2013-]+(?:,(?=\s\w+ly\s))?\s?){{1,9}})?"
_COUNT = rf"(?:\d[\d,]*|{'|'.join(NUMERALS)}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|(?:one )?hundred)"
# "Adolescents and adults": those of one kind are not told for those of both.
_BOTH = rf"{_WHOM}\b(?:(?:,| and| or|, and) (?:{_WORD} )?{_WHOM}\b){{0,2}}"
_NAMED = re.compile(
    rf"\b{_COUNT} (?:consecutive |eligible )?(?P<counted>(?:{_WORD} ){{0,5}}?{_BOTH}{_WHICH})|^(?P<enrolled>(?:{_WORD} ){{0,5}}?{_BOTH}{_WHICH})\s?(?:\([^)]*\) )?(?:were|was) (?:\w+ly )?(?:randomi[sz]ed|randomly|enrolled|recruited|assigned|allocated|invited)",
    re.IGNORECASE,
)
_RANGE_GOES_ON = re.compile(rf"\s?{_DASH}\s?\d|[.,\u00b7]\d|\s(?:to|and)\s\d")
_BARE = re.compile(
    rf"(?:eligible |enrolled |study |subsequent |consecutive |remaining |new )?{_WHOM}\s*", re.IGNORECASE
)
_LONGEST, _ENDS = 110, " ,;:.-\u2013\u2014("
_END_WORD = re.compile(r"\s(?:with|without|who|of|in|and|or|the|an?|aged|their)$", re.IGNORECASE)


def find_population(sentences: Sequence[str], size: tuple[int, Datum] | None) -> tuple[int, Datum] | None:
    """Return whom a text says that it studied, with which sentence says so; None where that is not plain.

    It is sought where the number studied stands (`size`), then where people are said to have been allocated or enrolled;
    people of whom nothing more is told than that they are patients or women are left out, and so is a text on studies.
    """
    if pools_studies(sentences):
        return None
    if size is not None:
        place, datum = size
        text = sentences[place]
        if len(re.findall(rf"\b{_COUNT}\b", text[datum.start : datum.end], re.IGNORECASE)) > 1:
            return None  # groups added up, of which neither is the whole
        for match in _NAMED.finditer(text):
            if match["counted"] and match.start() <= datum.end and match.end("counted") >= datum.start:
                return _tell(place, text, *match.span("counted"))
    for place, text in enumerate(sentences):
        found = None if speaks_of_others(text) else _NAMED.search(text)
        if found and found["enrolled"]:
            return _tell(place, text, *found.span("enrolled"))
    return None


def _tell(place: int, text: str, start: int, end: int) -> tuple[int, Datum] | None:
    """Return the words as a datum; None where they name nobody in particular or go on too long to be sure of."""
    end = start + len(text[start:end].rstrip(_ENDS))
    while cut := _END_WORD.search(text[start:end]):
        end = start + cut.start()
    said = text[start:end]
    # An age without its unit goes on in words that are not understood here.
    if (
        _BARE.fullmatch(said)
        or said[-1].isdigit()
        or _RANGE_GOES_ON.match(text, end)
        or said.endswith("criteria")
        or len(said) > _LONGEST
        or said.count("(") != said.count(")")
    ):
        return None
    return place, Datum("population", " ".join(said.split()), start, end)
