"""A text read as words with their stems and places, so that cues can be compared with the words around them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_NOT = re.compile(r"n['\u2019]t\b")
_GENERIC_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence: its words in lower case, and beside each its stem, "" for a function word."""

    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...]

    @property
    def terms(self) -> frozenset[str]:
        """Return the stems of the words that carry content, figures among them."""
        return frozenset(filter(None, self.stems))


@lru_cache(maxsize=4096)
def read_text(text: str) -> Reading:
    """Return the words of a text; "didn't" is two words, "did" and "not", and accents are left out."""
    folded = _NOT.sub(" not", text.casefold())
    if not folded.isascii():
        decomposed = unicodedata.normalize("NFKD", folded)
        folded = "".join(char for char in decomposed if unicodedata.category(char) != "Mn")
    words = _WORD.findall(folded)
    # A stemmer of PyStemmer must not be shared by threads.
    stems = Stemmer.Stemmer("english").stemWords(words)
    kept = ("" if word in FUNCTION_WORDS else str(stem) for word, stem in zip(words, stems, strict=True))
    return Reading(text, tuple(words), tuple(kept))


_GENERIC = frozenset(Stemmer.Stemmer("english").stemWords(sorted(GENERIC_WORDS)))


@dataclass(frozen=True)
class Weights:
    """What terms weigh: as `known` says, those not known like the rarest; words of any study weigh less."""

    known: Mapping[str, float]
    unknown: float

    def of(self, term: str) -> float:
        """Return the weight of a term."""
        weight = self.known.get(term, self.unknown)
        return weight * _GENERIC_SHARE if term in _GENERIC else weight

    def sum(self, terms: Iterable[str]) -> float:
        """Return the weight of terms in all."""
        return math.fsum(self.of(term) for term in terms)


def weigh_nearness(claim: Reading, passages: Sequence[Reading], weights: Weights) -> list[float]:
    """Return of each passage the share, by weight, of a sentence's terms that stand in it."""
    whole = weights.sum(claim.terms)
    return [weights.sum(claim.terms & passage.terms) / whole if whole else 0.0 for passage in passages]
