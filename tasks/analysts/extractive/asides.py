"""A sentence without what stands beside its statement: brackets, what is "but not" so, degrees."""

from __future__ import annotations

import re

_BRACKETS = re.compile(r"\s*(?:(?<=\s)\([^()]*\)|\([^()]*[=<>%\d][^()]*\)|\[[^\[\]]*\])")
_BUT_NOT = re.compile(r",? but not (?:in |with |of |for )?(?:[\w-]+ ){0,3}[\w-]+,(?= )", re.IGNORECASE)
_BUT_HOW = re.compile(r",? but (?:only )?\w+ly,?(?= (?:associated|correlated|related|linked)\b)", re.IGNORECASE)
# What a paper shows that something can do, it does.
_SHOWN = re.compile(
    r"\b(?:show(?:s|ed|n)?|demonstrate[sd]?|prove[sd]?|reveal(?:s|ed)?|finds?|found) that\b", re.IGNORECASE
)
_CAN = re.compile(
    r"\bcan (?=(?:\w+ly )?(?:improve|reduce|increase|decrease|enhance|lower|raise|accelerate)\b)", re.IGNORECASE
)
_BLANKS = re.compile(r"(?<=\s)\s+")
# Of a greater fall there is less: the fall tells the direction.
_DEGREE = re.compile(
    r"\b(?:greater|larger|steeper|stronger|bigger|faster|further|additional|more (?:marked|pronounced|rapid)) "
    r"(?=(?:[\w-]+ ){0,2}?(?:reductions?|decreases?|declines?|drops?|increases?|rises?)\b)",
    re.IGNORECASE,
)


def leave_out_asides(sentence: str) -> tuple[str, list[int]]:
    """Return a sentence without its asides, with the place that each character has in it."""
    text, places = sentence, list(range(len(sentence)))
    modal = (_CAN,) if _SHOWN.search(sentence) else ()
    for pattern in (_BRACKETS, _BRACKETS, _BUT_NOT, _BUT_HOW, *modal, _BLANKS, _DEGREE):
        cuts = [match.span() for match in pattern.finditer(text)]
        for start, end in reversed(cuts):
            text = text[:start] + text[end:]
            del places[start:end]
    return text, places
