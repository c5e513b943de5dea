"""Supervision: five bounded loops read the draft as a hard reviewer would; each improves it or leaves it as it was."""

from __future__ import annotations

from typing import Any

from prefect import Flow, flow

from flows.verification import repair_citations
from flows.workbench import Workbench
from storage.citation_checks import read_citekeys

# In the order they run: what may add works first, what checks every sentence last.
LOOPS: dict[str, Flow[Any, Any]] = {}


@flow(name="supervision", flow_run_name="supervision", validate_parameters=False)
def supervision(bench: Workbench) -> None:
    """Run the loops asked for, each followed by the validation of citations, as far as the budget reaches."""
    repair_citations(bench, dict.fromkeys(read_citekeys(bench.ledger), "ledger"))
    for name, loop in LOOPS.items():
        if name not in bench.loops:
            continue
        if bench.saves("supervision"):
            break
        bench.driver.enter(loop, bench)
        repair_citations(bench, dict.fromkeys(read_citekeys(bench.ledger), "ledger"))
        bench.publish()
