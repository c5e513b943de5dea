"""What the works say of how they were made, which a reader weighs them by; nothing here is graded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from tasks.analysts.registry import asks_models
from tasks.evidence.appraisal import needs_appraisal
from tasks.reporting.evidence_tables import NOT_EXTRACTED, NOT_STATED, name_unit
from tasks.reporting.tables import Table
from tasks.text.numbers import join_phrases

_NOTES = {
    "randomisation": "Randomisation", "blinding": "Blinding", "attrition": "Attrition", "adjustment": "Adjustment",
}  # fmt: skip


def describe_quality(works: pl.DataFrame) -> Table | None:
    """Return how the works with data of their own were made, as far as they say so; None where none has a design.

    Columns as in `tasks.reporting.evidence_tables.describe_characteristics`.
    """
    told = [(row, data) for work in works.iter_rows(named=True) for row, data in _fill(work)]
    if not told:
        return None
    columns = {"citekey": "Work", "design": "Design", "n": "n"} | _NOTES
    rows = pl.DataFrame([row for row, _ in told])
    absent = [name for name in columns if set(rows[name]) == {NOT_EXTRACTED}]
    left = works.height - rows.height
    note = [f"*{NOT_STATED}* and *{NOT_EXTRACTED}* are told apart as in the table of characteristics."]
    if absent:
        note.append(f"Of no work extracted: {join_phrases([columns[name].lower() for name in absent])}.")
    if left:
        note.append(f"Left out: {left:,} without data of their own or without a design on record.")
    kept = {name: columns[name] for name in columns if name not in absent}
    return Table(rows, kept, " ".join(note), pl.DataFrame([data for _, data in told], infer_schema_length=None))


def _fill(work: Mapping[str, Any]) -> list[tuple[dict[str, str], dict[str, object]]]:
    """Return the row of a work that has data of its own, first with words in place of what is empty."""
    stated = {each["field"]: each["value"] for each in work["study"] or ()}
    if not needs_appraisal(work["design"]) or not stated.keys() & {"design", *_NOTES}:
        return []
    data = {name: work[name] for name in ("citekey", "design", "n")} | {name: stated.get(name) for name in _NOTES}
    empty = NOT_STATED if any(map(asks_models, work["extracted_by"] or ())) else NOT_EXTRACTED
    shown = data | {"n": f"{work['n']:,} {name_unit(work)}".rstrip() if work["n"] is not None else None}
    return [({name: value or empty for name, value in shown.items()}, data)]
