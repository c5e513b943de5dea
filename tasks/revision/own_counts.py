"""Counts of works that a review states of itself: no source states them, the review's own record does."""

from __future__ import annotations

import re

from tasks.text.quantities import read_number

# "15 further works", "eleven of the 20 works of this theme", "36 of the 102 included works", "45 works, among them".
_COUNT = re.compile(
    r"\b(?:(?P<some>[\w-]+) of the )?(?P<all>[\w-]+) "
    r"(?:(?:further|included|other) works\b|works? of this theme\b|works(?=, among them\b))",
    re.IGNORECASE,
)
_BY_DESIGN = re.compile(r"^By title and abstract, ")
# "three works of this theme are reviews", "two are cohort studies".
_OF_DESIGN = re.compile(r"\b(?P<count>[\w-]+) (?:works? of this theme )?(?=(?:is an?|are) )", re.IGNORECASE)


def counts_designs(text: str) -> bool:
    """Return whether a text begins with how many works of a theme have which design."""
    return bool(_BY_DESIGN.match(text))


def cut_own_counts(sentence: str, cited: int, corpus: int) -> str:
    """Return a sentence without its counts of the review's works, where they can be true.

    They can if the first is no more than the second, and the last no less than the number of works that the sentence
    cites (`cited`), and no more than that of all works (`corpus`). Counts by design are taken together.
    """
    if counts_designs(sentence):
        counts = [read_number(match["count"]) for match in _OF_DESIGN.finditer(sentence)]
        true = cited <= sum(count or 0 for count in counts) <= corpus
        return _OF_DESIGN.sub("works ", sentence) if true else sentence

    def cut(match: re.Match[str]) -> str:
        numbers = [read_number(match[name]) for name in ("some", "all") if match[name]]
        told = [number for number in numbers if number is not None]
        true = len(told) == len(numbers) and told == sorted(told) and cited <= told[-1] <= corpus
        return " works " if true else match[0]

    return _COUNT.sub(cut, sentence)
