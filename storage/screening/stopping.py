"""Evidence for stopping: random audits, looks at the screening, and estimates of what was missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from storage.core.ledger import Ledger

_ALWAYS = 100
SIGNIFICANCE = 0.05


def draw_audit(ledger: Ledger, stage: int, ranked: Sequence[str], size: int, salt: str) -> list[str]:
    """Return works drawn at random from the unscreened outside `ranked`, and record the draw. In one transaction.

    The draw depends only on the salt and the works' ids, so a resumed review draws the same ones.
    """
    drawn = list(ledger.frame("stop_audit", ranked=list(ranked), size=size, salt=salt)["work_id"])
    screened = ledger.select("SELECT count(DISTINCT work_id) FROM decision WHERE phase = 'screening'").item()
    with ledger.transaction():
        ledger.append("audit", [{"work_id": work_id, "stage": stage, "drawn": screened} for work_id in drawn])
    return drawn


def is_audited(ledger: Ledger, stage: int) -> bool:
    """Return whether works were drawn at random in a stage."""
    return bool(ledger.select("SELECT count(*) > 0 FROM audit WHERE stage = $stage", stage=stage).item())


def look(ledger: Ledger, stage: int, budget: float) -> dict[str, Any]:
    """Return what the screening so far shows about the recall target, and append it to `stop_look`. In one transaction.

    `budget` is the share of the works found that may be screened; a hundred works always may, so that a narrow topic is
    screened completely. The keys are the columns of `stop_look`.
    """
    allowed = budget * (pl.col("screened") + pl.col("unscreened"))
    seen = ledger.frame("stop_evidence").with_columns(
        exhausted=(pl.col("screened") >= allowed) & (pl.col("screened") >= _ALWAYS), stage=pl.lit(stage)
    )
    with ledger.transaction():
        ledger.append("stop_look", seen)
    return seen.row(0, named=True)


def weigh_evidence(ledger: Ledger, stage: int, budget: float) -> dict[str, float | None]:
    """Return the evidence on recall from searching and screening up to a stage's end: columns of `diffusion_stage`."""
    seen = look(ledger, stage, budget)
    inside, outside = estimate_missed(ledger, seen["odds"]), estimate_unseen(ledger)
    missed = {name: None if more is None else inside[name] + more for name, more in outside.items()}
    return missed | {"stop_p_value": seen["p_value"]}


def estimate_unseen(ledger: Ledger) -> dict[str, float | None]:
    """Return `missed_estimate` and `missed_upper` (95%): relevant works that no search found; None where unknown.

    Searches by words are compared with searches by links where both found something, because link-based strategies
    compared with each other do not see other components of the graph.
    """
    rows = ledger.select("SELECT missed, missed_upper FROM unseen ORDER BY estimator = 'chapman' DESC LIMIT 1").rows()
    missed, upper = rows[0] if rows else (None, None)
    return {"missed_estimate": missed, "missed_upper": upper}


def estimate_missed(ledger: Ledger, odds: float) -> dict[str, float]:
    """Return `missed_estimate` and `missed_upper` (95%, one-sided): relevant works left among the unscreened.

    `odds` are those from the last look.
    """
    return ledger.frame("stop_missed", odds=odds).row(0, named=True)
