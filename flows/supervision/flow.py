"""Supervision: bounded loops read the draft as a hard reviewer would; each improves it or leaves it as it was."""

from __future__ import annotations

from prefect import flow

from flows.context.context import Workbench
from flows.context.loops import open_loop
from flows.verification import read_known, repair_citations
from storage.core.errors import BudgetExhausted, RecordMissing
from storage.writing.supervision import is_outgrown


@flow(name="supervision", flow_run_name="supervision", validate_parameters=False)
def supervision(bench: Workbench) -> None:
    """Run the loops asked for, each followed by the validation of citations, as far as the budget reaches."""
    repair_citations(bench, read_known(bench))
    for name in bench.loops:
        if bench.saves("supervision"):
            break
        goes_on = _enter(bench, name)
        repair_citations(bench, read_known(bench))
        bench.publish()
        if not goes_on:
            break


def _enter(bench: Workbench, name: str) -> bool:
    """Run a loop; return False where the budget ended it, since a review without it is better than none.

    A text that states numbers which the corpus has outgrown is no review to end with.
    """
    try:
        bench.driver.enter(open_loop(name), bench)
    except (BudgetExhausted, RecordMissing) as error:
        consultant = bench.consultant
        if consultant is None or is_outgrown(bench.ledger, name) or not consultant.purse.ends_supervision(error):
            raise
        return False
    return True
