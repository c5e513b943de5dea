"""People who screen by name, and how they give a verdict and take it back."""

from __future__ import annotations

import itertools

from storage.records.screeners import ScreenerVerdict
from storage.screening.screeners import add_verdict, withdraw_verdict

ANNA, BEN, CLEO = "person: Anna", "person: Ben", "person: Cleo"
VERDICTS = ("include", "exclude", "unsure")
numbers = itertools.count()


def say(ledger, who, work_id, verdict, **fields: str):
    """Commit one verdict and return its id."""
    verdict_id = f"v{next(numbers)}"
    add_verdict(ledger, ScreenerVerdict(verdict_id, work_id, who, verdict, **fields))
    return verdict_id


def undo(ledger, who, verdict_id):
    withdraw_verdict(ledger, f"w{next(numbers)}", verdict_id, who)
