"""What people changed in the text by hand: the notice, the part of the appendix, and where the program differs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import unified_diff

import polars as pl

from tasks.citations.sentences import split_sentences
from tasks.reporting.exhibits import Block, show
from tasks.reporting.tables import Table

CONFLICTS_FILE = "conflicts.diff"
_PARTS = ("changed", "added", "removed", "moved")


def state_hand_edits(sections: pl.DataFrame, unresolved: Collection[str]) -> list[str]:
    """Return what a reader must know about the text that people wrote; nothing where there is none.

    `sections` has the columns of `storage/queries/hand_edited_sections.sql`; `unresolved` are citekeys that they cite
    and no work of the review has.
    """
    if not sections.height:
        return []
    counts = [(row["section"], sum(row[part] for part in _PARTS)) for row in sections.iter_rows(named=True)]
    told = ", ".join(f"{name} ({n} {'paragraph' if n == 1 else 'paragraphs'})" for name, n in counts)
    notices = [f"Edited by hand: {told}. Sentences written by hand are not traced to findings."]
    if unresolved:
        keys = ", ".join(sorted(unresolved))
        notices.append(f"Sentences written by hand cite what no work of this review is: {keys}.")
    return notices


def describe_hand_edits(sections: pl.DataFrame) -> Iterator[Block]:
    """Yield which sections were edited by hand, and how much; nothing where none was."""
    if not sections.height:
        return
    yield "### Edits by hand"
    yield (
        "Paragraphs written or changed by hand stand as they are whatever is written around them. Each is in the table "
        "`hand_paragraph` of the review's database, every change in `hand_edit`, and what would stand in the place of "
        f"one otherwise in `hand_conflict` and the file {CONFLICTS_FILE}."
    )
    columns = {"section": "Section"} | {part: part.capitalize() for part in _PARTS} | {"conflicts": "Conflicts"}
    yield from show("hand-edits", Table(sections.drop("section_id"), columns))


def render_conflicts(conflicts: Sequence[tuple[str, str, str]]) -> str:
    """Return as a unified diff, sentence by sentence, where the program's text and a person's differ.

    `conflicts` are (heading, the program's paragraph, the person's). The person's stands.
    """
    lines: list[str] = []
    for heading, program, own in conflicts:
        before, after = (split_sentences(text) for text in (program, own))
        lines += unified_diff(
            before, after, f"{heading}: litreview", f"{heading}: yours, which stands", lineterm="", n=1
        )
    return "".join(f"{line}\n" for line in lines)
