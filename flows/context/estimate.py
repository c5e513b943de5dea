"""What a review would cost, estimated before anything is spent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from flows.context.loops import read_workload
from flows.context.order import ReviewOrder
from flows.language_models.models import choose_language_models
from storage.core.ledger import Ledger
from storage.runs.reviews import read_tier
from tasks.analysts.registry import costs_money
from tasks.environment.settings import Settings
from tasks.language_models.estimate import PhaseCost, estimate_cost


def estimate_review(order: ReviewOrder, settings: Settings) -> list[PhaseCost]:
    """Return the cost of each phase of the review ordered; nothing for an analyst that pays for no language model.

    Raises:
        InputError: a model is not in any price table.
    """
    analyst = order.analyst or settings.analyst
    if not costs_money(analyst):
        return []
    with TemporaryDirectory(prefix="litreview-") as folder, Ledger(Path(folder)) as ledger:
        tier = read_tier(ledger, order.quality)
    return estimate_cost(
        tier,
        choose_language_models(settings, analyst),
        batch=order.batch,
        fulltext=order.fulltext,
        loops=[read_workload(name) for name in order.loops],
        translated=order.write_in is not None,
    )


def tell_estimate(phases: Sequence[PhaseCost]) -> str:
    """Return the estimate as lines for a terminal."""
    if not phases:
        return "This analyst pays for no language model: it costs nothing."
    lines = [
        f"{phase.phase:<14} {phase.calls:>4} calls   ${phase.least_usd:.2f} - ${phase.most_usd:.2f}" for phase in phases
    ]
    least, most = math.fsum(phase.least_usd for phase in phases), math.fsum(phase.most_usd for phase in phases)
    return "\n".join([*lines, f"{'together':<14} {'':>10}   ${least:.2f} - ${most:.2f}"])
