"""An analyst's verdicts on the sentences of a review: read as far as sentences were judged, and put on record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage.core.ledger import Ledger
from storage.records.writing import Claim
from storage.writing.hand_edits import read_untouchable
from storage.writing.supervision import Note, append_edits

LOOP = "facts"


@dataclass(frozen=True, slots=True)
class AssertedSection:
    """A current section with its claims and the verdicts on its sentences; sentences without one are not judged yet.

    `rounds` counts the edits of the facts loop to it in this edition, including those that left it as it was; `mine`
    are the paragraphs that a person wrote, which are not judged.
    """

    section_id: str
    version: int
    heading: str
    markdown: str
    rounds: int
    claims: tuple[Claim, ...]
    verdicts: Mapping[str, str]
    mine: tuple[str, ...] = ()


def read_asserted_sections(ledger: Ledger) -> list[AssertedSection]:
    """Return the current sections in the order of the review."""
    rows = ledger.select(
        "SELECT section_id, sentence, citekey, finding_id, verdict_analyst FROM claim "
        "JOIN current_section USING (section_id, version) ORDER BY section_id, sentence, citekey, finding_id"
    )
    claims: dict[str, list[Claim]] = {}
    verdicts: dict[str, dict[str, str]] = {}
    for section_id, sentence, citekey, finding_id, verdict in rows.iter_rows():
        claims.setdefault(section_id, []).append(Claim(sentence, citekey, finding_id))
        if verdict is not None:
            verdicts.setdefault(section_id, {})[sentence] = verdict
    mine = read_untouchable(ledger)
    return [
        AssertedSection(
            **row,
            claims=tuple(claims.get(row["section_id"], ())),
            verdicts=verdicts.get(row["section_id"], {}),
            mine=mine.get(row["section_id"], ()),
        )
        for row in ledger.frame("asserted_sections").iter_rows(named=True)
    ]


def add_fact_verdicts(
    ledger: Ledger, section: AssertedSection, verdicts: Mapping[str, str], notes: Sequence[Note]
) -> None:
    """Record the verdicts on sentences of a section, by sentence, and notes, in one transaction."""
    with ledger.transaction():
        for verdict in sorted(set(verdicts.values())):
            ledger.change(
                "UPDATE claim SET verdict_analyst = $verdict WHERE section_id = $section_id AND version = $version "
                "AND list_contains($sentences, sentence)",
                verdict=verdict,
                section_id=section.section_id,
                version=section.version,
                sentences=[sentence for sentence, given in verdicts.items() if given == verdict],
            )
        append_edits(ledger, (), notes)
