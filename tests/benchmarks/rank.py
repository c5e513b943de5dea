"""How well the works of a world are ranked by the title of its review alone, before anything is decided."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from tasks.screening.cold_start import Meaning, phrase_topic, rank_cold, score_words
from tasks.screening.embeddings import embed_texts
from tasks.screening.features import RankingPool, build_features
from tests.benchmarks.pools import read_rated_pool
from tests.benchmarks.rows import Row, average, share
from tests.benchmarks.worlds import World

_QUARTER = 0.25
_CORPUS_FACTOR = 3
_MEASURES = ("AUC", "recall at 25%", "recall at 3 x included")
_PEERS = ("", ", BM25 alone", ", MiniLM alone", ", without vectors")
_CUTOFF_MEASURES = ("stand out per included work", "included that stand out")

_DEVIATIONS = 2.0


_NORMAL_MAD = 1.4826  # standard deviations of a normal distribution in one median absolute deviation


def measure_rank(worlds: Sequence[World]) -> list[Row]:
    """Return the measures of each world, then their means over worlds, of the ranking and of simpler ones.

    BM25 and MiniLM stand by themselves; without vectors is how reviews rank where nothing is embedded: pools of more
    than 2,000 works, and analysts that read. About 30 works a second, because all are embedded.
    """
    rows: list[Row] = []
    for world in worlds:
        rows += _measure_world(world)
    return rows + average(rows, [measure + peer for measure in _MEASURES for peer in _PEERS] + [*_CUTOFF_MEASURES])


def _measure_world(world: World) -> list[Row]:
    pool, rates = read_rated_pool(world)
    features, queries = build_features(pool), phrase_topic(world.title)
    meaning = Meaning(np.array(embed_texts(pool.texts)), np.array(embed_texts(queries)))
    scores = rank_cold(features, queries, meaning, rates)
    return [
        Row(world.name, "works", world.works),
        Row(world.name, "included", len(world.gold)),
        *describe_ranking(world, pool, scores),
        *describe_ranking(world, pool, score_words(pool.texts, queries[:1])[0], _PEERS[1]),
        *describe_ranking(world, pool, meaning.works @ meaning.queries[0], _PEERS[2]),
        *describe_ranking(world, pool, rank_cold(features, queries, None, rates), _PEERS[3]),
        *describe_cutoff(world, pool, scores),
    ]


def describe_ranking(world: World, pool: RankingPool, scores: NDArray[np.float64], name: str = "") -> list[Row]:
    """Return the area under the ROC curve of a ranking and its recall at two depths, with the most there could be.

    Works with equal scores count half in the area (Hanley and McNeil 1982) and stand by id in the recalls.
    """
    included = np.array([work_id in world.gold for work_id in pool.work_ids])
    area = None if included.all() else round(float(roc_auc_score(included, scores)), 4)
    order = _order(pool, scores)
    depths = (round(_QUARTER * len(order)), min(_CORPUS_FACTOR * len(world.gold), len(order)))
    recalls = [
        Row(
            world.name,
            measure + name,
            share(int(included[order[:depth]].sum()), len(world.gold)),
            bound=share(min(depth, len(world.gold)), len(world.gold)),
        )
        for measure, depth in zip(_MEASURES[1:], depths, strict=True)
    ]
    return [Row(world.name, _MEASURES[0] + name, area), *recalls]


def describe_cutoff(world: World, pool: RankingPool, scores: NDArray[np.float64]) -> list[Row]:
    """Return how many works stand out from the rest by their scores, and how much of the gold is among them."""
    size = count_outstanding(scores)
    kept = {pool.work_ids[row] for row in _order(pool, scores)[:size]}
    return [
        Row(world.name, "stand out", size),
        Row(world.name, _CUTOFF_MEASURES[0], share(size, len(world.gold))),
        Row(world.name, _CUTOFF_MEASURES[1], share(len(kept & world.gold), len(world.gold))),
    ]


def count_outstanding(scores: NDArray[np.float64]) -> int:
    """Return how many works stand out: score more than two robust standard deviations above the median.

    Most of a pool is irrelevant, so the median and the median absolute deviation describe the irrelevant (Hampel 1974).
    A pool's scores say little about how much of it a review would include: on four gold worlds 1.4, 2.7, 4.7 and 29
    times the included works stand out, and 61% to 100% of the included do.
    """
    if not len(scores):
        return 0
    median = np.median(scores)
    deviation = _NORMAL_MAD * np.median(np.abs(scores - median))
    return int(np.count_nonzero(scores > median + _DEVIATIONS * deviation))


def _order(pool: RankingPool, scores: NDArray[np.float64]) -> list[int]:
    return sorted(range(len(scores)), key=lambda row: (-scores[row], pool.work_ids[row]))
