"""A sentence without what stands beside its statement: brackets, a "but not B" between commas, degrees of a fall."""

from __future__ import annotations

import re

_BRACKETS = re.compile(r"\s*(?:(?<=\s)\([^()]*\)|\([^()]*[=<>%\d][^()]*\)|\[[^\[\]]*\])")
_BUT_NOT = re.compile(r",? but not (?:in |with |of |for )?(?:[\w-]+ ){0,3}[\w-]+,(?= )", re.IGNORECASE)
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
    for pattern in (_BRACKETS, _BRACKETS, _BUT_NOT, _BLANKS, _DEGREE):
        cuts = [match.span() for match in pattern.finditer(text)]
        for start, end in reversed(cuts):
            text = text[:start] + text[end:]
            del places[start:end]
    return text, places
