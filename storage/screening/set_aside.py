"""Judgements of a language model that cannot judge: how it did on the first works, and what was judged anew by rule."""

from __future__ import annotations

import polars as pl

from storage.core.ledger import Ledger

TRIAL = 40
"""The works by which a model is tried, as the view `screening_trial` counts them."""


def fails_trial(ledger: Ledger, *, is_over: bool) -> bool:
    """Return whether a model included none of the first works it was asked about, or judged fewer than half.

    Before it was asked about as many as make a trial this is not known, unless the search is over.
    """
    enough = "true" if is_over else f"works >= {TRIAL}"
    return bool(ledger.select(f"SELECT count(*) > 0 FROM screening_trial WHERE failed AND {enough}").item())


def is_set_aside(ledger: Ledger) -> bool:
    """Return whether a model's judgements were set aside, so that works are judged by rule from then on."""
    return bool(ledger.select("SELECT count(*) > 0 FROM set_aside").item())


def works_to_judge_anew(ledger: Ledger) -> pl.DataFrame:
    """Return the works whose verdict in screening is still a model's, in the order judged, and what it was given.

    The columns are work_id, stage, batch, and promise, the ranking's score.
    """
    return ledger.select(
        "SELECT work_id, stage, batch, coalesce(CAST(features->>'promise' AS DOUBLE), 0) AS promise FROM decision "
        "WHERE phase = 'screening' AND method = 'llm' AND batch IS NOT NULL "
        "AND work_id NOT IN (SELECT work_id FROM set_aside) "
        "QUALIFY row_number() OVER (PARTITION BY work_id ORDER BY seq DESC) = 1 ORDER BY seq"
    )
