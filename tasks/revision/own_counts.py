"""Counts of works that a review states of itself: no source states them, the review's own record does."""

from __future__ import annotations

import re

from tasks.text.quantities import read_number

# "15 further works", "eleven of the 20 works of this theme", "36 of the 102 included works".
_COUNT = re.compile(
    r"\b(?:(?P<some>[\w-]+) of the )?(?P<all>[\w-]+) (?:(?:further|included|other) works\b|works? of this theme\b)",
    re.IGNORECASE,
)


def cut_own_counts(sentence: str, cited: int, corpus: int) -> str:
    """Return a sentence without its counts of the review's works, where they can be true.

    They can if the first is no more than the second, and the last no less than the number of works that the sentence
    cites (`cited`), and no more than that of all works (`corpus`).
    """

    def cut(match: re.Match[str]) -> str:
        numbers = [read_number(match[name]) for name in ("some", "all") if match[name]]
        told = [number for number in numbers if number is not None]
        true = len(told) == len(numbers) and told == sorted(told) and cited <= told[-1] <= corpus
        return " works " if true else match[0]

    return _COUNT.sub(cut, sentence)
