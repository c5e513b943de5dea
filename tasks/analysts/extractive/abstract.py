"""The abstract: what was asked, done and gathered, in the review's own numbers and without citations."""

from __future__ import annotations

from collections.abc import Iterator

from storage.records import Draft
from tasks.analysts.extractive.designs import most_named
from tasks.analysts.extractive.figures import fill
from tasks.analysts.extractive.passages import Line, compose, state
from tasks.analysts.extractive.shelves import shared_phrases
from tasks.analysts.extractive.themes_in_turn import count_saying, list_themes, name_subject, works_of
from tasks.analysts.extractive.words import join_phrases, spell
from tasks.analysts.protocol import ReviewMaterial

_SLACK = 25


def write_abstract(material: ReviewMaterial, words: int) -> Draft:
    """Return the abstract as one paragraph of at most about `words` words."""
    lines: list[Line] = []
    room = words + _SLACK
    for text in _sentences(material):
        line = state(text) if text else None
        if line is not None and line.words <= room:
            lines.append(line)
            room -= line.words
    return compose([("", [lines])])


def _sentences(material: ReviewMaterial) -> Iterator[str]:
    plan, numbers, works = material.plan, material.numbers, works_of(material)
    yield f"This review sets out what the scholarly literature reports about {name_subject(plan)}."
    if len(plan.questions) == 1:
        yield f"It was guided by one question: {plan.questions[0].strip().rstrip('?. ')}?"
    elif plan.questions:
        yield f"It was guided by {spell(len(plan.questions))} questions, which the introduction states."
    yield fill(
        "Works were searched in the catalogue {catalogue} by keyword, by citation, by author and among books, in "
        "{queries} queries, and then by backward and forward snowballing over {stages} stages.",
        numbers,
    )
    yield fill(
        "The searches brought up {discovered} works, of which {screened} were screened on title and abstract.", numbers
    )
    yield fill(
        "Relevance was judged by shared terms and sentence embeddings, and {corpus} works published between "
        "{first_year} and {last_year} form the corpus.",
        numbers,
    )
    yield fill(
        "From the {with_abstract} works that had a text to quote, {findings} findings were extracted, each tied to a "
        "verbatim quotation.",
        numbers,
    )
    if material.themes:
        count = len(material.themes)
        themes = "theme" if count == 1 else "themes"
        yield f"The corpus is presented in {spell(count)} {themes}: {list_themes(material)}."
    terms = shared_phrases(works, 5)
    if len(terms) > 1:
        yield f"Terms that recur throughout are {join_phrases(terms)}."
    designs = most_named(works)
    if designs:
        yield f"Where a method is named, the sources refer most often to {join_phrases(designs)}."
    yield (
        f"Questions for further research are named by {count_saying(material, 'future_work')} works, and limits of "
        f"the evidence by {count_saying(material, 'limitation')}."
    )
    yield fill(
        "For {sources_note} works the text at hand is a project note, not the authors' words.",
        {key: value for key, value in numbers.items() if value != 0},
    )
    yield (
        "The synthesis is extractive: it is assembled from sentences of the sources, given as they stand or lightly "
        "trimmed, and every statement about the literature carries the citation of the work it comes from."
    )
    yield "No effects were pooled and the quality of single studies was not appraised."
    yield (
        "Each theme is treated by its key findings, its methods, its debates and its gaps, and the discussion reads "
        "across the themes before conclusions are drawn."
    )
