"""When ranked screening begins to be audited, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from storage.screening.screening import BATCH_SIZE


@dataclass(frozen=True, slots=True)
class StopPolicy:
    """How screening is audited and ended.

    Attributes:
        audited: works of a batch drawn at random once ranked batches find less than `sparse` relevant works.
        sparse: relevant works in a full batch below which auditing begins, for good.
        budget: share of the works found that may be screened without a certificate.
    """

    audited: int = 5
    sparse: int = 2
    budget: float = 0.59

    def begins_audit(self, size: int, included: int) -> bool:
        """Return whether a batch of `size` works with `included` relevant ones shows that ranked screening runs dry."""
        return size == BATCH_SIZE and included < self.sparse
