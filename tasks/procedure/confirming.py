"""Whether the record bears out a statement that somebody put in other words: what it counts and what it asserts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from tasks.procedure.asserting import bears_out_assertion
from tasks.procedure.counting import bears_out_counts
from tasks.procedure.facts import Facts
from tasks.procedure.plain import mask_numbers

ALIKE = 0.75
_SHARED = 0.5
_SHORT = 12
_PARTS = re.compile(r"[,;:]\s+")
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*|⟦\d+⟧")
# Words that a sentence may have more than the one it is held against, and say the same.
_EMPTY = frozenset(
    """
    a an and are as at be been by did does for from had has have here in is it its of on or out so that the their them
    then there these they this those thus to up was were which with works work review altogether total also
    """.split()  # noqa: SIM905 - read best as text
)


def bears_out(plain: str, facts: Facts, truths: Mapping[str, str]) -> bool:
    """Return whether a statement, as it reads, says what a sentence on record says, or only what the record decides.

    Each part between commas has to be short, and to state counts that are right and no other, or assert what is so.
    """
    words = split_words(plain)
    if any(not _adds(split_words(other), words) for other in truths):
        return True
    return all(
        len(split_words(part)) <= _SHORT and _says_what_is_so(part, plain, facts) for part in _PARTS.split(plain)
    )


def _says_what_is_so(part: str, plain: str, facts: Facts) -> bool:
    return bears_out_counts(part, facts) if mask_numbers(part)[1] else bears_out_assertion(part, plain, facts)


@lru_cache(1_024)
def split_words(plain: str) -> tuple[str, ...]:
    """Return the words and numbers of a sentence as it reads."""
    return tuple(_WORD.findall(plain))


@lru_cache(65_536)
def measure_likeness(words: tuple[str, ...], others: tuple[str, ...]) -> float:
    """Return the share of words that two sentences have in common, in their order; 0.0 where that must be little."""
    shared, longest = len(set(words) & set(others)), max(len(set(words)), len(set(others)))
    if shared < _SHARED * longest:
        return 0.0
    return SequenceMatcher(None, words, others, autojunk=False).ratio()


def _adds(truth: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether a sentence is not like one that holds, or says a word that this does not."""
    return measure_likeness(tuple(truth), tuple(words)) < ALIKE or bool(set(words) - set(truth) - _EMPTY)
