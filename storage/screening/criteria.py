"""Criteria of inclusion and exclusion: those of the rules, of a plan and of a protocol, as they are on record."""

from __future__ import annotations

from collections.abc import Sequence

from storage.core.ledger import Ledger
from storage.records.criteria import Criterion
from storage.records.search import content_id

NO_SINGLE_WORK = "no single work"
RULES = {
    "retracted": "The work is retracted.",
    "too early": "Published before the years admitted.",
    "too late": "Published after the years admitted.",
    "language": "Not in a language admitted.",
    "type": "Not of a publication type admitted.",
    "term": "Title or abstract contains a term excluded.",
    NO_SINGLE_WORK: "No single work: a volume of abstracts, front or back matter, or a notice that corrects a work.",
}


def add_criteria(ledger: Ledger, include: Sequence[str], exclude: Sequence[str]) -> None:
    """Append inclusion and exclusion criteria, including those of the eligibility rules."""
    rows = [("include", text) for text in include] + [("exclude", text) for text in (*exclude, *RULES.values())]
    ledger.append(
        "criterion",
        [{"criterion_id": criterion_id(text), "kind": kind, "text": text} for kind, text in rows],
    )


def state_criteria(ledger: Ledger, lines: Sequence[str], proposed_by: str) -> None:
    """Append criteria that works are judged by one by one, as `Criterion.read` reads them; in a transaction."""
    ledger.append(
        "criterion",
        [
            {"criterion_id": one.criterion_id, "kind": one.kind, "text": one.text, "proposed_by": proposed_by}
            for one in map(Criterion.read, lines)
        ],
    )


def read_criteria(ledger: Ledger) -> tuple[str, ...]:
    """Return the criteria that works are judged by one by one, as lines, those of inclusion first."""
    stated = ledger.select("SELECT kind || ' ' || text AS line FROM screening_criterion ORDER BY kind DESC, text")
    return tuple(stated["line"])


def unstated_criteria(ledger: Ledger, lines: Sequence[str]) -> list[str]:
    """Return those of the criteria ordered that are not on record yet."""
    stated = ledger.select("SELECT kind || ' ' || text AS line FROM criterion WHERE proposed_by IS NOT NULL")["line"]
    return [line for line in lines if line not in set(stated)]


def awaits_criteria(ledger: Ledger) -> bool:
    """Return whether no such criterion was stated yet and nothing was screened without."""
    return bool(
        ledger.select(
            "SELECT NOT EXISTS (FROM criterion WHERE proposed_by IS NOT NULL) "
            "AND NOT EXISTS (FROM decision WHERE phase = 'screening') AND NOT EXISTS (FROM diffusion_stage)"
        ).item()
    )


def criterion_id(text: str) -> str:
    """Return the id of a criterion with this text."""
    return content_id("criterion", text)
