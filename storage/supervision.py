"""What the supervising loops decided and what they changed: notes in `supervision`, rewritings in `edit`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import polars as pl

from storage.ledger import Ledger
from storage.manuscript import Draft
from storage.sections import append_version

_NOTE_TYPES = dict.fromkeys(("topic", "issue_type", "rationale", "outcome"), pl.String)
_EDIT_TYPES = pl.Schema(
    {
        "issue": pl.String,
        "severity": pl.String,
        "paragraphs": pl.List(pl.Int32),
        "citations_before": pl.List(pl.String),
        "citations_after": pl.List(pl.String),
        "coherence": pl.Float64,
    }
)


@dataclass(frozen=True, slots=True)
class Note:
    """One decision of a loop, in its iteration, counted from 1; `action` says which, `outcome` what came of it."""

    loop: str
    iteration: int
    action: str
    topic: str | None = None
    issue_type: str | None = None
    rationale: str | None = None
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """What a loop made of a section, or why it left it: without a `draft` the section stays and `note` says why.

    `paragraphs` are the places affected, counted from 0 in the version before; `coherence` is in [0, 1].
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
    """Append decisions of a loop, in one transaction."""
    with ledger.transaction():
        _append_notes(ledger, notes)


def read_notes(ledger: Ledger, loop: str) -> list[Note]:
    """Return the decisions of a loop in the order they were made."""
    rows = ledger.select(
        "SELECT loop, iteration, action, topic, issue_type, rationale, outcome FROM supervision WHERE loop = $loop "
        "ORDER BY rowid",
        loop=loop,
    )
    return [Note(**row) for row in rows.iter_rows(named=True)]


def add_edits(ledger: Ledger, edits: Sequence[Edit], notes: Sequence[Note] = ()) -> None:
    """Append new versions of sections with their claims, the edits that say why, and notes, in one transaction."""
    with ledger.transaction():
        rows = []
        for edit in edits:
            row = {name: getattr(edit, name) for name in Edit.__slots__ if name != "draft"}
            made = append_version(ledger, edit.section_id, edit.draft, edit.loop) if edit.draft else edit.from_version
            lists = {name: list(row[name]) for name in ("paragraphs", "citations_before", "citations_after")}
            rows.append(row | lists | {"to_version": made})
        if rows:
            ledger.append("edit", pl.DataFrame(rows, schema_overrides=_EDIT_TYPES))
        _append_notes(ledger, notes)


def _append_notes(ledger: Ledger, notes: Sequence[Note]) -> None:
    if notes:
        ledger.append("supervision", pl.DataFrame([asdict(note) for note in notes], schema_overrides=_NOTE_TYPES))
