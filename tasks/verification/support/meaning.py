"""How far the words of a sentence are, by what they mean where they stand, from any word of a work."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tasks.meaning.bounds import bound_text
from tasks.meaning.minilm import open_minilm
from tasks.text.words import FUNCTION_WORDS
from tasks.verification.support.reading import Weights, read_text

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_MOST_KEPT = 2048  # texts, of some 20 KB each


def measure_distance(claim: str, passages: Sequence[str], weights: Weights) -> float | None:
    """Return 1 - cosine from the words of a sentence to the nearest word of passages, their mean by weight, in [0, 2].

    The precision of BERTScore with inverse document frequencies (Zhang et al. 2020), by MiniLM. None where the model
    is not installed or there is no word of content to compare.
    """
    words, vectors = _read_words(claim)
    others = [found for _, found in map(_read_words, passages) if len(found)]
    if not words or not others:
        return None
    nearest = (vectors @ np.concatenate(others).T).max(axis=1)
    weighed = np.array([weights.of(next(iter(read_text(word).terms), word)) for word in words])
    return float(1 - (nearest * weighed).sum() / weighed.sum())


@lru_cache(maxsize=_MOST_KEPT)
def _read_words(text: str) -> tuple[tuple[str, ...], NDArray[np.float32]]:
    """Return the words of content of a text and the unit vector of each [words, 384]: the mean over its tokens."""
    words: list[str] = []
    vectors: list[NDArray[np.float32]] = []
    if model := open_minilm():
        bounded = bound_text(text)
        places, tokens = model.read_tokens(bounded)
        for match in _WORD.finditer(bounded):
            own = [at for at, (start, end) in enumerate(places) if start < match.end() and end > match.start()]
            if own and (word := match[0].lower()) not in FUNCTION_WORDS:
                mean = tokens[own].mean(axis=0)
                words.append(word)
                vectors.append(mean / np.linalg.norm(mean))
    return tuple(words), np.array(vectors, dtype=np.float32)
