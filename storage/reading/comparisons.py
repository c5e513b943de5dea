"""Results of different works set side by side: grouping them, counting which way they point, finding contradictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields

from storage.core.ledger import Ledger
from storage.records.evidence import Comparison, Consistency, Contradiction, Result, Side, Vote, VoteCount
from storage.writing.themes import current_edition

_FEWEST_WORKS = 2


def ungrouped_results(ledger: Ledger) -> list[Result]:
    """Return the results of the corpus that have a direction and were not grouped yet, in a fixed order."""
    rows = ledger.frame("ungrouped_results")
    return [Result(**row) for row in rows.iter_rows(named=True)]


def list_comparisons(ledger: Ledger) -> list[tuple[str, str]]:
    """Return exposure and outcome of the comparisons that results of the corpus belong to."""
    rows = ledger.select("SELECT DISTINCT exposure, outcome FROM compared_result ORDER BY exposure, outcome")
    return list(rows.iter_rows())


def carry_comparisons(ledger: Ledger) -> None:
    """Put results that were set beside others for an earlier edition into the same comparisons for this one."""
    with ledger.transaction():
        ledger.append("comparison", ledger.frame("carried_comparisons"))


def add_comparisons(ledger: Ledger, comparisons: Sequence[Comparison]) -> None:
    """Append the comparisons that results belong to in this edition, in one transaction."""
    edition = {"edition": current_edition(ledger)}
    with ledger.transaction():
        ledger.append("comparison", [edition | asdict(one) for one in comparisons])


def read_consistency(ledger: Ledger, theme_id: str | None = None) -> Consistency:
    """Return how far the works of a theme agree, or all works of the review; the comparisons of most works first."""
    votes = ledger.frame("votes", theme_id=theme_id, fewest=_FEWEST_WORKS)
    named: dict[tuple[str, str], list[Vote]] = {}
    for exposure, outcome, *vote in votes.iter_rows():
        named.setdefault((exposure, outcome), []).append(Vote(*vote))
    pairs = ledger.frame("contradictions", theme_id=theme_id)
    return Consistency(
        tuple(VoteCount(exposure, outcome, tuple(cast)) for (exposure, outcome), cast in named.items()),
        tuple(
            Contradiction(
                row["exposure"],
                row["outcome"],
                row["kind"],
                _read_side(row, "one"),
                _read_side(row, "other"),
                tuple(row["differ"]),
            )
            for row in pairs.iter_rows(named=True)
        ),
    )


def _read_side(row: dict[str, object], which: str) -> Side:
    told = {field.name: row.get(f"{which}_{field.name}") for field in fields(Side)} | {"citekey": row[which]}
    return Side(**{name: "" if value is None else str(value) for name, value in told.items()})
