"""Sections, claims and checks: every version is kept."""

from __future__ import annotations

import polars as pl

from storage.ledger import Ledger
from storage.manuscript import Draft
from storage.records import content_id
from storage.themes import current_edition
from storage.works import now


def written_sections(ledger: Ledger) -> dict[str, tuple[str, str]]:
    """Return the current edition's sections by id, as (heading, Markdown), in the order of the review."""
    rows = ledger.select("SELECT section_id, heading, markdown FROM current_section ORDER BY position, section_id")
    return {row[0]: (row[1], row[2]) for row in rows.iter_rows()}


def add_section(ledger: Ledger, section_id: str, position: int, heading: str, draft: Draft) -> None:
    """Append a new version of a section with its claims, in one transaction."""
    with ledger.transaction():
        version = ledger.select(
            "SELECT coalesce(max(version), 0) + 1 FROM section WHERE section_id = $section_id", section_id=section_id
        ).item()
        ledger.append(
            "section",
            [
                {
                    "section_id": section_id,
                    "version": version,
                    "edition": current_edition(ledger),
                    "position": position,
                    "heading": heading,
                    "markdown": draft.markdown,
                    "produced_by": draft.produced_by,
                    "created_at": now(),
                }
            ],
        )
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
                    }
                    for claim in draft.claims
                ],
                infer_schema_length=None,
                schema_overrides={"finding_id": pl.String},
            ),
        )


def check_citations(ledger: Ledger) -> int:
    """Append whether each citekey of the current sections resolves in the corpus; return how many do not."""
    rows = ledger.frame("citation_verdicts")
    with ledger.transaction():
        ledger.append("citation_check", rows.with_columns(pl.lit(now()).alias("at")))
        ledger.change(
            "UPDATE claim SET verdict_rule = CASE WHEN claim_id IN (SELECT claim_id FROM unsupported_claim) "
            "THEN 'unsupported' ELSE 'supported' END WHERE verdict_rule IS NULL "
            "AND (section_id, version) IN (SELECT (section_id, version) FROM current_section)"
        )
    return int(rows.filter(pl.col("status") == "invalid").height)
