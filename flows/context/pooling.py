"""The effects that people asked to be pooled, computed from what is on record now."""

from __future__ import annotations

from storage.core.ledger import Ledger
from storage.reading.pooling import read_poolings, read_stated_effects, replace_pooled
from storage.records.pooling import PooledEffect, PooledResult
from tasks.evidence.pooling import Candidate, list_candidates, pool_effects


def pool_again(ledger: Ledger) -> None:
    """Compute what the requests in force come to, and put it in the place of what they came to before."""
    requested = read_poolings(ledger)
    if not requested and not ledger.select("SELECT count(*) FROM pooled_result").item():
        return
    stated = read_stated_effects(ledger) if requested else []
    known = {(one.exposure, one.outcome, one.measure): one for one in list_candidates(stated)}
    effects: list[PooledEffect] = []
    results: list[PooledResult] = []
    for one in requested:
        key = one.pooling.exposure, one.pooling.outcome, one.pooling.measure
        effect, part = pool_effects(known.get(key, Candidate(*key, (), ())), one.pooling.estimator)
        effects += [effect] if effect else []
        results += part
    replace_pooled(ledger, effects, results)
