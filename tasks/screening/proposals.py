"""Which works the analyst is asked about next, most promising first, and when it has been asked enough."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import logit

from storage.screening.screening import BATCH_SIZE
from tasks.screening.features import Features
from tasks.screening.learner import rank_by_decisions

_UNDECIDED = 0.12
# With so many decisions of the rarer kind, the learned scores weigh as much as the wording.
_EQUAL_AT = 10.0
_DIGITS = 9


@dataclass(frozen=True, eq=False, slots=True)
class Pool:
    """The features of the works to rank and their scores from the wording alone, in the order of the pool."""

    features: Features
    cold: NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Ranking:
    """A score for each work of the pool (0 is even odds, or the mean), and the weights of the ranker if it learned."""

    scores: NDArray[np.float64]
    weights: dict[str, float]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Works to ask the analyst about, most promising first, and their scores."""

    work_ids: tuple[str, ...]
    scores: tuple[float, ...]


def score_pool(pool: Pool, verdicts: Mapping[str, bool]) -> Ranking:
    """Return the standard scores of the wording and, increasingly as decisions come in, the log-odds learned from them.

    Both weigh the same at ten decisions of the rarer kind. Works that are not in the pool teach nothing.
    """
    place = {work_id: row for row, work_id in enumerate(pool.features.pool.work_ids)}
    labels = {place[work_id]: verdict for work_id, verdict in verdicts.items() if work_id in place}
    included = sum(labels.values())
    rarer = min(included, len(labels) - included)
    cold = (pool.cold - pool.cold.mean()) / (float(pool.cold.std()) or 1.0)
    if not rarer:
        return Ranking(np.round(cold, _DIGITS), {})
    ranking = rank_by_decisions(pool.features, labels)
    trust = rarer / (rarer + _EQUAL_AT)
    return Ranking(np.round(trust * logit(ranking.scores) + (1 - trust) * cold, _DIGITS), ranking.weights)


def propose(pool: Pool, ranking: Ranking, pending: Collection[str], named: Collection[str], *, size: int) -> Proposal:
    """Return the next works to screen, at most `size`: the best by score and, if the ranker has learned, 12% uncertain.

    Uncertain works are those with scores nearest to even odds (uncertainty sampling, Lewis & Gale 1994). Works the user
    named come before all others.
    """
    ids, scores = pool.features.pool.work_ids, ranking.scores
    waiting = sorted(
        (i for i, work_id in enumerate(ids) if work_id in pending),
        key=lambda i: (ids[i] not in named, -scores[i], ids[i]),
    )
    undecided = round(size * _UNDECIDED) if ranking.weights else 0
    best = waiting[: size - undecided]
    rest = sorted(waiting[len(best) :], key=lambda i: (abs(scores[i]), ids[i]))[:undecided]
    chosen = best + sorted(rest, key=lambda i: (-scores[i], ids[i]))
    return Proposal(tuple(ids[i] for i in chosen), tuple(float(scores[i]) for i in chosen))


@dataclass(frozen=True, slots=True)
class StopPolicy:
    """How screening is audited and ended.

    Attributes:
        audited: works of a batch drawn at random once ranked batches find fewer than `sparse` relevant works.
        sparse: relevant works in a full batch below which auditing begins, permanently.
        budget: share of the works found that may be screened without a certificate.
    """

    audited: int = 5
    sparse: int = 2
    budget: float = 0.59

    def begins_audit(self, size: int, included: int) -> bool:
        """Return whether a batch of `size` works with `included` relevant ones shows that ranked screening runs dry."""
        return size == BATCH_SIZE and included < self.sparse
