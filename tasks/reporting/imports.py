"""What was imported, for the appendix: records by file and database, what they were matched by, and their verdicts."""

from __future__ import annotations

import polars as pl

from tasks.reporting.exhibits import Block, show
from tasks.reporting.tables import Table

_COLUMNS = {
    "file": "File",
    "source": "Exported from",
    "records": "Records",
    "repeated": "Repeated",
    "by_doi": "By DOI",
    "by_pmid": "By PMID",
    "by_title": "By title",
    "unmatched": "Not in the catalogue",
    "labelled_in": "Labelled in",
    "labelled_out": "Labelled out",
}


def describe_imports(imports: pl.DataFrame) -> list[Block]:
    """Return the part on records imported, nothing where there are none; columns as the query imports has them."""
    if not imports.height:
        return []
    told = (
        "Records from files were matched to works of the catalogue by DOI, else by PMID, else by title, year and "
        "authors; a work that the catalogue does not have stays in the review as its record states it, and is screened "
        "like all others (PRISMA-S items 1 and 8). A work that several records name counts with the first of them. "
        "Labels are verdicts of people."
    )
    if unusable := imports["unusable"].sum():
        told += f" Left out for want of a title: {unusable:,} records."
    return ["### Records imported", told, *show("imports", Table(imports, _COLUMNS))]
