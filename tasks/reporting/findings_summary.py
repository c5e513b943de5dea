"""The summary of findings: how many works point which way, by what is compared and measured."""

from __future__ import annotations

import polars as pl

from tasks.reporting.tables import Table

LEAST = 2
"""Works of a group that is shown: what one work found is told in the evidence of its theme."""

_COLUMNS = {
    "exposure": "Exposure or intervention",
    "outcome": "Outcome",
    "works": "Works",
    "reviews": "of which reviews",
    "more": "More",
    "less": "Less",
    "none": "No difference",
    "mixed": "Mixed",
    "designs": "Designs",
}


def select_groups(votes: pl.DataFrame) -> pl.DataFrame:
    """Return the groups of at least two works, those with most primary studies first, those of reviews alone last.

    Columns as the view `vote_count` has them: exposure, outcome, works, more, less, none, mixed (works by the
    direction of what they found), reviews (works on other works) and designs, in words.
    """
    counts = pl.col("works", "more", "less", "none", "mixed", "reviews").cast(pl.Int64)
    order = [pl.col("works") - pl.col("reviews"), "works", "exposure", "outcome"]
    return (
        votes.with_columns(counts)
        .filter(pl.col("works") >= LEAST)
        .sort(order, descending=[True, True, False, False], nulls_last=True)
    )


def describe_findings_summary(votes: pl.DataFrame) -> Table | None:
    """Return the summary of findings, columns as `select_groups` has them; None where no group has two works."""
    groups = select_groups(votes) if votes.height else votes
    return Table(groups, _COLUMNS, data=groups.select(*_COLUMNS)) if groups.height else None
