"""What journals, books and meetings are called: whether two names are of one, be one of them an abbreviation."""

from __future__ import annotations

import re
import unicodedata
from itertools import product

from rapidfuzz import fuzz

_SAME_VENUE = 90.0  # similarity of the sets of words, in percent
_WORD = re.compile(r"\w+")
_COMMON = re.compile(
    r"journal|international|proceedings|annals|reviews?|bulletin|archives|transactions|conference|acta|advances|the|of|"
    r"and|on|in|for|new|american|european|british|research|annual|frontiers|studies|sciences?"
)
_DROPPED = frozenset({"the", "of", "and", "on", "in", "for", "a", "an", "de", "la", "der", "und", "et"})
# A second name, the society that publishes it, the town: "Ai zheng = Chinese journal of cancer", "Cancer (Philad)".
_PARTED = re.compile(r"\s=\s|\s?:\s|[\[\]();/]")


def is_one_venue(one: str, other: str) -> bool:
    """Return whether two names are of one journal, book or meeting, whole, cut or abbreviated."""
    ours, theirs = _spell(one), _spell(other)
    if ours == theirs or fuzz.token_set_ratio(ours, theirs) >= _SAME_VENUE:
        return True
    first, second = (
        next((word for word in each.split() if not _COMMON.fullmatch(word)), "") for each in (ours, theirs)
    )
    if first == second != "":
        return True
    return any(_is_short_of(*pair) or _is_short_of(*reversed(pair)) for pair in product(_name(one), _name(other)))


def _name(venue: str) -> list[list[str]]:
    """Return the words of each name that a venue is given, without those that abbreviations leave out."""
    parts = ([word for word in _spell(part).split() if word not in _DROPPED] for part in _PARTED.split(venue))
    return [words for words in parts if words]


def _is_short_of(short: list[str], whole: list[str]) -> bool:
    """Return whether a name abbreviates another: its words cut or contracted, or beginnings of them run together."""
    if len(short) == len(whole):
        return len(short) > 1 and all(_is_contracted(*pair) for pair in zip(short, whole, strict=True))
    return len(whole) > 1 and _is_run_of("".join(short), whole)


def _is_contracted(short: str, whole: str) -> bool:
    letters = iter(whole)
    return short[0] == whole[0] and all(letter in letters for letter in short)


def _is_run_of(letters: str, words: list[str]) -> bool:
    """Return whether letters are made of a beginning of each word, in their order."""
    reached = {0}
    for word in words:
        reached = {
            start + length
            for start in reached
            for length in range(1, len(word) + 1)
            if letters[start : start + length] == word[:length]
        }
    return len(letters) in reached


def _spell(venue: str) -> str:
    decomposed = unicodedata.normalize("NFKD", venue.casefold().replace("&amp;", "and").replace("&", "and"))
    plain = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return " ".join(_WORD.findall(plain))
