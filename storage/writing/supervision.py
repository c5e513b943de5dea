"""What the supervision loops decided and what they changed: notes in `supervision`, rewritten text in `edit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson
import polars as pl

from storage.core.ledger import Ledger
from storage.records.writing import Draft
from storage.writing.sections import append_section, append_version
from storage.writing.themes import current_edition

_LISTS = ("queries", "section_ids", "work_ids")
_NOTE_TYPES = (
    dict.fromkeys(("topic", "issue_type", "rationale", "outcome", "guidance", "label"), pl.String())
    | dict.fromkeys(_LISTS, pl.List(pl.String))
    | {"stage": pl.Int32()}
)
_EDIT_TYPES = {
    "issue": pl.String(),
    "severity": pl.String(),
    "paragraphs": pl.List(pl.Int32),
    "citations_before": pl.List(pl.String),
    "citations_after": pl.List(pl.String),
    "coherence": pl.Float64(),
}


@dataclass(frozen=True, slots=True)
class Note:
    """One decision of a loop, in its iteration, counted from 1; `action` says which, `outcome` what came of it.

    The fields up to `stage` describe a gap and what was done about it, as documented for the columns of `supervision`;
    `state` is what the loop itself needs to go on from here, kept in `loop_step`.
    """

    loop: str
    iteration: int
    action: str
    topic: str | None = None
    issue_type: str | None = None
    rationale: str | None = None
    outcome: str | None = None
    queries: tuple[str, ...] = ()
    guidance: str | None = None
    section_ids: tuple[str, ...] = ()
    label: str | None = None
    work_ids: tuple[str, ...] = ()
    stage: int | None = None
    state: Mapping[str, Any] | None = None


_COLUMNS = tuple(name for name in Note.__slots__ if name != "state")


@dataclass(frozen=True, slots=True)
class Step:
    """What a loop did in an iteration, and what came of it, as JSON reads it back."""

    iteration: int
    step: str
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edit:
    """A loop's change to a section, or why it made none: without a `draft` the section stays and `note` says why.

    `paragraphs` are the positions affected, counted from 0 in the previous version; `coherence` is in [0, 1].
    """

    loop: str
    iteration: int
    section_id: str
    from_version: int
    draft: Draft | None
    issue: str | None
    severity: str | None
    paragraphs: tuple[int, ...]
    citations_before: tuple[str, ...]
    citations_after: tuple[str, ...]
    note: str
    coherence: float | None = None


def add_notes(ledger: Ledger, notes: Sequence[Note]) -> None:
    """Append decisions of a loop about the current edition, in one transaction."""
    with ledger.transaction():
        append_notes(ledger, notes)


def read_notes(ledger: Ledger, loop: str) -> list[Note]:
    """Return the decisions of a loop about the current edition, in the order they were made."""
    rows = ledger.select(
        f"SELECT {', '.join(_COLUMNS)} FROM supervision AS s JOIN current_edition AS e USING (edition) "
        "WHERE loop = $loop ORDER BY s.rowid",
        loop=loop,
    )
    return [Note(**row | {name: tuple(row[name] or ()) for name in _LISTS}) for row in rows.iter_rows(named=True)]


def read_steps(ledger: Ledger, loop: str) -> list[Step]:
    """Return the steps of a loop on the current edition, in the order they were taken."""
    rows = ledger.select(
        "SELECT iteration, step, CAST(state AS VARCHAR) AS state FROM loop_step AS s "
        "JOIN current_edition USING (edition) WHERE loop = $loop ORDER BY s.rowid",
        loop=loop,
    )
    return [Step(iteration, step, orjson.loads(state)) for iteration, step, state in rows.iter_rows()]


def add_edits(ledger: Ledger, edits: Sequence[Edit], notes: Sequence[Note] = ()) -> None:
    """Append new versions of sections with their claims, the edits that say why, and notes, in one transaction."""
    with ledger.transaction():
        append_edits(ledger, edits, notes)


def append_edits(ledger: Ledger, edits: Sequence[Edit], notes: Sequence[Note]) -> None:
    """Append the same as `add_edits`. Call inside a transaction."""
    rows = []
    for edit in edits:
        made = append_version(ledger, edit.section_id, edit.draft, edit.loop) if edit.draft else edit.from_version
        rows.append(_edit_row(edit, made))
    if rows:
        ledger.append("edit", pl.DataFrame(rows, schema_overrides=_EDIT_TYPES))
    append_notes(ledger, notes)


def append_new_section(ledger: Ledger, edit: Edit, position: int, heading: str) -> None:
    """Append a section that a loop adds, with its claims, and the edit of version 0 that records this.

    Call inside a transaction.

    Raises:
        ValueError: the edit has no draft.
    """
    if edit.draft is None:
        raise ValueError(f"the new section '{edit.section_id}' has no text")
    draft = replace(edit.draft, produced_by=edit.loop)
    made = append_section(ledger, edit.section_id, position, heading, draft)
    ledger.append("edit", pl.DataFrame([_edit_row(edit, made)], schema_overrides=_EDIT_TYPES))


def _edit_row(edit: Edit, to_version: int) -> dict[str, Any]:
    row = {name: getattr(edit, name) for name in Edit.__slots__ if name != "draft"}
    lists = {name: list(row[name]) for name in ("paragraphs", "citations_before", "citations_after")}
    return row | lists | {"to_version": to_version}


def append_notes(ledger: Ledger, notes: Sequence[Note]) -> None:
    """Append the same as `add_notes`. Call inside a transaction."""
    if not notes:
        return
    edition = current_edition(ledger)
    rows = [
        {n: getattr(note, n) for n in _COLUMNS} | {n: list(getattr(note, n)) or None for n in _LISTS} for note in notes
    ]
    ledger.append("supervision", pl.DataFrame(rows, schema_overrides=_NOTE_TYPES).with_columns(edition=pl.lit(edition)))
    ledger.append(
        "loop_step",
        [
            {
                "edition": edition,
                "loop": note.loop,
                "iteration": note.iteration,
                "step": note.action,
                "state": orjson.dumps(note.state).decode(),
            }
            for note in notes
            if note.state is not None
        ],
    )


def read_stated_numbers(ledger: Ledger) -> dict[str, Any] | None:
    """Return the numbers that the edition's text states, from the last note of them; None if there is no such note."""
    rows = ledger.select(
        "SELECT s.outcome FROM supervision AS s JOIN current_edition AS e USING (edition) WHERE s.action = 'numbers' "
        "ORDER BY s.rowid DESC LIMIT 1"
    )
    return None if rows.is_empty() else dict(orjson.loads(rows.item()))


def is_outgrown(ledger: Ledger, loop: str) -> bool:
    """Return whether a loop has named a gap in the edition since its numbers were last stated."""
    rows = ledger.select(
        "SELECT coalesce(max(s.rowid) FILTER (s.action = 'gap' AND s.loop = $loop) "
        "> max(s.rowid) FILTER (s.action = 'numbers'), false) "
        "FROM supervision AS s JOIN current_edition USING (edition)",
        loop=loop,
    )
    return bool(rows.item())


def read_explored(ledger: Ledger, loop: str) -> tuple[str, ...]:
    """Return the topics that a loop has explored, in this edition or another, in the order explored."""
    rows = ledger.select(
        "SELECT topic FROM supervision WHERE loop = $loop AND action = 'gap' ORDER BY rowid", loop=loop
    )
    return tuple(rows["topic"])
