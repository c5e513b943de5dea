"""What a review was asked for, and the runs that worked on it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import orjson
import polars as pl

from storage.core.clock import now
from storage.core.errors import PlanMismatch
from storage.core.ledger import Ledger
from storage.records.search import Plan, Tier, columns_of

_FIXED = {
    "topic": "topic",
    "catalogue": "catalogue",
    "from_year": "first year",
    "to_year": "last year",
    "languages": "languages",
    "grey": "choice of grey literature",
    "exclude_terms": "excluded terms",
    "criteria": "criteria",
    "extract": "fields to extract",
    "analyst": "analyst",
    "questions": "questions",
    "focus_areas": "focus areas",
    "include_books": "choice of books",
    "seeds": "works named",
}
# The kind of problem recorded when an index of records gave no answer.
INDEX_SILENT = "index unavailable"
_FULLTEXTS = ("never", "oa", "all")


def read_plan(ledger: Ledger) -> Plan | None:
    """Return what the review was asked for, None before it was planned."""
    rows = ledger.select("SELECT * EXCLUDE (created_at, recall_target) FROM review")
    return None if rows.is_empty() else plan_of(rows.row(0, named=True))


def plan_of(row: Mapping[str, Any]) -> Plan:
    """Return the plan that a row of the table `review` holds."""
    facts: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return Plan(**facts)


def settle_plan(ledger: Ledger, plan: Plan) -> Plan:
    """Store the plan of a new review, or check it against the stored one, and return the plan in force.

    The tier may rise, and so may the scope of full texts retrieved; the language it is written in may change. `as_of`
    stays as it was when the review began. It is one statement, which a transaction may join to others.

    Raises:
        PlanMismatch: another topic, catalogue, year range or the like is stored under this name.
    """
    stored = read_plan(ledger)
    if stored is None:
        ledger.append("review", _row(plan))
        return plan
    compare_plans(ledger.folder.name, stored, plan)
    rises = read_tier(ledger, plan.quality).works > read_tier(ledger, stored.quality).works
    settled = replace(
        stored, quality=plan.quality if rises else stored.quality, fulltext=plan.fulltext, write_in=plan.write_in
    )
    if settled != stored:
        ledger.change(
            "UPDATE review SET quality = $quality, fulltext = $fulltext, write_in = $write_in",
            quality=settled.quality,
            fulltext=settled.fulltext,
            write_in=settled.write_in,
        )
    return settled


def compare_plans(name: str, stored: Plan, plan: Plan) -> None:
    """Return if a plan is that of the stored review of this name, or asks for more full texts or a higher tier.

    Raises:
        PlanMismatch: another topic, catalogue, year range or the like is stored.
    """
    for field, noun in _FIXED.items():
        if (old := getattr(stored, field)) != (new := getattr(plan, field)):
            raise PlanMismatch(f"review '{name}' has the {noun} {_say(old)}, not {_say(new)}; give another --name")
    if _FULLTEXTS.index(plan.fulltext) < _FULLTEXTS.index(stored.fulltext):
        raise PlanMismatch(
            f"review '{name}' has the full texts '{stored.fulltext}', not '{plan.fulltext}', which is less; repeat "
            f"--fulltext {stored.fulltext}, or give another --name"
        )


def _say(value: object) -> str:
    if value in {None, "", ()}:
        return "unset"
    return f"'{', '.join(value)}'" if isinstance(value, tuple) else f"'{value}'"


def _row(plan: Plan) -> pl.DataFrame:
    lists = ("questions", "languages", "focus_areas", "exclude_terms", "criteria", "extract", "seeds")
    row = {name: getattr(plan, name) for name in Plan.__slots__}
    return pl.DataFrame(
        [row | {name: list(row[name]) for name in lists} | {"recall_target": 0.95}],
        schema_overrides={name: pl.List(pl.String) for name in lists},
    ).with_columns(created_at=pl.lit(now()))


def read_tier(ledger: Ledger, quality: str) -> Tier:
    """Return what a quality tier allows."""
    rows = ledger.select(f"SELECT {columns_of(Tier, 'tier')} FROM tier WHERE quality = $quality", quality=quality)
    return Tier(**rows.row(0, named=True))


def start_run(ledger: Ledger, version: str, settings: Mapping[str, object], flow_run_id: str | None) -> str:
    """Append a run with status running and return its id; an earlier run still marked running is marked as stopped."""
    run_id = uuid.uuid4().hex
    with ledger.transaction():
        # Only one process holds a ledger, so a process that left a run marked as running is gone.
        ledger.change(
            "UPDATE run SET status = 'stopped', message = 'ended without a word, as a killed process does' "
            "WHERE status = 'running' OR (status = 'paused' AND finished_at IS NULL)"
        )
        ledger.append(
            "run",
            [
                {
                    "run_id": run_id,
                    "flow_run_id": flow_run_id,
                    "started_at": now(),
                    "status": "running",
                    "version": version,
                    "settings": orjson.dumps(settings, option=orjson.OPT_SORT_KEYS).decode(),
                }
            ],
        )
    return run_id


def begin_phase(ledger: Ledger, run_id: str, phase: str, place: int, phases: int) -> None:
    """Record that a run has begun a phase: which of how many, counted from 1."""
    with ledger.transaction():
        ledger.append(
            "phase_start", [{"run_id": run_id, "place": place, "phases": phases, "phase": phase, "at": now()}]
        )


def finish_run(
    ledger: Ledger,
    run_id: str,
    status: str,
    task_runs: int,
    message: str | None = None,
    *,
    resume_after: datetime | None = None,
) -> None:
    """Record how a run ended, how many Prefect task runs it submitted and, if paused, when it may go on (UTC).

    For a run that finished, the numbers of the review are kept, which are those its text states.
    """
    numbers = orjson.dumps(review_numbers(ledger)).decode() if status == "finished" else None
    with ledger.transaction():
        ledger.change(
            "UPDATE run SET status = $status, finished_at = $at, task_runs = $task_runs, message = $message, "
            "resume_after = $resume_after, numbers = $numbers WHERE run_id = $run_id",
            status=status,
            at=now(),
            task_runs=task_runs,
            message=message,
            resume_after=resume_after,
            numbers=numbers,
            run_id=run_id,
        )


def add_problem(ledger: Ledger, phase: str, kind: str, message: str, work_id: str | None = None) -> None:
    """Append a problem that did not end the run; the same problem is kept only once."""
    known = ledger.select(
        "SELECT 1 FROM problem WHERE phase = $phase AND kind = $kind AND message = $message "
        "AND work_id IS NOT DISTINCT FROM $work_id",
        phase=phase,
        kind=kind,
        message=message,
        work_id=work_id,
    )
    if not known.is_empty():
        return
    with ledger.transaction():
        ledger.append("problem", [{"phase": phase, "work_id": work_id, "kind": kind, "message": message, "at": now()}])


def count_works(ledger: Ledger) -> dict[str, int]:
    """Return the PRISMA counts by name."""
    return {str(item): int(n) for item, n in ledger.select("SELECT item, n FROM prisma").iter_rows()}


def review_numbers(ledger: Ledger) -> dict[str, int | float | str]:
    """Return every number the prose may state, by name; numbers that do not exist are left out."""
    row = ledger.frame("review_numbers").row(0, named=True)
    return {name: value for name, value in row.items() if value is not None}


def add_citekeys(ledger: Ledger, citekeys: Mapping[str, str]) -> None:
    """Give corpus works their citekeys, once and for all, in one transaction."""
    frame = pl.DataFrame({"work_id": list(citekeys), "citekey": list(citekeys.values())})
    if frame.is_empty():
        return
    with ledger.transaction():
        for work_id, citekey in frame.iter_rows():
            ledger.change(
                "UPDATE work SET citekey = $citekey WHERE work_id = $work_id AND citekey IS NULL",
                citekey=citekey,
                work_id=work_id,
            )
