"""What is included by its score when the search has ended, and the bound that holds for works judged later."""

from __future__ import annotations

from flows.context.context import ReviewContext
from storage.core.ledger import Ledger
from storage.screening.screening import add_decisions, scored_works
from storage.searching.snowballing import stop_reason
from tasks.screening.inclusion_bound import bound_inclusion, include_above
from tasks.screening.tasks import THRESHOLD


def include_expected(review: ReviewContext) -> None:
    """Include works judged by score until most of what is expected to be relevant is in; a second time changes nothing.

    Works that a person, another rule or an analyst that reads decided on stay as they are.
    """
    bound = bound_in_force(review.ledger)
    decisions = include_above(scored_works(review.ledger), bound)
    if decisions:
        with review.ledger.transaction():
            add_decisions(review.ledger, decisions)
        review.progress.say("screening", f"{len(decisions)} more works included, with scores above {bound:.2f}")


def bound_in_force(ledger: Ledger) -> float:
    """Return the score above which a work is included: 0.6 in the course of the search, then that of what it judged."""
    return bound_inclusion(scored_works(ledger)["score"].to_list()) if stop_reason(ledger) else THRESHOLD
