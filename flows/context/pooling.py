"""The effects that people asked to be pooled, computed from what is on record now."""

from __future__ import annotations

from collections.abc import Sequence

from storage.core.ledger import Ledger
from storage.reading.pooling import read_poolings, read_stated_effects, replace_pooled
from storage.records.pooling import PooledEffect, PooledResult, Requested
from tasks.evidence.pooling import Candidate, list_candidates, pool_effects


def pool_again(ledger: Ledger) -> None:
    """Compute what the requests in force come to, and put it in the place of what they came to before."""
    requested = read_poolings(ledger)
    if not requested and not ledger.select("SELECT count(*) FROM pooled_result").item():
        return
    pooled = compute_poolings(ledger, requested)
    effects = [effect for effect, _ in pooled if effect]
    replace_pooled(ledger, effects, [one for _, part in pooled for one in part])


def compute_poolings(
    ledger: Ledger, requested: Sequence[Requested]
) -> list[tuple[PooledEffect | None, list[PooledResult]]]:
    """Return what requests come to with the effects on record now, None where they cannot be met, and each part."""
    stated = read_stated_effects(ledger) if requested else []
    known = {(one.exposure, one.outcome, one.measure): one for one in list_candidates(stated)}
    pooled = []
    for one in requested:
        key = one.pooling.exposure, one.pooling.outcome, one.pooling.measure
        pooled.append(pool_effects(known.get(key, Candidate(*key, (), ())), one.pooling.estimator))
    return pooled
