"""What searches brought: by a stage's citations, by each keyword query, and what screening made of it."""

from __future__ import annotations

import polars as pl

from storage.core.ledger import Ledger
from storage.records.search import QueryYield, Work
from storage.searching.works import read_works


def count_brought(ledger: Ledger, stage: int) -> int:
    """Return how many works a stage's citations brought that no earlier stage had found."""
    sql = (
        "SELECT count(*) FROM (SELECT work_id FROM discovery GROUP BY work_id HAVING min(stage) = $stage "
        "AND bool_or(strategy IN ('backward', 'forward')))"
    )
    return int(ledger.select(sql, stage=stage).item())


def read_yields(ledger: Ledger, stage: int) -> list[QueryYield]:
    """Return the keyword queries run before a stage: how many works each was the first to find, how many are included.

    What the stage itself has judged does not count, here and in `read_judged`: it may have been cut short.
    """
    return [QueryYield(**row) for row in ledger.frame("query_yields", stage=stage).iter_rows(named=True)]


def read_judged(ledger: Ledger, stage: int) -> tuple[list[Work], list[Work]]:
    """Return the works that screening includes before a stage and those it excludes, each with the best first."""
    rows = ledger.frame("judged_works", stage=stage)
    return read_works(rows.filter("included")), read_works(rows.filter(~pl.col("included")))
