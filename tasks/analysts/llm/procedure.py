"""How a review by a language model is made, in sentences whose numbers come from the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.records.writing import Draft
from tasks.analysts.passages import compose, list_themes, report, state
from tasks.analysts.protocol import ReviewMaterial
from tasks.procedure.facts import Facts
from tasks.procedure.limits import tell_basis, tell_limits
from tasks.procedure.search import tell_search
from tasks.procedure.selection import tell_selection
from tasks.procedure.synthesis import tell_grouping, tell_reading, tell_writing
from tasks.text.cleaning import unescape_markdown


def describe_procedure(material: ReviewMaterial) -> dict[str, list[str]]:
    """Return what was done, part by part, in plain sentences; one whose number is missing or zero is left out."""
    facts = _plainly(material)
    return {part: _unescape(facts.tell(templates)) for part, templates in _tell_parts(facts).items()}


def describe_basis(material: ReviewMaterial) -> list[str]:
    """Return what the review rests on, in a few plain sentences."""
    facts = _plainly(material)
    return _unescape(facts.tell(tell_basis(facts)))


def describe_limits(material: ReviewMaterial) -> list[str]:
    """Return what limits the review, in plain sentences."""
    facts = _plainly(material)
    return _unescape(facts.tell(tell_limits(facts)))


def compose_methodology(material: ReviewMaterial) -> Draft:
    """Return the methodology made from these sentences alone."""
    facts = read_facts(material)
    return compose([(part, [report(facts.tell(told))]) for part, told in _tell_parts(facts).items()])


def compose_abstract(material: ReviewMaterial) -> Draft:
    """Return an abstract that says what was asked, done and gathered, without a language model."""
    facts = read_facts(material)
    opening = state(f"This review sets out what the scholarly literature reports about “{material.plan.topic}”.")
    themes = [state(f"The corpus is presented by theme: {list_themes(material)}.")] if material.themes else []
    return compose([("", [[opening, *report(facts.tell(tell_basis(facts))), *themes]])])


def replace_limits(draft: Draft, material: ReviewMaterial, heading: str) -> Draft:
    """Return a draft with the text under a level-3 heading replaced by what limits this review."""
    before, found, after = draft.markdown.partition(f"### {heading}\n\n")
    if not found:
        return draft
    _, following, rest = after.partition("\n### ")
    facts = read_facts(material)
    limits = " ".join(facts.tell(tell_limits(facts)))
    return Draft(f"{before}{found}{limits}\n{following}{rest}", draft.claims, draft.produced_by)


def read_facts(material: ReviewMaterial) -> Facts:
    """Return the record that the sentences are filled from."""
    return Facts(material.numbers, material.procedure, by_model=True)


def _plainly(material: ReviewMaterial) -> Facts:
    """Return the record with the catalogue's bare name: a file's digest would be taken for a made-up code."""
    facts = read_facts(material)
    catalogue = str(material.numbers.get("catalogue", "")).partition("@")[0]
    return replace(facts, numbers={**material.numbers, "catalogue": catalogue})


def _tell_parts(facts: Facts) -> dict[str, list[str]]:
    return {
        "Search strategy": tell_search(facts),
        "Selection criteria": tell_selection(facts),
        "Data extraction": tell_reading(facts),
        "Synthesis approach": [*tell_grouping(facts), *tell_writing(facts)],
    }


def _unescape(sentences: Sequence[str]) -> list[str]:
    """Return the sentences as data, not Markdown: the text written from them is escaped later."""
    return [unescape_markdown(sentence) for sentence in sentences]
