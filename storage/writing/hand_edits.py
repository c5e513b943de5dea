"""What people changed by hand, kept through every later version of a section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.writing import Claim, Draft
from storage.writing.merging import HandParagraph, keep_paragraphs, read_key, split_paragraphs

PERSON = "human"
_TOUCHING = (
    "SELECT coalesce((SELECT status = 'running' AND coalesce(settings->>'touch_mine', '') <> '' "
    "FROM run ORDER BY started_at DESC, run_id LIMIT 1), false)"
)
_LATEST = "FROM section WHERE section_id = $section_id ORDER BY version DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class HandEdit:
    """A change that a person made: `kind` as in the table `hand_edit`, `before` and `after` as paragraphs.

    `section_id` is empty outside sections.
    """

    section_id: str
    kind: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LatestSection:
    """The latest version of a section in any edition, with its claims and those that earlier versions had."""

    section_id: str
    version: int
    heading: str
    markdown: str
    claims: tuple[Claim, ...]
    earlier: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class HandVersion:
    """What becomes of a section by a person's changes: its text with all its claims, and the paragraphs of people."""

    section: LatestSection
    draft: Draft
    paragraphs: tuple[HandParagraph, ...]
    conflicts: tuple[tuple[str, str], ...] = ()


def read_hand_paragraphs(ledger: Ledger) -> dict[str, tuple[HandParagraph, ...]]:
    """Return the paragraphs of people in force, by section, in order; also of sections that are no longer there."""
    rows = ledger.select(
        "SELECT section_id, kind, text, replaced FROM current_hand_paragraph ORDER BY section_id, place"
    )
    found: dict[str, list[HandParagraph]] = {}
    for section_id, kind, text, replaced in rows.iter_rows():
        found.setdefault(section_id, []).append(HandParagraph(kind, text, replaced))
    return {section_id: tuple(of) for section_id, of in found.items()}


def read_untouchable(ledger: Ledger) -> dict[str, tuple[str, ...]]:
    """Return the texts of the paragraphs that no pass may change, by section; none in a run that may touch them."""
    if is_touching(ledger):
        return {}
    held = {name: tuple(one.text for one in of if one.text) for name, of in read_hand_paragraphs(ledger).items()}
    return {name: texts for name, texts in held.items() if texts}


def is_touching(ledger: Ledger) -> bool:
    """Return whether the run under way may change what people wrote (``--touch-mine``)."""
    return bool(ledger.select(_TOUCHING).item())


def read_hand_texts(ledger: Ledger) -> list[str]:
    """Return every paragraph that was ever a person's: earlier versions may be exported."""
    return list(ledger.select("SELECT DISTINCT text FROM hand_paragraph ORDER BY text")["text"])


def read_conflicts(ledger: Ledger) -> list[tuple[str, str, str]]:
    """Return where the program would have changed what is a person's, as (heading, the program's text, theirs)."""
    rows = ledger.select(
        "SELECT heading, program, text FROM current_hand_conflict ORDER BY section_id, version, text, program"
    )
    return [(row[0], row[1], row[2]) for row in rows.iter_rows()]


def keep_hand(ledger: Ledger, section_id: str, version: int, draft: Draft) -> Draft:
    """Return the draft of a section's next version with a person's paragraphs as they stand, and their claims.

    What the program would have in their place is put on record, and so is what a run that may touch them has changed.
    Call inside a transaction, before the version is appended.
    """
    held = read_hand_paragraphs(ledger)
    mine = held.get(section_id, ())
    if not held:
        return draft
    if is_touching(ledger):
        _give_up(ledger, section_id, version, draft.markdown, mine)
        return draft
    rows = ledger.select(f"SELECT version, markdown {_LATEST}", section_id=section_id).rows()
    before, text = rows[0] if rows else (0, "")
    elsewhere = [one.text for name, of in held.items() if name != section_id for one in of]
    merged = keep_paragraphs(text, draft.markdown, mine, elsewhere)
    append_conflicts(ledger, section_id, version, merged.conflicts)
    own = {read_key(one.text) for one in mine}
    rest = "\n\n".join(one for one in split_paragraphs(merged.markdown) if read_key(one) not in own)
    claims = [claim for claim in draft.claims if claim.sentence in rest]
    claims += [
        claim
        for claim in read_version_claims(ledger, section_id, before)
        if any(claim.sentence in one.text for one in mine)
    ]
    return replace(draft, markdown=merged.markdown, claims=tuple(dict.fromkeys(claims)))


def _give_up(ledger: Ledger, section_id: str, version: int, markdown: str, mine: Sequence[HandParagraph]) -> None:
    """Put on record which paragraphs of a person a new version no longer has; the others stay the person's."""
    lost = [one for one in mine if (one.text not in markdown if one.text else one.replaced in markdown)]
    if lost:
        left = [one for one in mine if one not in lost]
        edits = [HandEdit(section_id, "given up", one.text, "") for one in lost]
        append_edits(ledger, "", edits, {section_id: version})
        append_paragraphs(ledger, section_id, version, left)


def said_by(claim: Claim, mine: Sequence[HandParagraph]) -> str | None:
    """Return who wrote a sentence that no finding is given for, if it was a person."""
    return PERSON if claim.finding_id is None and any(claim.sentence in one.text for one in mine) else None


def read_latest_section(ledger: Ledger, section_id: str) -> LatestSection:
    """Return a section in its latest version, of whatever edition.

    Raises:
        ValueError: there is no such section.
    """
    rows = ledger.select(f"SELECT section_id, version, heading, markdown {_LATEST}", section_id=section_id).rows()
    if not rows:
        raise ValueError(f"there is no section '{section_id}'")
    _, version, heading, markdown = rows[0]
    claims = read_version_claims(ledger, section_id, version)
    traced = ledger.select(
        "SELECT sentence, citekey, finding_id FROM claim WHERE section_id = $section_id AND finding_id IS NOT NULL "
        "QUALIFY version = max(version) OVER (PARTITION BY sentence, citekey) ORDER BY ALL",
        section_id=section_id,
    )
    earlier = tuple(Claim(*row) for row in traced.iter_rows())
    return LatestSection(section_id, version, heading, markdown, claims, earlier)


def read_version_claims(ledger: Ledger, section_id: str, version: int) -> tuple[Claim, ...]:
    """Return the claims of a version, in order of sentence and citekey."""
    rows = ledger.select(
        "SELECT sentence, citekey, finding_id FROM claim WHERE section_id = $section_id AND version = $version "
        "ORDER BY sentence, citekey, finding_id",
        section_id=section_id,
        version=version,
    )
    return tuple(Claim(*row) for row in rows.iter_rows())


def read_current_claims(ledger: Ledger) -> tuple[Claim, ...]:
    """Return the claims of the review as it stands."""
    rows = ledger.frame("standing_claims").drop("section_id")
    return tuple(Claim(*row) for row in rows.iter_rows())


def was_left_finished(ledger: Ledger) -> bool:
    """Return whether the review has text, and the last run before the one under way, if one is, finished."""
    rows = ledger.select("SELECT status FROM run ORDER BY started_at DESC, run_id LIMIT 2")["status"].to_list()
    ended = rows[1:] if rows[:1] == ["running"] else rows[:1]
    has_text = bool(ledger.select("SELECT count(*) FROM current_section").item())
    return has_text and ended == ["finished"]


def append_edits(ledger: Ledger, file: str, edits: Sequence[HandEdit], versions: Mapping[str, int]) -> int:
    """Append what was found in one reading of a file, by section with the version that has it, and return its number.

    Call inside a transaction.
    """
    reading = int(ledger.select("SELECT coalesce(max(reading), 0) + 1 FROM hand_edit").item())
    rows = [
        {
            "reading": reading,
            "place": place,
            "file": file,
            "section_id": edit.section_id or None,
            "version": None if edit.kind == "left aside" else versions.get(edit.section_id),
            "kind": edit.kind,
            "before": edit.before,
            "after": edit.after,
            "at": now(),
        }
        for place, edit in enumerate(edits, 1)
    ]
    ledger.append("hand_edit", pl.DataFrame(rows, schema_overrides={"section_id": pl.String, "version": pl.Int32}))
    return reading


def append_paragraphs(ledger: Ledger, section_id: str, version: int, paragraphs: Sequence[HandParagraph]) -> None:
    """Append the paragraphs that are a person's from a version on. Call inside a transaction."""
    ledger.append(
        "hand_paragraph",
        [
            {
                "section_id": section_id,
                "version": version,
                "place": place,
                "kind": one.kind,
                "text": one.text,
                "replaced": one.replaced,
            }
            for place, one in enumerate(paragraphs, 1)
        ],
    )


def append_conflicts(ledger: Ledger, section_id: str, version: int, conflicts: Sequence[tuple[str, str]]) -> None:
    """Append what the program would have in the place of a person's paragraphs. Call inside a transaction."""
    ledger.append(
        "hand_conflict",
        [
            {"section_id": section_id, "version": version, "place": place, "text": text, "program": program}
            for place, (text, program) in enumerate(conflicts, 1)
        ],
    )
