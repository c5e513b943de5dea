"""Which works hold which terms how often: collected while records are read, written sorted by term.

A posting is a work's ordinal in its segment and how often it has the term; the postings of a term stand together, in
the order of ordinals, and the dictionary says where (`first`) and how many (`df`, the document frequency).
"""

from __future__ import annotations

from array import array
from pathlib import Path

import numpy as np
import pyarrow as pa

from tasks.catalogues.local.sorted_table import Numbers, hash_text, write_columns
from tasks.text.words import make_stemmer, split_words

POSTING_ROWS = 65_536
# A posting while it is collected is one number: term, ordinal, frequency, from high bits to low.
_FREQUENCY_BITS, _ORDINAL_BITS = 12, 25
_MOST_OFTEN = (1 << _FREQUENCY_BITS) - 1
_WORKS_AT_ONCE = 20_000
MOST_WORKS = 1 << _ORDINAL_BITS


class _TermOfWord(dict[str, int]):
    """The number of the term of each word met so far; a new word is stemmed, and a new term numbered."""

    def __init__(self, terms: dict[str, int]) -> None:
        super().__init__()
        self._terms = terms
        self._stem = make_stemmer().stemWord

    def __missing__(self, word: str) -> int:
        number = self[word] = self._terms.setdefault(self._stem(word), len(self._terms))
        return number


class PostingsBuilder:
    """Collects the terms of works in the order of their ordinals."""

    def __init__(self) -> None:
        """Start without works."""
        self._terms: dict[str, int] = {}
        self._words = _TermOfWord(self._terms)
        self._numbers, self._lengths = array("i"), array("i")
        self._done = 0
        self._packed: list[Numbers] = []

    def add(self, text: str) -> int:
        """Add the next work's text; return how many terms it has."""
        before = len(self._numbers)
        self._numbers.extend(map(self._words.__getitem__, split_words(text)))
        length = len(self._numbers) - before
        self._lengths.append(length)
        if len(self._lengths) == _WORKS_AT_ONCE:
            self._pack()
        return length

    def write(self, dictionary: Path, postings: Path) -> None:
        """Write the dictionary, sorted by the terms' hashes, and the postings in that order."""
        self._pack()
        self._words.clear()
        packed = np.concatenate(self._packed) if self._packed else np.zeros(0, dtype=np.int64)
        self._packed.clear()
        terms = np.array([hash_text(term) for term in self._terms], dtype=np.int64)
        order = np.argsort(terms, kind="stable")
        # From numbers in the order of coming to places in the order of hashes.
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        shift = _ORDINAL_BITS + _FREQUENCY_BITS
        low = packed & ((1 << shift) - 1)
        packed >>= shift
        packed = place[packed]
        packed <<= shift
        packed |= low
        del low
        packed.sort()
        counts = np.bincount(packed >> shift, minlength=len(order))
        names = list(self._terms)
        write_columns(
            dictionary,
            {
                "hash": terms[order],
                "term": pa.array([names[number] for number in order], pa.string()),
                "df": counts.astype(np.int32),
                "first": np.concatenate(([0], np.cumsum(counts)[:-1])).astype(np.int64) if len(order) else counts,
            },
        )
        ordinals = ((packed >> _FREQUENCY_BITS) & (MOST_WORKS - 1)).astype(np.int32)
        write_columns(postings, {"ordinal": ordinals, "tf": (packed & _MOST_OFTEN).astype(np.int16)}, rows=POSTING_ROWS)

    def _pack(self) -> None:
        lengths = np.frombuffer(self._lengths, dtype=np.int32) if self._lengths else np.zeros(0, np.int32)
        numbers = np.frombuffer(self._numbers, dtype=np.int32) if self._numbers else np.zeros(0, np.int32)
        ordinals = np.repeat(np.arange(self._done, self._done + len(lengths), dtype=np.int64), lengths)
        keys = (numbers.astype(np.int64) << _ORDINAL_BITS) | ordinals
        keys, often = np.unique(keys, return_counts=True)
        self._packed.append((keys << _FREQUENCY_BITS) | np.minimum(often, _MOST_OFTEN))
        self._done += len(lengths)
        self._numbers, self._lengths = array("i"), array("i")


def collect_terms(texts: list[str]) -> tuple[Numbers, Numbers]:
    """Return the hashes of the terms of some works, sorted, and how many of the works have each."""
    stem = make_stemmer().stemWord
    own = [hash_text(term) for text in texts for term in {stem(word) for word in split_words(text)}]
    hashes, counts = np.unique(np.array(own, dtype=np.int64), return_counts=True)
    return hashes, counts.astype(np.int64)
