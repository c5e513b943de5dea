"""Diffusion stages: which works to follow, what following them brought, and whether the search is saturated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from storage.core.ledger import Ledger
from storage.records.snowballing import Direction, GroupAnswer, SeedGroup
from storage.searching.works import add_discoveries, add_works


def finished_stages(ledger: Ledger) -> int:
    """Return how many stages are finished, including the first search."""
    return int(ledger.select("SELECT count(*) FROM diffusion_stage").item())


def stop_reason(ledger: Ledger) -> str | None:
    """Return why snowballing stops after the last finished stage, None while it goes on."""
    frame = ledger.select("SELECT stop_reason FROM saturation ORDER BY stage DESC LIMIT 1")
    reason: str | None = frame.item() if frame.height else None
    return reason


def choose_seeds(ledger: Ledger, stage: int, most: int) -> list[str]:
    """Return the works a stage follows, chosen once: additions of earlier stages, best first."""
    chosen = ledger.select("SELECT work_id FROM seed WHERE stage = $stage ORDER BY rank", stage=stage)
    if chosen.is_empty():
        seeds = ledger.frame("next_seeds", stage=stage, most=most).with_columns(stage=pl.lit(stage))
        with ledger.transaction():
            ledger.append("seed", seeds)
        return list(seeds["work_id"])
    return list(chosen["work_id"])


def seed_titles(ledger: Ledger, stage: int) -> dict[str, str]:
    """Return the titles of a stage's seeds by work id."""
    return dict(ledger.frame("seed_titles", stage=stage).iter_rows())


def next_group(
    ledger: Ledger, stage: int, direction: Direction, size: int, fetched: Sequence[str] = ()
) -> SeedGroup | None:
    """Return the first group of a stage's seeds not yet followed in a direction, None when all have been.

    Groups are cut the same way every time. The references known are those in the ledger now and the works `fetched` but
    not stored yet: call again once a group is stored, so that the next group does not ask for what it brought.
    """
    rows = list(
        ledger.frame("stage_seeds", stage=stage, direction=direction, fetched=list(fetched)).iter_rows(named=True)
    )
    for start in range(0, len(rows), size):
        group = rows[start : start + size]
        if not all(row["followed"] for row in group):
            return SeedGroup(
                stage,
                direction,
                seeds=tuple(row["work_id"] for row in group),
                references=tuple(tuple(row["references"]) for row in group),
                known=frozenset(cited for row in group for cited in row["known"]),
                citers=tuple(tuple(row["citers"]) for row in group) if direction == "forward" else (),
            )
    return None


def stage_under_way(ledger: Ledger) -> int | None:
    """Return the stage that is being searched and screened, None once snowballing has stopped."""
    return None if stop_reason(ledger) else finished_stages(ledger)


def add_group(ledger: Ledger, answer: GroupAnswer, neighbours: Mapping[str, Sequence[str]]) -> None:
    """Append what following a group brought: new works, and the neighbours of each seed. In one transaction."""
    group = answer.group
    with ledger.transaction():
        add_works(ledger, answer.works, group.stage)
        add_discoveries(
            ledger,
            [
                (work_id, group.direction, group.stage, seed, None, None)
                for seed, found in neighbours.items()
                for work_id in found
            ],
        )
        ledger.append(
            "snowball",
            [
                {"work_id": seed, "direction": group.direction, "stage": group.stage, "neighbours": len(found)}
                for seed, found in neighbours.items()
            ],
        )
        ledger.append(
            "seed_group",
            [
                {
                    "group_id": group.group_id,
                    "stage": group.stage,
                    "direction": group.direction,
                    "seeds": len(group.seeds),
                    "api_calls": answer.api_calls,
                }
            ],
        )


def close_stage(
    ledger: Ledger, stage: int, metrics: pl.DataFrame, evidence: Mapping[str, float | None]
) -> pl.DataFrame:
    """Append a stage's totals, recall evidence and graph metrics in one transaction, and return the totals."""
    totals = ledger.frame("stage_totals", stage=stage).with_columns(
        **{name: pl.lit(value, dtype=pl.Float64) for name, value in evidence.items()}
    )
    with ledger.transaction():
        add_metrics(ledger, stage, metrics)
        ledger.append("diffusion_stage", totals)
    return totals


def add_metrics(ledger: Ledger, stage: int, metrics: pl.DataFrame) -> None:
    """Append graph metrics measured after a stage."""
    ledger.append("graph_metric", metrics.with_columns(stage=pl.lit(stage)))


def corpus_is_measured(ledger: Ledger) -> bool:
    """Return whether the final metrics are those of the current corpus."""
    return bool(
        ledger.select(
            "SELECT list_sort(list(work_id)) IS NOT DISTINCT FROM (SELECT list_sort(list(work_id)) FROM corpus) "
            "FROM corpus_metric"
        ).item()
    )


def replace_corpus_metrics(ledger: Ledger, metrics: pl.DataFrame) -> None:
    """Replace earlier metrics by those of the current corpus, in one transaction."""
    with ledger.transaction():
        ledger.change("DELETE FROM corpus_metric")
        ledger.append("corpus_metric", metrics)


def citation_network(ledger: Ledger, view: str) -> dict[str, pl.DataFrame]:
    """Return the works of a view (`relevant` or `corpus`), edges among them, citations by year, publication years."""
    return {
        "works": ledger.select(f"SELECT work_id FROM {view} ORDER BY work_id"),
        "edges": ledger.select(
            f"SELECT DISTINCT x.citing_id, x.cited_id FROM citation AS x JOIN {view} AS a ON a.work_id = x.citing_id "
            f"JOIN {view} AS b ON b.work_id = x.cited_id ORDER BY ALL"
        ),
        "citations": ledger.select(
            f'SELECT work_id, pair."year" AS year, pair."count" AS count FROM (SELECT w.work_id, '
            f"unnest(w.citations_by_year) AS pair FROM work AS w JOIN {view} USING (work_id)) ORDER BY ALL"
        ),
        "years": ledger.select(f"SELECT w.work_id, w.year FROM work AS w JOIN {view} USING (work_id) ORDER BY ALL"),
    }
