"""How well the words of a theme belong together, judged by the documents they occur in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations


def measure_coherence(words: Sequence[str], documents: Sequence[AbstractSet[str]]) -> float:
    """Return the mean normalised pointwise mutual information of all pairs of words, in [-1, 1], rounded to 6 decimals.

    NPMI of a pair is ``ln(p(x, y) / (p(x) p(y))) / -ln p(x, y)`` (Bouma 2009) with probabilities from co-occurrence in
    a document; its mean over the top words is how coherent people find them (Lau, Newman and Baldwin 2014). A pair that
    never meets counts -1, a pair that occurs in every document 1, fewer than two words give 0.

    Args:
        words: The top words, in the spelling in which documents hold them.
        documents: The distinct terms of each document of the corpus.
    """
    holders = {word: {number for number, terms in enumerate(documents) if word in terms} for word in words}
    values = [
        _measure_pair(len(holders[one]), len(holders[other]), len(holders[one] & holders[other]), len(documents))
        for one, other in combinations(words, 2)
    ]
    return round(math.fsum(values) / len(values), 6) if values else 0.0


def _measure_pair(one: int, other: int, both: int, documents: int) -> float:
    if both == 0:
        return -1.0
    if both == documents:
        return 1.0
    return math.log(both * documents / (one * other)) / -math.log(both / documents)
