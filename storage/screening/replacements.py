"""Works that must leave the corpus, and the relevant works beyond the tier's size that take their places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import polars as pl

from storage.core.ledger import Ledger
from storage.records.screening import Decision, Verdict
from storage.screening.screening import add_decisions


def exclude_and_succeed(
    ledger: Ledger,
    phase: Literal["retrieval", "retraction"],
    works: int,
    leaving: pl.DataFrame,
    *,
    explain: Callable[[Mapping[str, Any]], str],
    place_of: str,
) -> int:
    """Exclude works by rule, let the next in the selection of `works` works succeed them, and return how many left.

    `leaving` has work_id, score and decisions (how often each was decided on); `explain` gives the reason why the work
    in a row leaves, `place_of` says whose places the successors take. Exclusions and successions are decisions made in
    one transaction.
    """

    def decide(row: Mapping[str, Any], verdict: Verdict, reason: str) -> Decision:
        return Decision(
            work_id=row["work_id"],
            phase=phase,
            stage=None,
            verdict=verdict,
            method="rule",
            reason=reason,
            score=row["score"],
            tier_works=works,
            earlier=row["decisions"],
        )

    if leaving.is_empty():
        return 0
    with ledger.transaction():
        add_decisions(ledger, [decide(row, "exclude", explain(row)) for row in leaving.iter_rows(named=True)])
        successors = ledger.frame("selection", works=works).filter("chosen")
        add_decisions(
            ledger,
            [
                decide(row, "include", f"Takes the place of {place_of}: next, at {row['place']}.")
                for row in successors.iter_rows(named=True)
            ],
        )
    return leaving.height
