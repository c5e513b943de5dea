"""Checks of citations and what was done about them: verdicts, faults, and sections rewritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import polars as pl

from storage.core.clock import now
from storage.core.ledger import Ledger
from storage.records.writing import Claim, Draft
from storage.writing.hand_edits import read_version_claims
from storage.writing.sections import append_version

LOOP = "verification"


@dataclass(frozen=True, slots=True)
class CheckedSection:
    """A current section; `repairs` counts the versions verification has made since the section was last written."""

    section_id: str
    version: int
    heading: str
    markdown: str
    repairs: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a citekey of a version resolves: `status` valid or invalid, checked against zotero or ledger.

    `attempt` is 1 for the section as first written, 2 and 3 for the results of the first and second repair.
    """

    section_id: str
    version: int
    citekey: str
    status: str
    checked_against: str
    reason: str | None
    attempt: int


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair of a section's version by verification: the new text with all its claims, and what had been wrong."""

    section: CheckedSection
    draft: Draft
    issue: str
    note: str
    paragraphs: tuple[int, ...]
    citekeys_before: tuple[str, ...]
    citekeys_after: tuple[str, ...]


def read_checked_sections(ledger: Ledger) -> list[CheckedSection]:
    """Return the current sections in the order of the review."""
    return [CheckedSection(*row) for row in ledger.frame("checked_sections").iter_rows()]


def read_citekeys(ledger: Ledger) -> list[str]:
    """Return the citekeys of the corpus in order."""
    rows = ledger.select("SELECT citekey FROM corpus WHERE citekey IS NOT NULL ORDER BY citekey")
    return [str(row[0]) for row in rows.iter_rows()]


def read_claims(ledger: Ledger, section: CheckedSection) -> tuple[Claim, ...]:
    """Return the claims of a version, in order of sentence and citekey."""
    return read_version_claims(ledger, section.section_id, section.version)


def read_unsupported(ledger: Ledger) -> list[tuple[str, str, str, str]]:
    """Return the unsupported claims of current sections as (section id, sentence, citekey, reason), in order."""
    rows = ledger.select("SELECT section_id, sentence, citekey, reason FROM unsupported_claim ORDER BY ALL")
    return [(row[0], row[1], row[2], row[3]) for row in rows.iter_rows()]


def add_verdicts(ledger: Ledger, verdicts: Sequence[Verdict]) -> None:
    """Append the verdicts on citekeys not checked before in their version, and judge claims not judged before."""
    frame = pl.DataFrame([asdict(verdict) for verdict in verdicts], schema_overrides={"reason": pl.String})
    checked = ledger.select("SELECT section_id, version, citekey FROM citation_check")
    if not frame.is_empty():
        frame = frame.join(checked, on=["section_id", "version", "citekey"], how="anti")
    with ledger.transaction():
        if not frame.is_empty():
            ledger.append("citation_check", frame.with_columns(pl.lit(now()).alias("at")))
        ledger.change(
            "UPDATE claim SET verdict_rule = CASE WHEN claim_id IN (SELECT claim_id FROM unsupported_claim) "
            "THEN 'unsupported' WHEN said_by IS NOT NULL THEN 'said by a person' ELSE 'supported' END "
            "WHERE verdict_rule IS NULL "
            "AND (section_id, version) IN (SELECT (section_id, version) FROM current_section)"
        )


def add_repair(ledger: Ledger, repair: Repair) -> None:
    """Append the new version of a section with its claims and the edit that says why, in one transaction."""
    section = repair.section
    with ledger.transaction():
        version = append_version(ledger, section.section_id, repair.draft, LOOP)
        ledger.append(
            "edit",
            pl.DataFrame(
                [
                    {
                        "loop": LOOP,
                        "iteration": section.repairs + 1,
                        "section_id": section.section_id,
                        "from_version": section.version,
                        "to_version": version,
                        "issue": repair.issue,
                        "severity": "high",
                        "paragraphs": list(repair.paragraphs),
                        "citations_before": list(repair.citekeys_before),
                        "citations_after": list(repair.citekeys_after),
                        "note": repair.note,
                    }
                ],
                schema_overrides={
                    "paragraphs": pl.List(pl.Int32),
                    "citations_before": pl.List(pl.String),
                    "citations_after": pl.List(pl.String),
                },
            ),
        )
