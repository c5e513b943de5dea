"""British and American spellings of a word brought to one, for comparing words: behaviour and behavior are the same."""

from __future__ import annotations

import re

# The usual differences (Oxford and Merriam-Webster); the result is a key and need be no word ("exercize").
_RULES = (
    (re.compile(r"(?<=\w\w)our(?=$|s$|ed$|ing$|al|ful|able|less|ist|ite|hood|ly)"), "or"),
    (re.compile(r"is(?=(?:e[sdr]?|ers|ing|ations?|ational)$)"), "iz"),
    (re.compile(r"ys(?=(?:e[sdr]?|ers|ing)$)"), "yz"),
    (re.compile(r"(?<=\w\wt)re(?=s?$)"), "er"),
    (re.compile(r"ogue(?=s?$)"), "og"),
    (re.compile(r"(?<=[aeiou]l)l(?=ed$|ing$|ers?$)"), ""),
    (re.compile(r"(?<=program)me(?=s?$)"), ""),
    (re.compile(r"^sulph"), "sulf"),
    (re.compile(r"^age(?=ing$)"), "ag"),
    (re.compile(r"(?<=dg)e(?=ments?$)"), ""),
)
_LIGATURE = re.compile(r"[ao]e(?=[a-z])")
_LONG = 6


def fold_spelling(word: str) -> str:
    """Return a word in lower case and American spelling, as far as rules about endings and ae, oe go."""
    folded = word.lower()
    if len(folded) >= _LONG:
        folded = _LIGATURE.sub("e", folded)
    for pattern, replacement in _RULES:
        folded = pattern.sub(replacement, folded)
    return folded
