"""Supervision: bounded loops read the draft as a hard reviewer would; each improves it or leaves it as it was."""

from __future__ import annotations

from prefect import flow

from flows.context.context import ReviewContext
from flows.context.loops import open_loop
from flows.verification import read_known, repair_citations
from storage.core.errors import BudgetExhausted, RecordMissing
from storage.writing.supervision import is_outgrown


@flow(name="supervision", flow_run_name="supervision", validate_parameters=False)
def supervision(review: ReviewContext) -> None:
    """Run the loops asked for, each followed by the validation of citations, as far as the budget reaches."""
    repair_citations(review, read_known(review))
    for name in review.loops:
        if review.saves("supervision"):
            break
        goes_on = _enter(review, name)
        repair_citations(review, read_known(review))
        review.publish()
        if not goes_on:
            break


def _enter(review: ReviewContext, name: str) -> bool:
    """Run a loop; return False where the budget ended it, since a review without it is better than none.

    A text that states numbers which the corpus has outgrown is no review to end with.
    """
    try:
        review.driver.enter(open_loop(name), review)
    except (BudgetExhausted, RecordMissing) as error:
        gateway = review.gateway
        if gateway is None or is_outgrown(review.ledger, name) or not gateway.budget.ends_supervision(error):
            raise
        return False
    return True
