"""What other indexes told an earlier review, for a replay that asks nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from storage.core.ledger import Ledger, open_published
from storage.runs.reviews import INDEX_SILENT, add_problem

_ASKED = "SELECT * FROM record_lookup WHERE list_contains($works, work_id)"
_SAID = (
    "SELECT * FROM retraction WHERE list_contains($works, work_id) AND (response_id IS NULL OR response_id NOT IN "
    "(SELECT response_id FROM work WHERE response_id IS NOT NULL))"
)
_FIELDS = "SELECT * FROM field_source WHERE list_contains($works, work_id) AND list_contains($answers, response_id)"
_SILENT = "SELECT phase, kind, message, work_id FROM problem WHERE kind = $kind ORDER BY ALL"
_ANSWERS = "SELECT * FROM response WHERE list_contains($answers, response_id)"


def follow_lookups(ledger: Ledger, folder: Path) -> None:
    """Take over what a published review was told of the corpus works not asked about here, and which index was silent.

    Raises:
        InputError: there is no published review in the folder.
    """
    works = ledger.select("SELECT work_id FROM corpus ANTI JOIN record_lookup USING (work_id) ORDER BY work_id")
    if works.is_empty():
        return
    with open_published(folder) as connection:

        def read(sql: str, **parameters: Any) -> pl.DataFrame:
            frame: pl.DataFrame = connection.sql(sql, params=parameters).pl()
            return frame

        ids = works["work_id"].to_list()
        lookups, retractions = read(_ASKED, works=ids), read(_SAID, works=ids)
        told = pl.concat([lookups["response_id"], retractions["response_id"]]).drop_nulls().unique().sort().to_list()
        fields, answers = read(_FIELDS, works=ids, answers=told), read(_ANSWERS, answers=told)
        silences = read(_SILENT, kind=INDEX_SILENT).rows(named=True)
    with ledger.transaction():
        for table, rows in (
            ("response", answers),
            ("record_lookup", lookups),
            ("field_source", fields),
            ("retraction", retractions),
        ):
            ledger.append(table, rows)
    for silence in silences:
        add_problem(ledger, **silence)
