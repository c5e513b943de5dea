"""What works must show of a phrase before it may name them: its own form, undenied, in titles and in what is cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from tasks.analysts.extractive.label_holding import HOLDS_FOR, read_label_terms
from tasks.analysts.extractive.title_phrases import content_of
from tasks.text.places import COUNTRY
from tasks.text.spelling import fold_spelling
from tasks.text.words import FUNCTION_WORDS, tokenise

_SUFFIX = re.compile(r"(?:ing|ed|es|s)$")
_LONG, _ROOT = 4, 3
_LINK = re.compile(r"\s(?:of|in|and|for|on|among|with|to|during|after|through)\s", re.IGNORECASE)
_PLACE = re.compile(COUNTRY)
_IN_PLACE = 0.8
_SIDE_BY_SIDE = 0.1
_TITLES, _MANY, _FEWEST_TITLES = 0.2, 0.4, 2
_CITED, _OF_CITED = 3, 2
_GOVERNS, _AS_VERB, _JUDGED = 0.75, 0.3, 3
_BEFORE_VERB = r"\b(?:to|can|could|may|might|must|should|will|would|cannot)\s+(?:\w+ly\s+)?"


def is_printed(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether half of the texts with a phrase's stems have its words, but for endings of number and tense.

    "Ecology" is no form of "ecologist", though both have one stem.
    """
    words = set(_read_inflected(phrase))
    having = [set(text) for text in _list_having(phrase, texts)]
    return sum(words <= text for text in having) >= HOLDS_FOR * len(having)


def is_scattered(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether fewer than two, or 10%, of the texts with the words of a phrase have them side by side.

    What a preposition joins may be said in other ways, and is never scattered.
    """
    words = _read_inflected(phrase)
    if len(words) == 1 or _LINK.search(phrase):
        return False
    run = f" {' '.join(words)} "
    having = _list_having(phrase, texts)
    beside = sum(run in f" {' '.join(text)} " for text in having)
    return beside < max(min(2, len(texts)), _SIDE_BY_SIDE * len(having))


def _list_having(phrase: str, texts: Sequence[str]) -> list[tuple[str, ...]]:
    stems = frozenset(content_of(phrase))
    return [_read_inflected(text) for text in texts if stems <= read_label_terms(text)]


def is_denied(phrase: str, titles: Sequence[str]) -> bool:
    """Return whether a title says that what a phrase ends in is not there: "without lamps", of "mills with lamps"."""
    last = re.escape(phrase.rsplit(maxsplit=1)[-1])
    denied = re.compile(rf"\b(?:(?:without|lacking)\s(?:[\w-]+\s){{0,2}}|non-|no\s){last}(?![\w-])", re.IGNORECASE)
    return any(denied.search(title) for title in titles)


def is_negated(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether "no" stands before a phrase at least every other time it is said."""
    said = re.compile(rf"(?:\b(?P<no>no)\s+)?\b{_pattern(phrase)}", re.IGNORECASE)
    found = [bool(match["no"]) for text in texts for match in said.finditer(text)]
    return any(found) and sum(found) >= HOLDS_FOR * len(found)


def opens_with_verb(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether the first of several words is often a verb in texts: one after "to", "can" or "should"."""
    first, *rest = phrase.split()
    if not rest:
        return False
    word = re.compile(rf"(?P<verb>{_BEFORE_VERB})?\b{re.escape(first)}\b", re.IGNORECASE)
    found = [bool(match["verb"]) for text in texts for match in word.finditer(text)]
    return len(found) >= _JUDGED and sum(found) >= _AS_VERB * len(found)


def leans_on_noun(phrase: str, texts: Sequence[str]) -> bool:
    """Return whether several words mostly have another right after them: "value of stone" where "bridges" follows."""
    if " " not in phrase:
        return False
    said = re.compile(rf"\b{_pattern(phrase)}(?:\s(?P<next>[^\W\d_][\w-]*))?", re.IGNORECASE)
    found = [match["next"] for text in texts for match in said.finditer(text)]
    leaning = [word for word in found if word and word.lower() not in FUNCTION_WORDS]
    return len(found) > 1 and len(leaning) >= _GOVERNS * len(found)


def share_needed(phrase: str, texts: Sequence[str]) -> float:
    """Return in what share of works a phrase must stand: in most if it has the name of a place."""
    named = phrase if _PLACE.search(phrase) else _as_written(phrase, texts)
    return _IN_PLACE if _PLACE.search(named) else HOLDS_FOR


def is_in_titles(phrase: str, titles: Sequence[AbstractSet[str]]) -> bool:
    """Return whether two titles in five, given by their terms, have a phrase."""
    stems = frozenset(content_of(phrase))
    return sum(stems <= title for title in titles) >= max(min(_FEWEST_TITLES, len(titles)), _MANY * len(titles))


def is_borne_out(phrase: str, titles: Sequence[AbstractSet[str]], works: Sequence[AbstractSet[str]]) -> bool:
    """Return whether a fifth of the titles, and two at least, have a phrase, and two of the three works most cited.

    Args:
        phrase: A phrase.
        titles: The terms of the titles.
        works: The terms of titles and abstracts, the most cited first.
    """
    stems = frozenset(content_of(phrase))
    in_titles = sum(stems <= title for title in titles)
    cited = sum(stems <= work for work in works[:_CITED])
    enough = in_titles >= max(min(_FEWEST_TITLES, len(titles)), _TITLES * len(titles))
    return enough and cited >= min(_OF_CITED, len(works))


def _as_written(phrase: str, texts: Sequence[str]) -> str:
    written = re.compile(_pattern(phrase), re.IGNORECASE)
    return next((match[0] for text in texts if (match := written.search(text))), phrase)


def _pattern(phrase: str) -> str:
    return r"[\s-]+".join(re.escape(word) for word in phrase.split()) + r"(?![\w-])"


@lru_cache(maxsize=4096)
def _read_inflected(text: str) -> tuple[str, ...]:
    words = (part for word in tokenise(text) for part in word.split("-"))
    return tuple(_fold_inflection(word) for word in words if word not in FUNCTION_WORDS)


def _fold_inflection(word: str) -> str:
    """Return a word in one spelling without the endings of plurals and of verbs: offset, offsets, offsetting."""
    folded = fold_spelling(word).removesuffix("'s")
    if len(folded) > _LONG and folded.endswith("ies"):
        return f"{folded[:-3]}y"
    root = folded if folded.endswith("ss") or len(folded) <= _LONG else _SUFFIX.sub("", folded)
    root = root if len(root) >= _ROOT else folded
    root = root[:-1] if len(root) > _LONG and root[-1] == root[-2] and root[-1] not in "ls" else root
    return root.removesuffix("e")
