"""Whole noun phrases as titles have them: with their prepositions, and never part of a fixed term."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from tasks.analysts.extractive.keyphrases import begins_well, ends_in_noun, settle_case
from tasks.analysts.extractive.statements import is_reporting
from tasks.text.spelling import fold_spelling
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, split_terms, stem, tokenise

MOST_WORDS = 6

_CUT = re.compile(r"[.,;:!?()\[\]\"“”/<>|=]|\s[\u2013—-]\s|—")
_WORD = re.compile(r"[^\W_]+(?:[-'\u2019][^\W_]+)*")
_LINKS = frozenset(["of", "in", "and", "for", "on", "among", "with", "to", "during", "after", "through"])
_INSIDE = frozenset(
    """levels level concentrations concentration loss impact impacts system systems population populations action
    country countries measurement measurements threat threats risk value values sector model models change
    knowledge""".split()  # noqa: SIM905 -- a word list reads best as text
)
_NOUNS_TOO = frozenset(["stress", "report", "reports", "claims", "estimates", "documents", "states", "advice"])
_FIXED = 0.5
_NO_FIRST = FUNCTION_WORDS | GENERIC_WORDS | _INSIDE
_NO_LAST = FUNCTION_WORDS | GENERIC_WORDS | {"plus", "versus", "vs"}


@dataclass(frozen=True)
class Collocations:
    """Counts of words and of pairs of neighbours in a body of text, by stem."""

    words: Counter[str]
    pairs: Counter[tuple[str, str]]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Collocations:
        """Return the counts over texts."""
        words: Counter[str] = Counter()
        pairs: Counter[tuple[str, str]] = Counter()
        for text in texts:
            for piece in _CUT.split(text):
                stems = [stem(token) for token in tokenise(piece)]
                words.update(stems)
                pairs.update(pairwise(stems))
        return cls(words, pairs)

    def belong_together(self, one: str, other: str) -> bool:
        """Return whether at least half the occurrences of the rarer of two neighbouring words are beside the other."""
        first, second = stem(one.lower()), stem(other.lower())
        fewest = min(self.words[first], self.words[second])
        return fewest == 0 or self.pairs[first, second] / fewest >= _FIXED


def title_phrases(title: str, collocations: Collocations) -> list[str]:
    """Return the complete phrases of two to six words in a title, in normalised case, and its single nouns."""
    found: dict[str, None] = {}
    for piece in _CUT.split(title):
        words = _WORD.findall(piece)
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + MOST_WORDS) + 1):
                if _is_phrase(words[start:end], closes=_closes(words, end)) and not _cuts_term(
                    words, start, end, collocations
                ):
                    found.setdefault(settle_case(" ".join(words[start:end])))
    return list(found)


def fold_terms(text: str) -> list[str]:
    """Return the stems of a text's words in one spelling: inflections and British forms count as the same word."""
    return split_terms(" ".join(fold_spelling(word) for word in tokenise(text)))


@lru_cache(maxsize=65_536)
def content_of(phrase: str) -> tuple[str, ...]:
    """Return the stems of a phrase, as `fold_terms` has them, without its prepositions."""
    words = (word for word in phrase.split() if word.lower() not in FUNCTION_WORDS)
    return tuple(dict.fromkeys(term for word in words for term in fold_terms(word)))


def is_gerund(words: Sequence[str]) -> bool:
    """Return whether the last of several words in lower case is one in -ing after one that may modify it."""
    return len(words) > 1 and words[-1].endswith("ing") and not FUNCTION_WORDS & set(words[-2:])


def _closes(words: Sequence[str], end: int) -> bool:
    """Return whether nothing that a participle could govern follows: in "cognitive training" it is a noun."""
    return end == len(words) or words[end].lower() in FUNCTION_WORDS


def _is_phrase(words: Sequence[str], *, closes: bool) -> bool:
    lower = [word.lower() for word in words]
    inner = lower[1:-1]
    linked = [i for i, word in enumerate(inner) if word in FUNCTION_WORDS]
    return (
        lower[0] not in _NO_FIRST
        and begins_well(lower[0])
        and (lower[-1] not in _NO_LAST or (lower[-1] in _INSIDE and len(words) > 1))
        and (ends_in_noun(lower[-1]) or (closes and is_gerund(lower)))
        and (len(linked) == 0 or (len(linked) == 1 and inner[linked[0]] in _LINKS))
        and all(word in FUNCTION_WORDS or word not in GENERIC_WORDS or word in _INSIDE for word in inner)
        and not any(word.isdigit() or (is_reporting(word) and word not in _NOUNS_TOO) for word in lower)
        and (not linked or ends_in_noun(inner[linked[0] - 1] if linked[0] else lower[0]))
    )


def _cuts_term(words: Sequence[str], start: int, end: int, collocations: Collocations) -> bool:
    before = start > 0 and words[start - 1].lower() not in FUNCTION_WORDS
    after = end < len(words) and words[end].lower() not in FUNCTION_WORDS
    return (before and collocations.belong_together(words[start - 1], words[start])) or (
        after and collocations.belong_together(words[end - 1], words[end])
    )
