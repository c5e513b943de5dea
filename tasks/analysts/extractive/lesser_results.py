"""Results that tell less of a work than another of it: a null beside the effect it was after, a predictor, a remnant."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from tasks.analysts.extractive.clear_results import sets_apart
from tasks.analysts.extractive.discourse_cues import is_procedural, polarity, split_clauses
from tasks.analysts.extractive.null_results import find_null
from tasks.text.words import content_stems

# What came of an analysis within groups or after the end, and what it depended on.
_SIDE = re.compile(
    r"\bpredict(?:s|ed(?! to)|ors?|ive)\b|\bmoderat(?:ed|es|ors?)\b|\bmediat(?:ed|es|ors?)\b|\bwithin[- ]groups?\b|\bsub-?groups?\b|\bfrom (?:the )?(?:end of |post-?)?(?:treatment|intervention|test) to follow-?up\b",
    re.IGNORECASE,
)
_OF_SIDE = re.compile(
    r"\b(?:predict|moderat|mediat|factor|determin|correlate|for whom|who\b|respon|sub-?group)",
    re.IGNORECASE,
)
_UNPROVEN = re.compile(
    r"\b(?:they|it|this|these|which|this (?:one|effect|association|relationship)) (?:is|are|was|were) (?:\w+ )?not (?:\w+ly )?significant\b",
    re.IGNORECASE,
)
_GRANTED = re.compile(r",? (?:although|though|even though|despite)\b[^;]*$", re.IGNORECASE)
_PARTS = re.compile(r"; |,? (?:but|while|whereas)\b", re.IGNORECASE)
_HOPED = re.compile(r"^[^,;]{0,110}?\b(?:may|might|could|should)\b(?! not)", re.IGNORECASE)
_SHORT = re.compile(r"\b[A-Z]{2,6}s?\b")
_NOTHING = re.compile(
    r"\b(?:is|are|was|were) (?:then )?(?:performed|conducted|employed|used|applied|run|carried out) (?:in order )?to\b|\b(?:was|were|has been|have been) (?:not|never) (?:investigated|examined|assessed|studied|tested)\b|\bno (?:[\w-]+ ){1,3}(?:was|were) (?:investigated|examined|assessed|studied|tested)\b",
    re.IGNORECASE,
)
# What came of one of several, and what some had beside what most had.
_OF_ONE = re.compile(
    r"^(?:In )?(?:one|a single|another) (?:of the )?(?:subject|patient|participant|respondent|case|child|animal)s?\b",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:offer|provide|yield|give|hold)(?:s|ed)? (?:[\w-]+ ){0,3}?(?:lessons|insights?|guidance|food for thought|perspectives|inspiration)\b"
)
# What was there to be looked at, and not what came of looking.
_INVENTORY = re.compile(
    r"\b(?:interventions?|treatments?|therap(?:y|ies)|programm?e?s?|measures|instruments|tools|studies|trials)\b[^.;]{0,60}? (?:were|was) "
    r"(?:identified|located|retrieved|included)\b",
    re.IGNORECASE,
)
_SOME = re.compile(r"^(?:Some|A few|Certain|Occasionally)\b")
_MOST = re.compile(
    r"\b(?:dominat\w+|predominan\w+|mostly|mainly|majority|most of|largely|strong(?:ly)?)\b", re.IGNORECASE
)


def denies(text: str) -> bool:
    """Return whether a result says no more than that nothing differs or goes together, or that chance explains it."""
    return _denies(text) and not compares_nothing(text) and not any(map(_affirms, _split(text)))


def _denies(text: str) -> bool:
    sign = polarity(text)
    return sign < 0 or bool(_UNPROVEN.search(text) or (not sign and find_null(text)))


def _affirms(clause: str) -> bool:
    return polarity(clause) > 0 or (sets_apart(clause) and not find_null(clause) and polarity(clause) == 0)


def _split(text: str) -> list[str]:
    """Return the clauses of a text; what is only granted ("although ...") is none, nor is what chance explains."""
    if _UNPROVEN.search(text):
        return []
    return [part for clause in split_clauses(_GRANTED.sub("", text)) for part in _PARTS.split(clause)]


def compares_nothing(text: str) -> bool:
    """Return whether a sentence says what was done, or that a thing was not looked into: neither is a result."""
    return bool(_NOTHING.search(text))


def affirms(text: str) -> bool:
    """Return whether a result, or a clause of it, says that things differ, change or go together."""
    told = not (is_procedural(text) or compares_nothing(text) or _HOPED.search(text) or denies(text))
    return told and any(map(_affirms, _split(text)))


def read_aim_words(title: str, text: str) -> frozenset[str]:
    """Return the stems of a title that a text has, also where it has the title's words by their initials only."""
    words = re.findall(r"[^\W\d_]+", title)
    initials = "".join(word[0] for word in words).upper()
    said = set(content_stems(text))
    for short in _SHORT.findall(text):
        letters = short.removesuffix("s")
        if (place := initials.find(letters)) >= 0:
            said |= set(content_stems(" ".join(words[place : place + len(letters)])))
    return frozenset(said & set(content_stems(title)))


def find_lesser(title: str, texts: Sequence[str]) -> set[int]:
    """Return the places of the results of a work that are not to be told before its others.

    A null is one where another result affirms, and says as much of what the title names; what predicts or moderates an
    outcome is one where the title is on neither and another result is more than that. So are what one of several
    subjects had, what some had where another result says what most had, that there are lessons or insights, and how many
    things were found to be looked at.
    """
    return set(_find_lesser(title, tuple(texts)))


@lru_cache(maxsize=4096)
def _find_lesser(title: str, texts: tuple[str, ...]) -> frozenset[int]:
    lead = next(iter(content_stems(title)), "")
    aims = [read_aim_words(title, text) for text in texts]
    effects = [place for place, text in enumerate(texts) if affirms(text)]
    side = set() if _OF_SIDE.search(title) else {place for place, text in enumerate(texts) if _is_side(text)}
    single = {place for place, text in enumerate(texts) if _OF_ONE.search(text)}
    plain = {place for place in effects if place not in side | single}
    lesser = {place for place, text in enumerate(texts) if compares_nothing(text)} if plain else set()
    lesser |= single if len(single) < len(texts) else set()
    offers = {place for place, text in enumerate(texts) if _OFFERS.search(text) or _INVENTORY.search(text)}
    lesser |= offers if len(offers) < len(texts) else set()
    if any(map(_MOST.search, texts)):
        lesser |= {place for place, text in enumerate(texts) if _SOME.search(text)}
    lesser |= side if plain or any(denies(text) for place, text in enumerate(texts) if place not in side) else set()
    for place, text in enumerate(texts):
        if denies(text) and any(_says_as_much(aims[one], aims[place], lead) for one in plain):
            lesser.add(place)
    return frozenset(lesser)


def _is_side(text: str) -> bool:
    """Return whether a result is one of prediction, mediation or a part, and not an effect of which that is added."""
    match = _SIDE.search(text)
    return match is not None and not _affirms(text[: match.start()])


def _says_as_much(effect: frozenset[str], null: frozenset[str], lead: str) -> bool:
    """Return whether an effect is on as much of a title as a null, also on what the title names first."""
    shared = bool(effect & null or not null)
    return shared and len(effect) >= len(null) and (lead in effect or lead not in null)
