"""The works that wait for a person's appraisal, and what people said of those that were appraised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.appraisal import Appraisal


def appraisal_queue(ledger: Ledger, reviewer: str) -> list[dict[str, Any]]:
    """Return the works of the review that a reviewer has not appraised to the end, those of a known design first.

    Each row has work_id, citekey, title, abstract, year, venue, authors, design, n, `notes` (what was extracted of the
    study, as field, value and quote) and `judged` (what this reviewer has said of it, as tool, domain and judgement).
    """
    return list(ledger.frame("appraisal_queue", reviewer=reviewer).iter_rows(named=True))


def read_appraisals(ledger: Ledger) -> pl.DataFrame:
    """Return the judgements in force on the works appraised to the end, by tool, work and reviewer, with reasons.

    Columns: tool, citekey, work_id, reviewer, domain, judgement, reason.
    """
    return ledger.frame("appraisals")


def add_appraisals(ledger: Ledger, appraisals: Sequence[Appraisal]) -> None:
    """Append judgements, the last of which on one matter holds. Call inside a transaction."""
    began = now()
    rows = [asdict(one) | {"at": began + timedelta(microseconds=place)} for place, one in enumerate(appraisals)]
    ledger.append("appraisal", rows)
