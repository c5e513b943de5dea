"""What the included works studied, and what they found, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from storage.records.data_items import read_items
from tasks.analysts.registry import asks_models
from tasks.evidence.counted_things import name_counted
from tasks.reporting.tables import Table
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import join_phrases

NOT_STATED, NOT_EXTRACTED = "not stated", "not extracted"
_STUDY = {"design": "Design", "population": "Population", "n": "n", "setting": "Setting", "follow_up": "Follow-up"}
_WAYS = {"+": "more", "-": "less", "0": "no difference", "mixed": "mixed"}


_MANY = 60
"""Works above which their characteristics are counted as well."""
_SIZES = ((10_000, "10,000 or more"), (1_000, "1,000 to 9,999"), (100, "100 to 999"), (0, "fewer than 100"))
_COMMON = 8
_REVIEWS = ("systematic review", "review")
_OF_STUDIES = "studies, in a review"
_OF_THINGS = "cases, sites, texts or the like"


def describe_characteristics(works: pl.DataFrame) -> Table | None:
    """Return what each work studied; what a reader did not find is told apart from what no reader looked for.

    Works read by rules that extracted nothing of it are counted, not shown; None where that is all there are.

    Columns: citekey, year, design, population, n, setting, follow_up, items (lines of the review's own fields), study
    (all data of the work, as field and value), extracted_by (analysts who extracted anything).
    """
    if not works.height:
        return None
    own = [item.name for item in read_items(works.row(0, named=True)["items"] or ())]
    told = [_fill(row, own) for row in works.iter_rows(named=True)]
    shown = [row for row in told if any(row[name] != NOT_EXTRACTED for name in (*_STUDY, *own))]
    if not shown:
        return None
    rows = pl.DataFrame(shown, infer_schema_length=None)
    absent = [name for name in (*_STUDY, *own) if set(rows[name]) == {NOT_EXTRACTED}]
    columns = {"citekey": "Work", "year": "Year"} | _STUDY | {name: name for name in own}
    note = (
        f"*{NOT_STATED}*: whoever read the work found no words for it; *{NOT_EXTRACTED}*: read by rules alone, which "
        "leave out what they cannot be sure of. The words that each entry stands on are in the view `evidence_field` "
        "of the review's database."
    )
    if absent:
        named = join_phrases([escape_markdown(name) if name in own else _STUDY[name].lower() for name in absent])
        note += f" Of no work extracted: {named}."
    if left := len(told) - len(shown):
        note += f" Left out: {left:,} of which nothing was extracted."
    kept = {name: columns[name] for name in columns if name not in absent}
    data = pl.DataFrame([_tell(row, own) for row in works.iter_rows(named=True)], infer_schema_length=None)
    return Table(rows, kept, note, data)


def count_characteristics(works: pl.DataFrame) -> Table | None:
    """Return how many works have which design, size and setting; None of so few that a reader counts them at sight."""
    if works.height <= _MANY:
        return None
    is_review = pl.col("design").fill_null("").is_in(_REVIEWS) & pl.col("n").is_not_null()
    counts_things = pl.Series(
        "counts_things", [name_unit(row) not in {"", "studies"} for row in works.iter_rows(named=True)]
    )
    size = pl.coalesce(
        pl.when(counts_things).then(pl.lit(_OF_THINGS)),
        pl.when(is_review).then(pl.lit(_OF_STUDIES)),
        *(pl.when(pl.col("n") >= least).then(pl.lit(name)) for least, name in _SIZES),
        pl.lit(None, pl.String),
    )
    rows = [
        {"what": what if place == 0 else "", "kind": kind, "works": n}
        for what, values in (
            ("Design", works["design"]),
            ("Number studied", works.select(size).to_series()),
            ("Setting", works["setting"]),
        )
        for place, (kind, n) in enumerate(_count(values))
    ]
    data = pl.DataFrame(rows, {"what": pl.String, "kind": pl.String, "works": pl.Int64})
    return Table(data, {"what": "Characteristic", "kind": "As the works say it", "works": "Works"})


def _count(values: pl.Series) -> list[tuple[str, int]]:
    """Return the commonest values with their works, then how many works have another, or none that is known."""
    known = (
        values.drop_nulls()
        .to_frame("value")
        .group_by("value")
        .len("works")
        .sort(["works", "value"], descending=[True, False])
    )
    told = list(known.head(_COMMON).iter_rows())
    others = known.slice(_COMMON)["works"].sum()
    told += [("another", others)] if others else []
    return [*told, ("not known", values.null_count())] if values.null_count() else told


def describe_evidence(findings: pl.DataFrame) -> dict[str, Table]:
    """Return by theme the results of its findings of which a direction or a number was extracted.

    Columns: theme, citekey, finding, result, exposure, outcome, direction, measure, effect, ci_low, ci_high, p, words
    (those that the numbers stand on), in the order to be shown. Results with neither direction nor number are left out;
    of a finding's further results its words are not repeated, but those of numbers that nothing else names. All tables
    have the same columns: those in which some finding of the review has something.
    """
    if not findings.height:
        return {}
    columns = {"citekey": "Work", "finding": "Finding", "exposure": "Exposure", "outcome": "Outcome"}
    columns |= {"direction": "Direction", "effect": "Effect", "p": "p"}
    numbers = ("direction", "effect", "p")
    findings = findings.filter(pl.any_horizontal(pl.col(name).is_not_null() for name in numbers))
    if not findings.height:
        return {}
    is_further = pl.all_horizontal(
        pl.col(name).eq_missing(pl.col(name).shift(1)) for name in ("theme", "citekey", "finding")
    )
    is_named = pl.any_horizontal(pl.col(name).is_not_null() for name in ("exposure", "outcome"))
    own_words = pl.when(is_named | pl.col("words").is_null()).then(pl.lit("")).otherwise("\u2026 " + pl.col("words"))
    shown = findings.select(
        "theme",
        "citekey",
        pl.when((pl.col("result") > 1) & is_further).then(own_words).otherwise("finding").alias("finding"),
        "exposure",
        "outcome",
        pl.col("direction").replace(_WAYS),
        pl.struct("measure", "effect", "ci_low", "ci_high").map_elements(_tell_effect, pl.String).alias("effect"),
        "p",
    )
    used = {name: heading for name, heading in columns.items() if any(shown[name])}
    data = findings.partition_by("theme", as_dict=True, maintain_order=True)
    return {
        str(theme): Table(rows, used, data=data[(theme,)])
        for (theme,), rows in shown.group_by("theme", maintain_order=True)
    }


def _tell(row: dict[str, Any], own: Sequence[str]) -> dict[str, object]:
    """Return a row as it was extracted, what is empty left empty."""
    answers = {each["field"]: each["value"] for each in row["study"] or ()}
    told = {name: row[name] for name in ("citekey", "year", *_STUDY)}
    return told | {name: answers.get(name) for name in own}


def _fill(row: dict[str, Any], own: Sequence[str]) -> dict[str, object]:
    """Return a row with words in place of what is empty, and with n as text."""
    by = row["extracted_by"]
    by_model = isinstance(by, list) and any(map(asks_models, by))
    empty = NOT_STATED if by_model else NOT_EXTRACTED
    told = {name: f"{value:,}" if isinstance(value := row[name], int) else value or empty for name in _STUDY}
    if row["design"] in _REVIEWS and row["n"]:
        told["n"] = f"{row['n']:,} {name_unit(row) or ('study' if row['n'] == 1 else 'studies')}"
    elif unit := name_unit(row):
        told["n"] = f"{row['n']:,} {unit}"
    answers = {each["field"]: each["value"] for each in row["study"] or ()}
    if not by_model and answers.get("method"):
        # What rules read as a method is its name alone, and often all that a text calls its design.
        told["design"] = ": ".join(filter(None, (row["design"], answers["method"])))
    return {"citekey": row["citekey"], "year": row["year"], **told} | {name: answers.get(name) or empty for name in own}


def name_unit(row: Mapping[str, Any]) -> str:
    """Return what the n of a work counts where its words say that it is no people."""
    return name_counted(row["n_words"], row["n"]) if row["n"] and row.get("n_words") else ""


def _tell_effect(row: dict[str, str | None]) -> str:
    """Return measure, effect and interval as a reader writes them, with the sign of minus."""
    if not row["effect"]:
        return ""
    interval = f" ({row['ci_low']} to {row['ci_high']})" if row["ci_low"] and row["ci_high"] else ""
    measure = row["measure"] or ""
    numbers = f"{row['effect']}{'%' if measure == '%' else ''}{interval}".replace("-", "\u2212")
    return f"{measure} {numbers}" if measure and measure != "%" else numbers
