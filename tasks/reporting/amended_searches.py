"""What was searched for since the protocol was amended: a part of the appendix and of the protocol."""

from __future__ import annotations

import polars as pl

AMENDED_SEARCHES = "Searches after amendments of the protocol"


def describe_amended_searches(searches: pl.DataFrame) -> list[str]:
    """Return the part of the appendix, blocks of Markdown; nothing where nothing was searched for anew.

    Columns as the view `amended_search_yield` has them.
    """
    told = list_amended_searches(searches)
    if not told:
        return []
    said = (
        "Where an amendment of the protocol added or reworded a question, it was searched for by every strategy of the "
        "first search (PRISMA-S items 8, 12 and 13). Queries that had been run before were not run again; what was new "
        "was screened and followed by snowballing, and works that the analyst had judged by the old questions were "
        "judged again where the amendment could change their verdict. Verdicts of people stand."
    )
    return [f"### {AMENDED_SEARCHES}", said, "\n".join(told)]


def list_amended_searches(searches: pl.DataFrame) -> list[str]:
    """Return a line of a list for each search: version of the protocol, date, and counts; columns as above."""
    return [
        f"- Version {row['number']} of the protocol, searched on {row['day']:%Y-%m-%d} in stage {row['stage']}: "
        f"queries run {row['queries']:,}, records identified {row['records']:,}, of which not found before "
        f"{row['fresh']:,}, and relevant {row['relevant']:,}."
        for row in searches.iter_rows(named=True)
    ]
