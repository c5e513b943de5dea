"""The tables of the page: evidence, queries as run, stages of the search, cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from storage.records.writing import Theme
from tasks.reporting.appendix_queries import STRATEGIES, tell_limits
from tasks.reporting.page.cards import Card, Datum, Passage, tell

_LONGEST = 500


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the evidence table for what was extracted: its heading, and whether it sorts as a number."""

    heading: str
    is_number: bool = False


COLUMNS = {
    "design": Column("Design"),
    "n": Column("n", is_number=True),
    "outcome": Column("Outcome"),
    "direction": Column("Direction"),
    "effect": Column("Effect"),
    "p": Column("p"),
}
_TOLD = {*COLUMNS, "measure", "ci low", "ci high"}
_DIRECTIONS = {"+": "+ more", "-": "\u2212 less", "0": "0 no difference"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """A row of the evidence table: a finding of a work, with the themes of the work by their numbers.

    `cells` are what was extracted, by the names of `COLUMNS`, of several results numbered in each; what the text does
    not state is missing. `data` are what else was, or stands on other words than the finding.
    """

    card: Card
    passage: Passage
    themes: tuple[int, ...]
    cells: Mapping[str, str]
    data: tuple[Datum, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it was sent: which strategy, on which day, with which limits and how many hits and works taken."""

    strategy: str
    framing: str
    text: str
    limits: str
    catalogue: str
    hits: int | None
    taken: int | None
    day: str


def list_evidence(
    cards: Mapping[str, Card], frames: Mapping[str, pl.DataFrame], themes: Sequence[Theme]
) -> list[Evidence]:
    """Return the findings of the readings in force, work by work, in the order of the cards."""
    ids = dict(frames["works"].select("citekey", "work_id").iter_rows())
    results: dict[str, list[dict[str, str]]] = {}
    for row in frames["evidence"].iter_rows(named=True):
        results.setdefault(row["finding_id"], []).append(_tell_cells(row))
    of_work: dict[str, list[int]] = {}
    for number, theme in enumerate(themes):
        for work_id in theme.work_ids:
            of_work.setdefault(work_id, []).append(number)
    return [
        Evidence(
            card,
            passage,
            tuple(of_work.get(ids.get(card.key, ""), ())),
            _join_cells(results.get(passage.finding_id, [])),
            tuple(datum for datum in passage.data if datum.quote or datum.field not in _TOLD),
        )
        for card in cards.values()
        for passage in card.passages
    ]


def fill_columns(evidence: Sequence[Evidence]) -> dict[str, Column]:
    """Return the columns in which some row has something, by name."""
    return {name: column for name, column in COLUMNS.items() if any(name in row.cells for row in evidence)}


def _tell_cells(row: Mapping[str, Any]) -> dict[str, str]:
    told = {name: str(row[name]) for name in ("design", "n", "outcome", "p") if row[name] is not None}
    if row["direction"] is not None:
        told["direction"] = _DIRECTIONS.get(row["direction"], row["direction"])
    if row["effect"] is not None:
        measure = f"{row['measure']} " if row["measure"] else ""
        known = row["ci_low"] is not None and row["ci_high"] is not None
        interval = f" [{row['ci_low']:g}, {row['ci_high']:g}]" if known else ""
        told["effect"] = f"{measure}{row['effect']:g}{interval}"
    return {name: tell(value, _LONGEST) for name, value in told.items()}


def _join_cells(results: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Return the cells of a finding: of several results each with its number, where they differ."""
    joined = {}
    for name in COLUMNS:
        values = [row.get(name, "") for row in results]
        if any(values):
            numbered = "; ".join(f"({place}) {value}" for place, value in enumerate(values, 1) if value)
            joined[name] = numbered if len(set(values)) > 1 else values[0]
    return joined


def list_queries(queries: pl.DataFrame) -> list[Query]:
    """Return the queries as the page tells them, in their order."""
    return [
        Query(
            STRATEGIES.get(row["strategy"], row["strategy"]),
            row["framing"] or "",
            row["text"] or "",
            tell_limits(row["filters"]) if row["filters"] else "",
            row["catalogue"] or "",
            row["hits"],
            row["retrieved"],
            row["day"] or "",
        )
        for row in queries.iter_rows(named=True)
    ]


def list_costs(cost: pl.DataFrame) -> tuple[list[dict[str, Any]], float]:
    """Return calls and dollars by phase and service, and the dollars in all."""
    rows = cost.to_dicts()
    return rows, float(cost["usd"].sum() or 0)
