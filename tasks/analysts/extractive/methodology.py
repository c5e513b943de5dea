"""The methodology: how the works were found, chosen, read and put together, in the review's own numbers."""

from __future__ import annotations

from storage.records.writing import Draft
from tasks.analysts.extractive.passages import compose, report
from tasks.analysts.protocol import ReviewMaterial
from tasks.procedure.facts import Facts
from tasks.procedure.reading import READING_BY_RULE, tell_grouping, tell_reading, tell_writing
from tasks.procedure.search import tell_search
from tasks.procedure.selection import tell_selection


def write_methodology(material: ReviewMaterial, words: int) -> Draft:  # noqa: ARG001 -- a method is as long as it is
    """Return the methodology; all figures come from the record, a sentence without its figure is left out."""
    facts = Facts(material.numbers, material.procedure)
    return compose(
        [
            ("Search strategy", [report(facts.tell(tell_search(facts)))]),
            ("Selection criteria", [report(facts.tell(tell_selection(facts)))]),
            ("Data extraction", [report(facts.tell(tell_reading(facts)))]),
            (
                "Synthesis approach",
                [
                    report(facts.tell([*tell_grouping(facts), *tell_writing(facts)])),
                    report(facts.tell(READING_BY_RULE)),
                ],
            ),
        ],
    )
