"""Expansions: works that a gap in the text made us look for, judge and add to the corpus beyond the tier's size.

Every expansion has a stage of its own, from 1001, in `discovery`, `decision`, `seed` and `seed_group`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from storage.core.ledger import Ledger
from storage.records.screening import Decision
from storage.records.search import Work
from storage.records.snowballing import Direction, GroupAnswer, SeedGroup
from storage.screening.screening import add_decisions
from storage.searching.works import add_discoveries, add_works, read_works

SCREENING = "expansion screening"
ADMISSION = "expansion"
_BEFORE_FIRST = 1000


def next_expansion(ledger: Ledger) -> int:
    """Return the stage of the next expansion."""
    known = "SELECT coalesce(max(stage), $before) + 1 FROM supervision"
    return int(ledger.select(known, before=_BEFORE_FIRST).item())


def name_works(ledger: Ledger, stage: int, work_ids: Sequence[str]) -> None:
    """Append, in one transaction, the discovery of works known so far only because corpus works cite them."""
    cited = "SELECT cited_id, min(citing_id) FROM citation JOIN corpus ON work_id = citing_id GROUP BY cited_id"
    via = dict(ledger.select(cited).iter_rows()) if work_ids else {}
    with ledger.transaction():
        add_discoveries(ledger, [(work_id, "expansion", stage, via.get(work_id), None, None) for work_id in work_ids])


def expansion_candidates(ledger: Ledger, stage: int) -> pl.DataFrame:
    """Return the works an expansion may still judge, by id.

    Columns: work_id, title, abstract, year, cited_by_count, references.
    """
    return ledger.frame("expansion_candidates", stage=stage)


def expansion_hits(ledger: Ledger, stage: int) -> list[Work]:
    """Return the works that the queries of an expansion found, in the corpus or not, by id."""
    return read_works(
        ledger.select(
            "SELECT * FROM work WHERE work_id IN (SELECT work_id FROM discovery WHERE strategy = 'expansion' "
            "AND stage = $stage AND query_id IS NOT NULL) ORDER BY work_id",
            stage=stage,
        )
    )


def is_judged(ledger: Ledger, stage: int, batch: int) -> bool:
    """Return whether a batch of an expansion was judged."""
    rows = ledger.select(
        "SELECT 1 FROM decision WHERE phase = $phase AND stage = $stage AND batch = $batch LIMIT 1",
        phase=SCREENING,
        stage=stage,
        batch=batch,
    )
    return not rows.is_empty()


def choose_expansion_seeds(ledger: Ledger, stage: int, most: int) -> list[str]:
    """Return the works an expansion follows, chosen once: those it judged relevant, best first. In one transaction."""
    chosen = ledger.select(
        "SELECT work_id, row_number() OVER (ORDER BY score DESC NULLS LAST, work_id)::INTEGER AS rank, stage "
        "FROM decision WHERE phase = $phase AND stage = $stage AND verdict = 'include' "
        "AND NOT EXISTS (FROM seed WHERE seed.stage = $stage) ORDER BY rank LIMIT $most",
        phase=SCREENING,
        stage=stage,
        most=most,
    )
    with ledger.transaction():
        ledger.append("seed", chosen)
    seeds = ledger.select("SELECT work_id FROM seed WHERE stage = $stage ORDER BY rank", stage=stage)
    return list(seeds["work_id"])


def read_seed_group(ledger: Ledger, stage: int, direction: Direction) -> SeedGroup | None:
    """Return an expansion's seeds as a group to follow in a direction, None if there are none or this was done."""
    rows = list(ledger.frame("expansion_seeds", stage=stage).iter_rows(named=True))
    group = SeedGroup(
        stage,
        direction,
        seeds=tuple(row["work_id"] for row in rows),
        references=tuple(tuple(row["references"]) for row in rows),
        known=frozenset(cited for row in rows for cited in row["known"]),
        citers=tuple(tuple(row["citers"]) for row in rows) if direction == "forward" else (),
    )
    done = ledger.select("SELECT 1 FROM seed_group WHERE group_id = $group_id", group_id=group.group_id)
    return group if rows and done.is_empty() else None


def add_neighbours(ledger: Ledger, answer: GroupAnswer, neighbours: Mapping[str, Sequence[str]]) -> None:
    """Append what following the seeds of an expansion brought, found through each of them, in one transaction."""
    group = answer.group
    with ledger.transaction():
        add_works(ledger, answer.works, group.stage)
        add_discoveries(
            ledger,
            [
                (work_id, "expansion", group.stage, seed, None, None)
                for seed, found in neighbours.items()
                for work_id in found
            ],
        )
        done = {"group_id": group.group_id, "stage": group.stage, "direction": group.direction}
        ledger.append("seed_group", [done | {"seeds": len(group.seeds), "api_calls": answer.api_calls}])


def exclude_unjudged(ledger: Ledger, stage: int) -> None:
    """Decide against works that an expansion found but did not reach, where nothing was decided before."""
    rest = ledger.select(
        "SELECT DISTINCT work_id FROM discovery WHERE strategy = 'expansion' AND stage = $stage "
        "AND work_id NOT IN (SELECT work_id FROM decision) ORDER BY work_id",
        stage=stage,
    )
    reason = "Ranked below the point where the screening of the expansion stopped."
    with ledger.transaction():
        add_decisions(
            ledger, [Decision(work_id, "cutoff", stage, "exclude", "rule", reason) for work_id in rest["work_id"]]
        )


def lower_decile(ledger: Ledger) -> float:
    """Return the score that nine in ten works of the corpus reach, 0 where none has one."""
    reached = "SELECT coalesce(quantile_cont(score, 0.1), 0) FROM screening_decision SEMI JOIN corpus USING (work_id)"
    return float(ledger.select(reached).item())


def admit_works(ledger: Ledger, stage: int, most: int, least: float = 0.0) -> None:
    """Admit to the corpus works that an expansion judged relevant, best first, in one transaction.

    These are at most `most`, and none of a score below `least`.
    """
    judged = ledger.select(
        "SELECT work_id, score, method, decided_by FROM decision AS d WHERE phase = $screening AND stage = $stage "
        "AND verdict = 'include' AND NOT EXISTS (FROM decision WHERE phase = $admission AND stage = $stage) "
        "ORDER BY score DESC NULLS LAST, work_id",
        screening=SCREENING,
        admission=ADMISSION,
        stage=stage,
    )
    with ledger.transaction():
        add_decisions(
            ledger,
            [
                Decision(
                    work_id=row["work_id"],
                    phase=ADMISSION,
                    stage=stage,
                    verdict="include" if place <= most and (row["score"] or 0) >= least else "exclude",
                    method=row["method"],
                    reason=_TOO_FAR if (row["score"] or 0) < least else _tell_place(place, most),
                    score=row["score"],
                    decided_by=row["decided_by"],
                )
                for place, row in enumerate(judged.iter_rows(named=True), 1)
            ],
        )


_TOO_FAR = "Left out for size: it was named as lacking, but nine in ten works of the corpus are nearer to the topic."


def _tell_place(place: int, most: int) -> str:
    """Return why a work that answers a gap is in the corpus, or is not."""
    room = f"place {place} where the expansion has room for {most} works"
    return (
        f"Answers a gap in the text; {room}." if place <= most else f"Left out for size: answers a gap, but at {room}."
    )


def admitted_works(ledger: Ledger, stage: int) -> list[str]:
    """Return the corpus works that an expansion brought in, best first."""
    rows = ledger.select(
        "SELECT work_id FROM corpus WHERE stage = $stage ORDER BY score DESC NULLS LAST, work_id", stage=stage
    )
    return list(rows["work_id"])
