"""Whether a sentence is of the place its work names, or of its subject at large before the work comes to the place."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.discourse_cues import describes_conduct, states_aim
from tasks.analysts.extractive.sentences import split_sentences

_PAST = re.compile(
    r"\b(?:was|were|had|did|showed|found|rose|fell|led|became|grew|held|drew|gave|took|made|saw|lost|"
    r"(?!need|seed|weed|feed|breed|speed|hundred|indeed)[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
# "Limited impact", "community-based", "is led": no past.
_PARTICIPLE = re.compile(
    r"\b(?:is|are|be|been|being|has|have|can|may|an?|the|of|by|and|or|more|\w+ly) [a-z]{2,}ed\b"
    r"|[-\u2010\u2011][a-z]+ed\b|\b(?:limited|based|related|associated|increased|reduced|needed|required) (?!(?:by|to|in|with|on|for)\b)",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Z][\w-]+")


def holds_there(place: str, work: ReadWork, finding: Finding, sentence: str) -> bool:
    """Return whether a sentence is of the place, or the sample, its work is on ("In Peru"), as far as its place tells.

    It is where it is in the past tense, or stands behind where its abstract first names the place; where that never
    does, behind what it says it set out to do or did, if it says so. What was given is no place.
    """
    if place.startswith("In work on") or finding.quote.page or _PAST.search(_PARTICIPLE.sub(" ", sentence)):
        return True
    sentences = split_sentences(work.work.abstract or "")
    names = _NAME.findall(place)[1:]
    own = [one.start for one in sentences if names and names[-1] in one.text]
    own = own or [one.start for one in sentences if states_aim(one.text) or describes_conduct(one.text)]
    return not own or finding.quote.char_start >= own[0]
