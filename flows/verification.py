"""Verification: every citation resolves, every claim rests on words of the work it cites."""

from __future__ import annotations

from prefect import flow

from flows.workbench import Workbench
from storage.reviews import add_problem
from storage.sections import check_citations


@flow(name="verification", flow_run_name="verification", validate_parameters=False)
def verification(bench: Workbench) -> None:
    """Check citations and claims of the current sections; what fails is a problem that the report shows."""
    invalid = check_citations(bench.ledger)
    unsupported = bench.ledger.select("SELECT citekey, sentence, reason FROM unsupported_claim ORDER BY ALL")
    if invalid:
        add_problem(bench.ledger, "verification", "invalid citations", f"{invalid} citekeys resolve to no work")
    for row in unsupported.iter_rows(named=True):
        add_problem(bench.ledger, "verification", "unsupported claim", f"@{row['citekey']}: {row['reason']}")
    bench.publish()
    bench.progress.say("verification", f"{invalid} invalid citations, {unsupported.height} unsupported claims")
