"""What the included works studied, and what they found: tables of the appendix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from storage.records.data_items import read_items
from tasks.analysts.registry import asks_models
from tasks.reporting.tables import draw_table
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import join_phrases

CHARACTERISTICS, EVIDENCE = "Characteristics of included works", "Evidence by theme"
NOT_STATED, NOT_EXTRACTED = "not stated", "not extracted"
_STUDY = {"design": "Design", "population": "Population", "n": "n", "setting": "Setting", "follow_up": "Follow-up"}
_WAYS = {"+": "more", "-": "less", "0": "no difference", "mixed": "mixed"}


def describe_characteristics(works: pl.DataFrame) -> Iterator[str]:
    """Yield what each work studied; what a reader did not find is told apart from what no reader looked for.

    Columns: citekey, year, design, population, n, setting, follow_up, items (lines of the review's own fields), study
    (all data of the work, as field and value), extracted_by (analysts who extracted anything).
    """
    yield f"### {CHARACTERISTICS}"
    if not works.height:
        yield "No work is included."
        return
    yield (
        f"As the works say it; {NOT_STATED}: whoever read the work found no words for it; {NOT_EXTRACTED}: read by "
        "rules alone, which leave out what they cannot be sure of. The words that each entry stands on are in the view "
        "`evidence_field` of the review's database."
    )
    own = {item.name: escape_markdown(item.name) for item in read_items(works.row(0, named=True)["items"] or ())}
    rows = pl.DataFrame([_fill(row, tuple(own)) for row in works.iter_rows(named=True)], infer_schema_length=None)
    absent = [name for name in (*_STUDY, *own) if set(rows[name]) == {NOT_EXTRACTED}]
    if absent:
        yield f"Of no work extracted: {join_phrases([own.get(name) or _STUDY[name].lower() for name in absent])}."
    columns = {"citekey": "Work", "year": "Year"} | _STUDY | own
    yield draw_table(rows, {name: columns[name] for name in columns if name not in absent}, "")


def describe_evidence(findings: pl.DataFrame) -> Iterator[str]:
    """Yield the findings of each theme of which an outcome, a direction or a number was extracted.

    Columns: theme, citekey, finding, outcome, direction, measure, effect, ci_low, ci_high, p, in the order to be shown.
    """
    yield f"### {EVIDENCE}"
    if not findings.height:
        yield "No direction, effect or p value was extracted from any finding."
        return
    yield (
        "Findings of which a direction or a number was extracted; all are in the view `evidence`. The direction is "
        "that of the outcome, not whether it is good; a work that belongs to two themes stands in both. Effects are as "
        "printed, with their 95% confidence or credible interval if there is one."
    )
    columns = {"citekey": "Work", "finding": "Finding", "outcome": "Outcome", "direction": "Direction"}
    columns |= {"effect": "Effect", "p": "p"}
    shown = findings.select(
        "theme",
        "citekey",
        "finding",
        "outcome",
        pl.col("direction").replace(_WAYS),
        pl.struct("measure", "effect", "ci_low", "ci_high").map_elements(_tell_effect, pl.String).alias("effect"),
        "p",
    )
    used = {name: heading for name, heading in columns.items() if any(shown[name])}
    for (theme,), rows in shown.group_by("theme", maintain_order=True):
        yield f"#### {escape_markdown(str(theme))}"
        yield draw_table(rows, used, "")


def _fill(row: dict[str, Any], own: Sequence[str]) -> dict[str, object]:
    """Return a row with words in place of what is empty, and with n as text."""
    by = row["extracted_by"]
    empty = NOT_STATED if isinstance(by, list) and any(map(asks_models, by)) else NOT_EXTRACTED
    told = {name: f"{value:,}" if isinstance(value := row[name], int) else value or empty for name in _STUDY}
    answers = {each["field"]: each["value"] for each in row["study"] or ()}
    return {"citekey": row["citekey"], "year": row["year"], **told} | {name: answers.get(name) or empty for name in own}


def _tell_effect(row: dict[str, str | None]) -> str:
    """Return measure, effect and interval as a reader writes them, with the sign of minus."""
    if not row["effect"]:
        return ""
    interval = f" ({row['ci_low']} to {row['ci_high']})" if row["ci_low"] and row["ci_high"] else ""
    measure = row["measure"] or ""
    numbers = f"{row['effect']}{'%' if measure == '%' else ''}{interval}".replace("-", "\u2212")
    return f"{measure} {numbers}" if measure and measure != "%" else numbers
