"""Whether what effects were pooled to is what the effects on record come to."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.pooling import PooledEffect, Requested
from tasks.evidence.pooling import name_comparison
from tasks.verification.evidence import Check, Failure


def check_poolings(requested: Sequence[Requested], computed: Sequence[PooledEffect | None]) -> Check:
    """Return the check of requests against what each of them comes to, computed anew."""
    failures = []
    for one, effect in zip(requested, computed, strict=True):
        if one.effect != effect:
            pooling = one.pooling
            told = "other numbers" if effect and one.effect else "an average" if effect else "none"
            reason = f"the effects on record come to {told}; resume the review, which computes it anew"
            failures.append(
                Failure("", name_comparison(pooling.exposure, pooling.outcome, pooling.measure), reason, "pooling")
            )
    return Check("pooled effects that their works come to", len(requested), tuple(failures))
