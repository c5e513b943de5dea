"""The wording of a review as queries, and how well the words of works match them: BM25 in memory."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tasks.analysts.extractive.queries import strip_review_words
from tasks.text.terms import split_terms


def phrase_topic(topic: str) -> list[str]:
    """Return the queries that stand for a topic: itself, before that without "a systematic review" where it says so."""
    return list(dict.fromkeys([strip_review_words(topic), topic]))


def score_words(texts: Sequence[str], queries: Sequence[str]) -> NDArray[np.float64]:
    """Return the BM25 score of every text for every query (shape: queries x texts); 0 where they share no term.

    Robertson & Zaragoza 2009, Lucene's variant with k1 = 1.5 and b = 0.75, over stems, as in the local catalogue.
    """
    import bm25s  # noqa: PLC0415 - half a second that only ranking has to pay

    vocabulary: dict[str, int] = {}
    documents = [[vocabulary.setdefault(term, len(vocabulary)) for term in split_terms(text)] for text in texts]
    scores = np.zeros((len(queries), len(texts)))
    if not vocabulary:
        return scores
    logging.getLogger("bm25s").setLevel(logging.WARNING)
    index = bm25s.BM25(k1=1.5, b=0.75, method="lucene", backend="numpy")
    index.index((documents, vocabulary), create_empty_token=False, show_progress=False)
    for row, query in enumerate(queries):
        known = [vocabulary[term] for term in split_terms(query) if term in vocabulary]
        if known:
            scores[row] = index.get_scores_from_ids(known)
    return scores
