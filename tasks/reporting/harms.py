"""The harms that works state, one a row, beside the summary of what they found."""

from __future__ import annotations

import polars as pl

from tasks.evidence.harms import has_figures, states_harm
from tasks.reporting.tables import Table
from tasks.text.antecedents import lacks_antecedent

_COLUMNS = {"citekey": "Work", "design": "Design", "n": "n", "text": "What it states"}
_NOTE = (
    "Sentences were found by words for adverse events, complications, tolerability and deaths, that there were none "
    "included; a work that is not listed may have had harms that its text does not state."
)


def describe_harms(stated: pl.DataFrame) -> Table | None:
    """Return of each work the first sentence that states harms, with figures if one has; None where no work does.

    Columns: citekey, text (of a finding), design and n of the work, both empty where they are not known.
    """
    told: dict[str, dict[str, object]] = {}
    rows = [row for row in stated.iter_rows(named=True) if states_harm(row["text"])]
    for row in sorted(rows, key=lambda row: (lacks_antecedent(row["text"]), not has_figures(row["text"]))):
        size = f"{row['n']:,}" if row["n"] else ""
        told.setdefault(row["citekey"], {**row, "n": size, "design": row["design"] or ""})
    if not told:
        return None
    shown = pl.DataFrame([told[key] for key in sorted(told)]).select(*_COLUMNS)
    used = {name: heading for name, heading in _COLUMNS.items() if any(shown[name])}
    return Table(shown, used, _NOTE)
