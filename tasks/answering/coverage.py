"""Whether a sentence speaks of what a question asks: term by term, by words and by meaning.

What a term of a question is worth is how much the question's meaning changes without it (one minus the cosine between
the sentence vectors with and without it, an occlusion in the sense of Zeiler and Fergus 2014), times how rare it is
among the works (inverse document frequency; Robertson and Zaragoza 2009). So the words in which a question is asked,
and those of which every work of the review speaks, are worth next to nothing, and no list of either is needed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tasks.text.spelling import fold_spelling
from tasks.text.words import FUNCTION_WORDS, GENERIC_WORDS, split_terms

_TOKEN = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_MEASURE = re.compile(
    r"\bhow (fast|quickly|slowly|long|large|big|small|old|tall|heavy|deep|far|high|low|often|common|frequent|"
    r"frequently|likely|strong|strongly|well|soon)\b",
    re.IGNORECASE,
)
_COMMON = 0.5  # added to each rarity, so that a question about what every work is about has terms, too
_BESIDE = 0.7  # what a term counts that only the rest of the work has, of what it counts in the sentence
_FEWEST_NAMING, _GREAT_PART = 3, 1 / 3
_MEANT = 0.6  # what it counts at most where the sentence only means it

Vectors = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a question that can carry its subject: as typed, its stems, and the question without it."""

    word: str
    stems: frozenset[str]
    without: str


def read_terms(question: str) -> list[Term]:
    """Return the terms of a question in order, without function words and the general words of research.

    Nor is the measure asked for a term: "how fast" is answered by a speed, not by the word.
    Where nothing else is left, the general words are its terms.
    """
    measures = {match.start(1) for match in _MEASURE.finditer(question)}
    words = [
        match
        for match in _TOKEN.finditer(question)
        if match[0].lower() not in FUNCTION_WORDS and match.start() not in measures
    ]
    special = [match for match in words if match[0].lower() not in GENERIC_WORDS] or words
    terms = [
        Term(match[0], read_stems(match[0]), f"{question[: match.start()]}{question[match.end() :]}")
        for match in special
    ]
    return [term for term in terms if term.stems]


def read_stems(text: str) -> frozenset[str]:
    """Return the stems of a text's terms, whether its spelling is British or American."""
    return frozenset(split_terms(_TOKEN.sub(lambda word: fold_spelling(word[0]), text)))


def weigh_terms(
    terms: Sequence[Term], works: Sequence[frozenset[str]], asked: Vectors, occluded: Vectors
) -> list[float]:
    """Return what each term is worth, by the stems of each work and the vectors of the question with and without it."""
    meanings = np.clip(1 - occluded @ asked, 0, None)
    return [float(meaning) * _measure_rarity(term.stems, works) for term, meaning in zip(terms, meanings, strict=True)]


def measure_coverage(
    terms: Sequence[Term],
    weights: Sequence[float],
    sentence: frozenset[str],
    work: frozenset[str],
    gains: Sequence[float],
) -> float:
    """Return in [0, 1] how much of a question's terms, by weight, a sentence speaks of.

    `sentence` and `work` are stems; `gains` say how much nearer each term brings the question to the sentence, as a
    share of how much it changes the question.
    """
    told = [
        weight * _count_term(term, sentence, work, gain)
        for term, weight, gain in zip(terms, weights, gains, strict=True)
    ]
    whole = math.fsum(weights)
    return math.fsum(told) / whole if whole else 0.0


def find_compounds(terms: Sequence[Term], question: str, works: Sequence[str]) -> list[tuple[int, int]]:
    """Return the places of neighbouring terms that several works, given as texts in lower case, use as one name.

    What has one half of such a name and not the other, "baclofen" for "intrathecal baclofen", is another thing.
    """
    asked = question.lower()
    pairs = []
    for place, (one, other) in enumerate(pairwise(terms)):
        name = f"{one.word} {other.word}".lower()
        if name in asked and sum(name in text for text in works) >= _FEWEST_NAMING:
            pairs.append((place, place + 1))
    return pairs


def is_about_another(
    terms: Sequence[Term], weights: Sequence[float], compounds: Sequence[tuple[int, int]], work: frozenset[str]
) -> bool:
    """Return whether a work, by its stems, never has one half of a name that is a third of the question or more."""
    whole = math.fsum(weights)
    return any(
        weights[one] + weights[other] >= _GREAT_PART * whole
        and (terms[one].stems <= work) != (terms[other].stems <= work)
        for one, other in compounds
    )


def _count_term(term: Term, sentence: frozenset[str], work: frozenset[str], gain: float) -> float:
    if term.stems <= sentence:
        return 1.0
    return max(_BESIDE if term.stems <= work else 0.0, _MEANT * min(max(gain, 0.0), 1.0))


def _measure_rarity(stems: frozenset[str], works: Sequence[frozenset[str]]) -> float:
    having = sum(stems <= work for work in works)
    return _COMMON + math.log(1 + (len(works) - having + 0.5) / (having + 0.5))
