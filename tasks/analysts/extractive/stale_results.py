"""What was going on when a work appeared, and no longer is when the newest works do: passed over, or told with its year."""

# ruff: noqa: E501 -- a family of cues reads best on one line, as in a table

from __future__ import annotations

import re
from collections.abc import Sequence

from storage.records.writing import ReadWork

_PASSING = 2  # years after which what was going on no longer is
_IN_PASSING = re.compile(
    r"\b(?:currently|at present|presently|at the moment|on-?going|under ?way|awaiting|awaited|recently|in recent years|"
    r"(?:in|under) development|over the (?:past|last) (?:\w+ )?(?:decades?|years)|(?:is|are) (?:now )?becoming|(?:is|are) now)\b",
    re.IGNORECASE,
)
_PRESENT = re.compile(r"\b(?:is|are|has|have|remains?)\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|had|did)\b", re.IGNORECASE)


def find_newest(works: Sequence[ReadWork]) -> int:
    """Return the year of the newest of some works, 0 where none is known."""
    return max((work.work.year or 0 for work in works), default=0)


def is_outdated(text: str, year: int, newest: int) -> bool:
    """Return whether a sentence tells what was going on in its year, more than two years before the newest work."""
    return bool(year and year < newest - _PASSING and _IN_PASSING.search(text))


def is_stale(text: str, year: int, newest: int) -> bool:
    """Return whether what is outdated is told in the present tense, so that a reader takes it for how things are now."""
    return is_outdated(text, year, newest) and tells_present(text)


def tells_present(text: str) -> bool:
    """Return whether a sentence tells in the present tense what is going on, which will be stale one day."""
    return bool(_IN_PASSING.search(text) and _PRESENT.search(text)) and not _PAST.search(text)
