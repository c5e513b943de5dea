"""Sentences of absence or unanimity that cite nothing: what nobody can have looked for in excerpts of some works."""

from __future__ import annotations

import re

_LITERATURE = (
    r"(?:stud(?:y|ies)|works?|papers?|articles?|authors?|research|researchers?|scholars?|trials?|reviews?|sources?|"
    r"literature|scholarship|evidence|investigations?)"
)
_NONE = r"(?:no(?! (?:human|person|user)\b)|none of the|none of these|not one|not a single|neither of the|hardly any)"
_DISPUTE = r"(?:disagreements?|debates?|controvers(?:y|ies)|disputes?|contradictions?|limitations?)"
_AGREEING = r"(?:agree|find|found|show|report|conclude|point|support|confirm|accept)\w*"
_ABSENCE = re.compile(
    rf"\b{_NONE} (?:[\w-]+ ){{0,3}}?{_LITERATURE}\b|\bno (?:[\w-]+ ){{0,2}}{_DISPUTE}\b"
    r"|\b(?:nobody|no one) (?:has|have|had|\w+ed)\b|\b(?:has|have) (?:never|not yet) been \w+ed\b"
    rf"|\b(?:all|every|each of the|without exception,?) (?:[\w-]+ ){{0,2}}?{_LITERATURE} (?:\w+ )?{_AGREEING}\b"
    r"|\bunanim\w+",
    re.IGNORECASE,
)
# What was looked through is named, so that a reader can tell how far the absence goes.
_LOOKED_THROUGH = re.compile(
    r"\b(?:findings|works|studies|texts|abstracts|sources) (?:given|read|summari[sz]ed|cited|gathered|reviewed) here\b",
    re.IGNORECASE,
)


def find_absence(sentence: str) -> list[str]:
    """Return what is wrong with a sentence without citation that says of the literature that it lacks or agrees."""
    found = _ABSENCE.search(sentence)
    if found is None or _LOOKED_THROUGH.search(sentence):
        return []
    reason = f"'{sentence[:120]}' says '{found[0]}' of the literature and cites nothing that says so"
    return [f"{reason}; say of which works read here it holds, or leave it out"]
