"""When ranked screening begins to be audited, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StopPolicy:
    """How screening is batched, audited and ended.

    Attributes:
        batch: works screened between two looks at the evidence, at most.
        audited: works of a batch drawn at random once ranked batches find less than `sparse` relevant works.
        sparse: relevant works in a full batch below which auditing begins, for good.
        growth: share of the works screened by which they grow between two fits of the ranker.
        budget: share of the works found that may be screened without a certificate.
    """

    batch: int = 25
    audited: int = 5
    sparse: int = 2
    growth: float = 0.1
    budget: float = 0.59

    def size_batch(self, screened: int) -> int:
        """Return how many works the next batch has: few at first, when each decision teaches the ranker most."""
        return min(self.batch, max(1, int(screened * self.growth)))

    def begins_audit(self, size: int, included: int) -> bool:
        """Return whether a batch of `size` works with `included` relevant ones shows that ranked screening runs dry."""
        return size == self.batch and included < self.sparse
