"""Sections, claims and checks: every version is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.search import content_id
from storage.records.writing import Claim, Draft, WrittenSection
from storage.writing.hand_edits import (
    PERSON,
    HandEdit,
    HandVersion,
    append_conflicts,
    append_edits,
    append_paragraphs,
    keep_hand,
    read_hand_paragraphs,
    read_version_claims,
    said_by,
)
from storage.writing.themes import current_edition

_CITEKEYS = {"citations_before": pl.List(pl.String), "citations_after": pl.List(pl.String)}


@dataclass(frozen=True, slots=True)
class Integration:
    """The current sections in order, as they were before integration, and the ids of those it has not reached."""

    sections: tuple[WrittenSection, ...]
    pending: frozenset[str]


def written_sections(ledger: Ledger) -> dict[str, tuple[str, str]]:
    """Return the current edition's sections by id, as (heading, Markdown), in the order of the review."""
    rows = ledger.select("SELECT section_id, heading, markdown FROM current_section ORDER BY position, section_id")
    return {row[0]: (row[1], row[2]) for row in rows.iter_rows()}


def add_section(ledger: Ledger, section_id: str, position: int, heading: str, draft: Draft) -> None:
    """Append a new version of a section with its claims, in one transaction."""
    with ledger.transaction():
        append_section(ledger, section_id, position, heading, draft)


def append_section(ledger: Ledger, section_id: str, position: int, heading: str, draft: Draft) -> int:
    """Append a new version of a section with its claims and return it. Call inside a transaction.

    Paragraphs that are a person's stand in it as they are, here and in what the following functions append.
    """
    version = _next_version(ledger, section_id)
    draft = keep_hand(ledger, section_id, version, draft)
    row = {
        "section_id": section_id,
        "version": version,
        "edition": current_edition(ledger),
        "position": position,
        "heading": heading,
        "markdown": draft.markdown,
        "produced_by": draft.produced_by,
        "created_at": now(),
        "protocol": ledger.select("SELECT max(number) FROM protocol_version").item(),
    }
    ledger.append("section", pl.DataFrame([row], schema_overrides={"protocol": pl.Int32}))
    _append_claims(ledger, section_id, version, draft.claims)
    place = {"section_id": section_id, "version": version}
    ledger.append(
        "answer", [place | {"position": number} | asdict(one) for number, one in enumerate(draft.answers, start=1)]
    )
    return version


def append_version(ledger: Ledger, section_id: str, draft: Draft, loop: str) -> int:
    """Append a loop's new text of a current section as its next version, with its claims; return that version.

    A claim that stays as it was keeps the analyst's verdict on it. Call inside a transaction.
    """
    version = _next_version(ledger, section_id)
    draft = keep_hand(ledger, section_id, version, draft)
    ledger.change(
        "INSERT INTO section BY NAME SELECT * REPLACE ($version AS version, $markdown AS markdown, "
        "$loop AS produced_by, $now AS created_at) FROM current_section WHERE section_id = $section_id",
        section_id=section_id,
        version=version,
        markdown=draft.markdown,
        loop=loop,
        now=now(),
    )
    _append_claims(ledger, section_id, version, draft.claims)
    _carry_verdicts(ledger, section_id, version)
    return version


def _carry_verdicts(ledger: Ledger, section_id: str, version: int) -> None:
    """Give claims that stayed as they were the analyst's verdict on them in the version before."""
    ledger.change(
        "UPDATE claim SET verdict_analyst = before.verdict_analyst FROM claim AS before "
        "WHERE claim.section_id = $section_id AND claim.version = $version AND before.section_id = $section_id "
        "AND before.version = $version - 1 AND before.claim_id = claim.claim_id",
        section_id=section_id,
        version=version,
    )


def _next_version(ledger: Ledger, section_id: str) -> int:
    known = "SELECT coalesce(max(version), 0) + 1 FROM section WHERE section_id = $section_id"
    return int(ledger.select(known, section_id=section_id).item())


def append_hand_versions(ledger: Ledger, file: str, versions: Sequence[HandVersion], edits: Sequence[HandEdit]) -> None:
    """Append what a person changed in one file: the edits, and each section's next version with what is theirs in it.

    A version stays in the edition of the one before it, so that an update under way finds it. Call inside a
    transaction.
    """
    numbers = {one.section.section_id: _next_version(ledger, one.section.section_id) for one in versions}
    reading = append_edits(ledger, file, edits, numbers)
    for one in versions:
        section_id, version = one.section.section_id, numbers[one.section.section_id]
        append_paragraphs(ledger, section_id, version, one.paragraphs)
        append_conflicts(ledger, section_id, version, one.conflicts)
        ledger.change(
            "INSERT INTO section BY NAME SELECT * REPLACE ($version AS version, $markdown AS markdown, "
            "$person AS produced_by, $now AS created_at) FROM section "
            "WHERE section_id = $section_id AND version = $old",
            section_id=section_id,
            version=version,
            markdown=one.draft.markdown,
            person=PERSON,
            now=now(),
            old=one.section.version,
        )
        _append_claims(ledger, section_id, version, one.draft.claims)
        _carry_verdicts(ledger, section_id, version)
        keys = [sorted({claim.citekey for claim in claims}) for claims in (one.section.claims, one.draft.claims)]
        row = {
            "loop": PERSON,
            "iteration": reading,
            "section_id": section_id,
            "from_version": one.section.version,
            "to_version": version,
            "citations_before": keys[0],
            "citations_after": keys[1],
            "note": f"changed by hand in {file}",
        }
        ledger.append("edit", pl.DataFrame([row], schema_overrides=_CITEKEYS))


def _append_claims(ledger: Ledger, section_id: str, version: int, claims: Sequence[Claim]) -> None:
    mine = read_hand_paragraphs(ledger).get(section_id, ())
    ledger.append(
        "claim",
        pl.DataFrame(
            [
                {
                    "claim_id": content_id("claim", claim.sentence, claim.citekey, claim.finding_id),
                    "section_id": section_id,
                    "version": version,
                    "sentence": claim.sentence,
                    "citekey": claim.citekey,
                    "finding_id": claim.finding_id,
                    "said_by": said_by(claim, mine),
                }
                for claim in claims
            ],
            infer_schema_length=None,
            schema_overrides={"finding_id": pl.String, "said_by": pl.String},
        ),
    )


def outdated_sections(ledger: Ledger) -> set[str]:
    """Return the current sections, by id, that an amendment of the protocol overtook."""
    sql = "SELECT section_id FROM current_section JOIN outdated_section USING (section_id, version)"
    return set(ledger.select(sql)["section_id"])


def read_integration(ledger: Ledger) -> Integration:
    """Return what integration starts from and what is left to do; after an interruption the start is the same."""
    rows = ledger.frame("integration")
    return Integration(
        sections=tuple(WrittenSection(*row) for row in rows.drop("is_integrated").iter_rows()),
        pending=frozenset(rows.filter(~pl.col("is_integrated"))["section_id"]),
    )


def integrate_section(ledger: Ledger, section_id: str, markdown: str, paragraphs: list[int]) -> None:
    """Append, in one transaction, a section's version with paragraphs added at its borders, its claims and the edit.

    `paragraphs` are the positions of those added, counted from 0; if none, only the edit is appended: all stays.
    """
    current = "FROM current_section WHERE section_id = $section_id"
    with ledger.transaction():
        version = int(ledger.select(f"SELECT version {current}", section_id=section_id).item())
        citekeys = ledger.select(
            "SELECT DISTINCT citekey FROM claim WHERE section_id = $section_id AND version = $version ORDER BY citekey",
            section_id=section_id,
            version=version,
        )["citekey"].to_list()
        if paragraphs:
            draft = keep_hand(
                ledger, section_id, version + 1, Draft(markdown, read_version_claims(ledger, section_id, version))
            )
            ledger.change(
                "INSERT INTO section BY NAME SELECT * REPLACE (version + 1 AS version, $markdown AS markdown, "
                f"'integration' AS produced_by, $now AS created_at) {current}",
                section_id=section_id,
                markdown=draft.markdown,
                now=now(),
            )
            _append_claims(ledger, section_id, version + 1, draft.claims)
        ledger.append(
            "edit",
            pl.DataFrame(
                [
                    {
                        "loop": "integration",
                        "iteration": 1,
                        "section_id": section_id,
                        "from_version": version,
                        "to_version": version + bool(paragraphs),
                        "paragraphs": paragraphs,
                        "citations_before": citekeys,
                        "citations_after": citekeys,
                        "note": "transition added" if paragraphs else "no transition added",
                    }
                ],
                schema_overrides={"paragraphs": pl.List(pl.Int32), **_CITEKEYS},
            ),
        )
