"""The budget of a run: what may still be spent, and which economies set in before it is used up."""

from __future__ import annotations

import math
from typing import Literal

from storage.core.errors import BudgetExhausted, RecordMissing
from storage.core.ledger import Ledger
from storage.runs.language_models import read_spending
from storage.runs.reviews import add_problem

Economy = Literal["supervision", "analyses", "opus"]

# In this order: what a reader would miss least is dropped first.
ECONOMIES: dict[Economy, tuple[float, str]] = {
    "supervision": (0.80, "rounds of supervision are left out"),
    "analyses": (0.85, "themes are analysed by rule instead of by a language model"),
    "opus": (0.90, "what the largest model would judge or write goes to the medium one"),
}


class Budget:
    """A ceiling in dollars over all runs of a review; without one everything is allowed.

    A replay follows the economies of the review it repeats, whatever it spends.
    """

    def __init__(self, ledger: Ledger, limit: float | None, followed: frozenset[str] = frozenset()) -> None:
        """Take the ledger that knows what was spent."""
        self._ledger = ledger
        self._limit = limit
        self._followed = followed

    def has_room(self, usd: float) -> bool:
        """Return whether an outlay of at most this many dollars fits beside what is already spent and set aside."""
        return self._limit is None or math.fsum(read_spending(self._ledger)) + usd <= self._limit

    def saves(self, economy: Economy, usd: float = 0.0) -> bool:
        """Return whether an economy is in force, or would be after an outlay of at most this many dollars.

        The first time it is, this is recorded as a problem.
        """
        share, _ = ECONOMIES[economy]
        is_short = self._limit is not None and math.fsum(read_spending(self._ledger)) + usd >= share * self._limit
        # A replay learns from the record where supervision ended: what was asked before that is in it.
        is_followed = economy in self._followed and economy != "supervision"
        if is_short or is_followed:
            self._note(economy)
        return is_short or is_followed

    def ends_supervision(self, error: BudgetExhausted | RecordMissing) -> bool:
        """Return whether the rest of supervision is left out after an error, and if so record this as an economy.

        It is left out if its next call may cost more than is left, and in a replay if the record ended that way.
        """
        ends = isinstance(error, BudgetExhausted) or "supervision" in self._followed
        if ends:
            self._note("supervision")
        return ends

    def _note(self, economy: Economy) -> None:
        share, consequence = ECONOMIES[economy]
        add_problem(self._ledger, "budget", economy, f"{share:.0%} of the budget may be used up: {consequence}")

    def refuse(self, label: str, usd: float) -> BudgetExhausted:
        """Return the error that ends a run whose next call may cost too much."""
        spent, _ = read_spending(self._ledger)
        limit = self._limit or 0.0
        return BudgetExhausted(
            f"${spent:.2f} of the budget of ${limit:.2f} is spent, and '{label}' may cost up to ${usd:.2f}; everything "
            f"is kept: run 'litreview resume' with a larger --budget"
        )
