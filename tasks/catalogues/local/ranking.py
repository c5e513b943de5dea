"""BM25 over title and abstract (Robertson & Zaragoza 2009, Lucene's variant as bm25s computes it), kept in files.

bm25s is imported where it is used: with numba behind it, that takes half a second which most commands never need.
"""

from __future__ import annotations

import logging
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tasks.text.terms import split_terms


class RankingBuilder:
    """Collects documents as term numbers, four bytes a term, and writes the ranking."""

    def __init__(self) -> None:
        """Start without documents."""
        self._vocabulary: dict[str, int] = {}
        self._documents: list[array[int]] = []

    def add(self, text: str) -> None:
        """Add the next document; its position is the number of documents before it."""
        numbers = (self._vocabulary.setdefault(term, len(self._vocabulary)) for term in split_terms(text))
        self._documents.append(array("i", numbers))

    def save(self, folder: Path) -> None:
        """Compute the scores of all documents and write them as arrays that can be memory-mapped."""
        import bm25s  # noqa: PLC0415 - see the module's docstring

        if not self._vocabulary:
            # bm25s cannot index a vocabulary of nothing; a term that no query can hold stands in.
            self._vocabulary = {"": 0}
            self._documents = [array("i", [0]) for _ in self._documents]
        logging.getLogger("bm25s").setLevel(logging.WARNING)
        ranking = bm25s.BM25(k1=1.5, b=0.75, method="lucene", backend="numpy")
        ranking.index((self._documents, self._vocabulary), create_empty_token=False, show_progress=False)
        ranking.save(folder, show_progress=False)


class Ranking:
    """A saved ranking, memory-mapped; it is only read, so threads can share it."""

    def __init__(self, folder: Path) -> None:
        """Map the arrays of the folder.

        Raises:
            OSError, ValueError: files are missing or damaged.
        """
        import bm25s  # noqa: PLC0415 - see the module's docstring

        self._bm25: Any = bm25s.BM25.load(folder, mmap=True, show_progress=False)

    def score(self, text: str) -> npt.NDArray[np.float32]:
        """Return the BM25 score of every document (shape: documents); 0 where no term of the text occurs."""
        vocabulary = self._bm25.vocab_dict
        numbers = [vocabulary[term] for term in split_terms(text) if term in vocabulary]
        if not numbers:
            return np.zeros(self._bm25.scores["num_docs"], dtype=np.float32)
        scores: npt.NDArray[np.float32] = self._bm25.get_scores_from_ids(numbers)
        return scores
