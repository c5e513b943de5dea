"""What the page of a review tells beside its text: its works, findings, claims, searches and cost."""

from __future__ import annotations

import polars as pl

from storage.core.ledger import Ledger

_QUERIES = ("works", "discoveries", "findings", "claims", "citations", "fields")


def page_frames(ledger: Ledger) -> dict[str, pl.DataFrame]:
    """Return by name what `storage/queries/page_….sql` ask for, and queries, evidence, stages and cost."""
    frames = {name: ledger.frame(f"page_{name}") for name in _QUERIES}
    frames["queries"] = ledger.frame("queries_as_run")
    frames["evidence"] = ledger.select(
        "SELECT finding_id, result, design, n, outcome, direction, measure, effect, ci_low, ci_high, p FROM evidence "
        "ORDER BY finding_id, result"
    )
    frames["stages"] = ledger.select("SELECT * FROM saturation ORDER BY stage")
    frames["cost"] = ledger.select("SELECT kind, phase, tier, calls, usd FROM cost ORDER BY ALL")
    return frames
