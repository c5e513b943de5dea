"""Which works the analyst is asked about next: the most promising, and a few on which the ranker is undecided."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tasks.ranking.features import Features
from tasks.ranking.learner import rank_by_decisions

_UNDECIDED = 0.12
# With so many decisions of the rarer kind, what was learned weighs as much as what the wording says.
_EQUAL_AT = 10.0


@dataclass(frozen=True, eq=False, slots=True)
class Pool:
    """The features of the works to rank and their scores from the wording alone, in the order of the pool."""

    features: Features
    cold: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Works to ask the analyst about, most promising first, their scores, and the weights of the ranker."""

    work_ids: tuple[str, ...]
    scores: tuple[float, ...]
    weights: dict[str, float]


def propose(
    pool: Pool,
    verdicts: Mapping[str, bool],
    pending: Collection[str],
    named: Collection[str],
    *,
    size: int,
    above: float = -math.inf,
) -> Proposal:
    """Return the next works to screen: of every 25, the 22 with the best scores and 3 with scores nearest to even odds.

    Works the user named come before all others; else only works with scores above a bound are proposed.

    A score is the log-odds the ranker learned and the standard score of the wording, weighted by how many decisions of
    the rarer kind there are.
    """
    scores, learned, weights = score_pool(pool, verdicts)
    ids = pool.features.pool.work_ids
    waiting = sorted(
        (i for i, work_id in enumerate(ids) if work_id in pending and (work_id in named or scores[i] > above)),
        key=lambda i: (ids[i] not in named, -scores[i], ids[i]),
    )
    undecided = round(size * _UNDECIDED) if learned else 0
    best = waiting[: size - undecided]
    rest = sorted(waiting[len(best) :], key=lambda i: (abs(scores[i]), ids[i]))[:undecided]
    chosen = best + sorted(rest, key=lambda i: (-scores[i], ids[i]))
    return Proposal(tuple(ids[i] for i in chosen), tuple(float(scores[i]) for i in chosen), weights)


def score_pool(pool: Pool, verdicts: Mapping[str, bool]) -> tuple[NDArray[np.float64], bool, dict[str, float]]:
    """Return a score for each work (0 is even odds), whether decisions entered it, and the weights of the ranker."""
    place = {work_id: row for row, work_id in enumerate(pool.features.pool.work_ids)}
    labels = {place[work_id]: verdict for work_id, verdict in verdicts.items() if work_id in place}
    included = sum(labels.values())
    rarer = min(included, len(labels) - included)
    spread = float(pool.cold.std()) or 1.0
    cold = np.round((pool.cold - pool.cold.mean()) / spread, 9)
    if not rarer:
        return cold, False, {}
    ranking = rank_by_decisions(pool.features, labels)
    learned = np.log(ranking.scores) - np.log1p(-ranking.scores)
    trust = rarer / (rarer + _EQUAL_AT)
    return np.round(trust * learned + (1 - trust) * cold, 9), True, ranking.weights
