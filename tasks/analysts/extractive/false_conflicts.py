"""Results that seem to be at odds and are not: of other kinds of a thing, of groups without a name, taken up elsewhere."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.lesser_results import affirms, compares_nothing
from tasks.text.words import FUNCTION_WORDS, content_stems

_GROUPS = re.compile(
    r"\b(?:between|among|across|in|of) (?:the |either |any |both |all )*(?:two |three |four |study |treatment )*(?:groups?|arms?|conditions|treatments)\b(?! (?:of|with|who|that|which|receiving|treated)\b)",
    re.IGNORECASE,
)
_SIDES = re.compile(r"\b(?:vs|versus|than|compared (?:with|to))\b", re.IGNORECASE)
# What an effect depends on, and what somebody makes of a result.
_INFERRED = re.compile(r"\bmoderat(?:ed|es|ors?)\b|\bsuggests?\b(?! that)", re.IGNORECASE)
_ORDINARY = FUNCTION_WORDS | {"other", "several", "many", "some", "most", "established", "increased", "higher", "lower"}


def names_no_exposure(text: str) -> bool:
    """Return whether a result sets groups against each other without saying of what, or is none on an exposure."""
    return compares_nothing(text) or bool(_INFERRED.search(text) or (_GROUPS.search(text) and not _SIDES.search(text)))


def are_of_other_kinds(text: str, other: str, heads: AbstractSet[str]) -> bool:
    """Return whether two texts speak of other kinds of one of the things that both are on: "heart" and "lung disease".

    `heads` are the stems of these things. A thing that a text has without a word before it may be of any kind.
    """
    for head in heads:
        one, two = _find_kinds(text, head), _find_kinds(other, head)
        if one and two and "" not in one | two and not one & two:
            return True
    return False


def _find_kinds(text: str, head: str) -> set[str]:
    """Return the stems of the words right before a head, "" where it has none of its own."""
    words = re.findall(r"[^\W\d_][\w'\u2019-]*|[,;.()]", text)
    kinds = set()
    for place, word in enumerate(words):
        if content_stems(word) == [head]:
            before = words[place - 1].lower() if place else ""
            stems = [] if before in _ORDINARY else content_stems(before)
            kinds.add(stems[-1] if stems else "")
    return kinds


def takes_up_elsewhere(work: ReadWork, finding: Finding, stems: AbstractSet[str]) -> bool:
    """Return whether another result of a work has a direction on what one of its findings denies.

    `stems` are those of what is at issue.
    """
    others = (one for one in work.summary.findings if one.kind == "finding" and one.finding_id != finding.finding_id)
    return bool(stems) and any(affirms(one.text) and stems <= set(content_stems(one.text)) for one in others)
