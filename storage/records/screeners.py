"""What a person who screens by name says of a work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from storage.records.screening import Verdict

Kind = Literal["own", "third", "consensus"]
Queue = Literal["queue", "conflicts", "texts"]
"""What a person works through: works by title and abstract, works that people differ about, or works by full text."""


@dataclass(frozen=True, slots=True)
class ScreenerVerdict:
    """One verdict: `verdict_id` is given by whoever sends it, so that what is sent twice counts once.

    `kind` is "own", "third" (somebody else decides where people differ) or "consensus" (those who differed agreed, as
    `note` tells); `criterion_id` is what an exclusion names, if anything; `phase` is None for title and abstract.
    """

    verdict_id: str
    work_id: str
    screener: str
    verdict: Verdict
    kind: Kind = "own"
    criterion_id: str | None = None
    note: str = ""
    phase: Literal["full text"] | None = None
