"""The abstract: what was asked, done and gathered, in the review's own numbers and without citations."""

from __future__ import annotations

from collections.abc import Iterator

from storage.records.writing import Draft
from tasks.analysts.extractive.designs import most_named
from tasks.analysts.extractive.finding_allocation import shared_phrases
from tasks.analysts.extractive.passages import Line, compose, report, state
from tasks.analysts.extractive.themes_in_turn import count_open, list_themes, name_subject, works_of
from tasks.analysts.protocol import ReviewMaterial
from tasks.procedure.basis import tell_basis
from tasks.procedure.facts import Facts
from tasks.text.words import join_phrases, spell

_SLACK = 25


def write_abstract(material: ReviewMaterial, words: int) -> Draft:
    """Return the abstract as one paragraph of at most about `words` words."""
    lines: list[Line] = []
    room = words + _SLACK
    for line in _sentences(material):
        if line is not None and line.words <= room:
            lines.append(line)
            room -= line.words
    return compose([("", [lines])])


def _sentences(material: ReviewMaterial) -> Iterator[Line | None]:
    plan, works = material.plan, works_of(material)
    facts = Facts(material.numbers, material.procedure)
    yield state(f"This review sets out what the scholarly literature reports about {name_subject(material)}.")
    if len(plan.questions) == 1:
        yield state(f"It was guided by one question: {plan.questions[0].strip().rstrip('?. ')}?")
    elif plan.questions:
        yield state(f"It was guided by {spell(len(plan.questions))} questions, which the introduction states.")
    yield from report(facts.tell(tell_basis(facts)))
    if material.themes:
        count = len(material.themes)
        themes = "theme" if count == 1 else "themes"
        yield state(f"The corpus is presented in {spell(count)} {themes}: {list_themes(material)}.")
    terms = shared_phrases(works, 5, plan.topic)
    if len(terms) > 1:
        yield state(f"Matters that recur from work to work are {join_phrases(terms)}.")
    designs = most_named(works)
    if designs:
        yield state(f"Where a method is named, the sources refer most often to {join_phrases(designs)}.")
    yield count_open(material)
    yield from report(
        facts.tell(["For {sources_note:work/works} the text at hand is a project note, not the authors' words."])
    )
    yield state(
        "The synthesis is extractive: it is assembled from sentences of the sources, given as they stand or lightly "
        "trimmed, and every statement about the literature carries the citation of the work it comes from."
    )
    yield state("No effects were pooled and the quality of single studies was not appraised.")
    yield state(
        "Each theme is treated by its key findings and, as far as the texts were recognised to name them, its methods, "
        "debates and gaps; the discussion reads across the themes before conclusions are drawn."
    )
