"""When, and in whom alone, a result holds: words that stay where it is told in a few."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re

from tasks.text.words import find_stems

_AGES = r"(?:(?:early|middle|mid|late|young|older)[ -])?(?:infancy|(?:mid-?)?childhood|adolescence|puberty|adulthood|old age|pregnancy|gestation|the (?:first|second|third) trimester)"
_SPAN = r"(?:hours?|days?|weeks?|months?|years?)"
_WHICH = r"(?:(?:the|an?|first|last|next|final|second|third|one|two|three|four|five|six|eight|nine|ten|twelve|several|short|long|\d[\w.,\u2013-]*) ){0,3}"
_TIME = rf"(?:{_WHICH}(?:{_SPAN}(?:['\u2019]? (?:of (?:age|treatment|therapy|follow-?up)|follow-?up|later|post-?\w+))?|(?:[\w.]+[- ]{_SPAN} )?follow-?up|end-?point|baseline|post-?test|post-?treatment|discharge|completion|end of \w+)|{_AGES})"
_WHEN = re.compile(
    rf"\b(?:at|after|by|during|within|over|until|up to|in|before|following|upon) {_TIME}\b", re.IGNORECASE
)
_PART = re.compile(
    r"\b(?:in|among|for|within) (?:the |a |this |these )?(?:\w+ )?(?:sub-?groups?|sub-?sets?|sub-?samples?|strat(?:um|a)) (?:of|with|without|who|that|aged) [^,;:.()]{2,50}",
    re.IGNORECASE,
)
# What opens a sentence and bounds all of it; what only leads on ("In addition,") bounds nothing.
_FIRST = re.compile(
    r"(?:in|among|for|within|under|when|at|after|during|by|without|only in)\b(?! (?:addition|conclusion|summary|general|total|fact|line|particular|contrast|short|sum|turn|all|this|these|that|those|our|the present|the current|both|each|order|accordance|agreement|comparison|it)\b)[^,;:()]{2,70}(?=,)",
    re.IGNORECASE,
)
_AND = re.compile(r"\band\b", re.IGNORECASE)
_LONGEST = 9  # words


def find_window(sentence: str) -> str:
    """Return the words that say when, under what or in what part a result holds ("in early adolescence"), else "".

    One that opens the sentence bounds all of it. Of others none is returned where there are several, or where it may
    bound the last of several things alone.
    """
    first = _FIRST.match(sentence)
    found = [first] if first else [*_PART.finditer(sentence), *_WHEN.finditer(sentence)]
    if len(found) != 1 or len(found[0][0].split()) > _LONGEST:
        return ""
    if not first and _AND.search(sentence, 0, found[0].start()):
        return ""
    window = found[0][0].strip()
    return f"{window[:1].lower()}{window[1:]}" if found[0].start() == 0 else window


def keep_window(told: str, sentence: str) -> str:
    """Return a result told in few words with the window of its sentence in brackets, where it lacks it."""
    window = find_window(sentence)
    return told if not window or find_stems(window) <= find_stems(told) else f"{told} ({window})"
