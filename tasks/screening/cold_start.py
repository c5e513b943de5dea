"""Ranking before anything is decided: by the wording of the review, and by links to the works that match it best.

The wording of a review as queries, and how well the words of works match them: BM25 in memory.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack

from tasks.screening.features import Features, RankingPool
from tasks.text.topics import strip_review_words
from tasks.text.words import split_terms


def phrase_topic(topic: str) -> list[str]:
    """Return the queries for a topic: itself, preceded by it without "a systematic review" if it says so."""
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


# Kinds of evidence weigh the same, each in standard deviations over the pool: weights chosen on some worlds do no
# better on others (`litreview bench transfer`). Listed in order of use.
_LINK_STEEPNESS = 16
_ASSUMED_RELEVANT = 20
_LARGEST_ASSUMED_SHARE = 0.25
_CITATION_WEIGHT = 0.55
_FOLDS = 5


@dataclass(frozen=True, eq=False, slots=True)
class Meaning:
    """Unit vectors, one row for each work of a pool and one for each query."""

    works: NDArray[np.floating]
    queries: NDArray[np.floating]


def rank_cold(
    features: Features, queries: Sequence[str], meaning: Meaning | None, rates: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how well each work of the pool fits the review's wording, in the order of the pool; higher is better.

    The sum of two scores, each in standard deviations over the pool:

    - the evidence (`weigh_evidence`) of wording, links and `rates`, the logarithms of the works' citations a year;
    - pseudo-relevance feedback (Rocchio 1971) from it: a linear classifier of words and citations that takes the 20
      best works as relevant (a quarter of fewer than 80 works) and all others as irrelevant.

    Works that a score cannot distinguish get 0 for it. Scores of different pools cannot be compared.

    Raises:
        ValueError: the vectors do not match the works, or the query vectors the queries.
    """
    works = len(features.pool.work_ids)
    if meaning and (len(meaning.works) != works or len(meaning.queries) != len(queries)):
        raise ValueError("cold ranking needs one vector for each work and one for each query")
    if not works:
        return np.zeros(0)
    first = weigh_evidence(features.pool, queries, meaning, rates)
    return first + learn_from_best(features, first)


def weigh_evidence(
    pool: RankingPool,
    queries: Sequence[str],
    meaning: Meaning | None,
    rates: NDArray[np.float64],
    *,
    links: float = 1.0,
    citations: float = 1.0,
) -> NDArray[np.float64]:
    """Return the standardised sum of three kinds of evidence, each in standard deviations over the pool.

    - wording: BM25 of the queries and, if vectors are given, as much the mean cosine to theirs;
    - links: the works of the pool it cites or is cited by, each weighted by the 16th power of its percentile by
      wording, so that in practice only those in the best tenth count; the logarithm of the sum;
    - citations a year, as the logarithm.

    `links` and `citations` weigh the last two against the wording; only the benchmark that asks whether other weights
    would do better gives them.
    """
    wording = _standardise(sum(map(_standardise, score_words(pool.texts, queries)), np.zeros(len(pool.work_ids))))
    if meaning and len(queries):
        wording = _standardise(wording + _standardise((meaning.queries @ meaning.works.T).mean(axis=0)))
    return _standardise(wording + links * _score_links(pool, wording) + citations * _standardise(rates))


def _score_links(pool: RankingPool, wording: NDArray[np.float64]) -> NDArray[np.float64]:
    from scipy.stats import rankdata  # noqa: PLC0415 - a second that only ranking has to pay

    weights = (rankdata(wording) / len(wording)) ** _LINK_STEEPNESS
    return _standardise(np.log1p(_join_pool(pool) @ weights))


def _join_pool(pool: RankingPool) -> csr_matrix:
    """Return the matrix with 1 where one of two works in the pool cites the other."""
    place = {work_id: row for row, work_id in enumerate(pool.work_ids)}
    pairs = {
        (row, place[reference])
        for row, references in enumerate(pool.references)
        for reference in references
        if place.get(reference, row) != row
    }
    cells = np.array(sorted(pairs | {(cited, citing) for citing, cited in pairs}), dtype=np.int64).reshape(-1, 2)
    return csr_matrix((np.ones(len(cells)), (cells[:, 0], cells[:, 1])), shape=(len(place), len(place)))


def learn_from_best(features: Features, first: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores from a classifier that takes the best works as relevant; 0 if there is nothing to distinguish.

    Each fifth of the pool is scored by a classifier trained on the other four: one trained on a work taken as relevant
    would only repeat that, and leave a gap below the last such work.
    """
    from sklearn.svm import LinearSVC  # noqa: PLC0415 - a second that only ranking has to pay

    blocks = hstack([features.text, _CITATION_WEIGHT * features.citations], format="csr")
    best = min(_ASSUMED_RELEVANT, int(len(first) * _LARGEST_ASSUMED_SHARE))
    if best < _FOLDS or not blocks.shape[1] or not np.ptp(first):
        return np.zeros(len(first))
    order = np.array(sorted(range(len(first)), key=lambda row: (-first[row], features.pool.work_ids[row])))
    relevant = np.zeros(len(first), dtype=bool)
    relevant[order[:best]] = True
    fold = np.empty(len(first), dtype=np.int64)
    fold[order] = np.arange(len(first)) % _FOLDS
    learned = np.zeros(len(first))
    for held_out in range(_FOLDS):
        model = LinearSVC(C=0.1, class_weight="balanced", dual=True, random_state=0)
        model.fit(blocks[fold != held_out], relevant[fold != held_out])
        learned[fold == held_out] = model.decision_function(blocks[fold == held_out])
    return _standardise(learned)


def _standardise(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    deviation = float(np.std(scores))
    # Equal scores may differ by rounding, which must not be magnified into a difference.
    if deviation <= 1e-12 * max(1.0, float(np.abs(scores).max())):
        return np.zeros(len(scores))
    return np.asarray((scores - np.mean(scores)) / deviation, dtype=np.float64)
