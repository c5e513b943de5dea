"""Searches made anew since an amendment of the protocol changed the questions."""

from __future__ import annotations

from typing import Any

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger


def asks_new_questions(ledger: Ledger) -> bool:
    """Return whether an amendment of the protocol added questions that nothing was searched for yet."""
    return bool(ledger.select("SELECT count(*) > 0 FROM unsearched_question").item())


def begin_amended_search(ledger: Ledger, stage: int) -> None:
    """Record, in one transaction, that a stage searches for the questions added so far; nothing where there are none.

    From then on its queries are those of the last version of the protocol that added some.
    """
    if asks_new_questions(ledger):
        with ledger.transaction():
            begun = ledger.select("SELECT max(number) AS number FROM unsearched_question")
            ledger.append("amended_search", begun.with_columns(stage=pl.lit(stage), begun_at=pl.lit(now())))


def searched_questions(ledger: Ledger, stage: int) -> list[str]:
    """Return the questions in force that amendments added and a stage searches for, by the version that added them."""
    rows = ledger.select(
        "SELECT text FROM protocol_change WHERE part = 'question' AND \"action\" = 'added' "
        "AND number <= (SELECT max(number) FROM amended_search WHERE stage = $stage) "
        "AND number > coalesce((SELECT max(number) FROM amended_search WHERE stage < $stage), 0) "
        "AND text IN (SELECT unnest(questions) FROM review) GROUP BY text ORDER BY max(number), text",
        stage=stage,
    )
    return list(rows["text"])


def count_amended_search(ledger: Ledger, stage: int) -> dict[str, Any]:
    """Return what the amended search of a stage found: queries, records, and fresh, those not found before."""
    return ledger.select(
        "SELECT coalesce(sum(queries), 0)::BIGINT AS queries, coalesce(sum(records), 0)::BIGINT AS records, "
        "coalesce(sum(fresh), 0)::BIGINT AS fresh FROM amended_search_yield WHERE stage = $stage",
        stage=stage,
    ).row(0, named=True)


def read_amended_searches(ledger: Ledger) -> pl.DataFrame:
    """Return what each amended search found, as the view `amended_search_yield` has it, in order."""
    return ledger.select("SELECT * FROM amended_search_yield ORDER BY number")
