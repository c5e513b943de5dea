"""The sections around the themes, written by a model: introduction, methodology, discussion, conclusions, abstract."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from storage.records.writing import Draft, ReadWork
from tasks.analysts.certainty import HEADING
from tasks.analysts.llm.citations import read_sources
from tasks.analysts.llm.consistency import describe_consistency, list_counted
from tasks.analysts.llm.drafting import WrittenText, bound_answer, draft_section
from tasks.analysts.llm.procedure import (
    compose_abstract,
    compose_methodology,
    describe_basis,
    describe_limits,
    describe_procedure,
    read_facts,
    replace_limits,
)
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.section_checks import Demand
from tasks.analysts.llm.shown_data import (
    choose_answering_works,
    choose_compared_works,
    choose_leading_works,
    describe_briefly,
    describe_themes,
    read_openings,
    read_section,
    read_theme_sections,
)
from tasks.analysts.llm.stand_in import stand_in
from tasks.analysts.protocol import ReviewMaterial
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, pose
from tasks.procedure.checking import Checker
from tasks.text.cleaning import count_words
from tasks.text.numbers import find_numbers, find_spelled_numbers

_LIMITATIONS = "Limitations of this review"
_INTRODUCTION_WORKS, _DISCUSSION_WORKS, _CONCLUSION_WORKS = 36, 40, 24
# The least share of sentences that cite: the rest are about the review itself.
_INTRODUCTION_CITED, _DISCUSSION_CITED, _CONCLUSIONS_CITED = 0.2, 0.3, 0.2
# What was written about the literature: a number there is not a number of this review.
_EVIDENCE = frozenset(
    {"works", "sections", "openings", "answers", "votes", "contradictions", "discussion", "conclusions"}
)


def write_introduction(material: ReviewMaterial, words: int) -> Dialogue[Draft]:
    """Return background and rationale, questions and scope; the extractive analyst's if no answer is usable."""
    works = choose_leading_works(material, _INTRODUCTION_WORKS)
    blocks = {
        "basis": describe_basis(material),
        "themes": describe_themes(material),
        "works": describe_briefly(works),
    }
    demand = _demand(material, blocks, works, words, _INTRODUCTION_CITED, place="Introduction")
    return (
        yield from _write(
            "introduction", material, blocks, demand, lambda: stand_in().write_introduction(material, words)
        )
    )


def write_methodology(material: ReviewMaterial, words: int) -> Dialogue[Draft]:
    """Return how the review was made; the sentences given to the model if no answer is usable."""
    eligible = {"books": material.plan.include_books, "grey_literature": material.plan.grey}
    procedure = describe_procedure(material)
    # All of it must be reported, however short the review is.
    words = max(words, sum(count_words(f"{part} {' '.join(told)}") for part, told in procedure.items()))
    blocks = {
        "procedure": procedure,
        "eligible": eligible,
        "themes": describe_themes(material),
    }
    demand = _demand(material, blocks, [], words, 0.0, counts=True, place="Methodology")
    return (yield from _write("methodology", material, blocks, demand, lambda: compose_methodology(material)))


def write_discussion(material: ReviewMaterial, words: int) -> Dialogue[Draft]:
    """Return synthesis, implications, limitations and future directions, given the theme sections.

    If no answer is usable the extractive analyst's stands in, with the limitations of this review.
    """
    works = choose_compared_works(material, _DISCUSSION_WORKS)
    blocks = {
        "limits": describe_limits(material),
        "answers": read_section(material, HEADING),
        "sections": read_theme_sections(material),
        **describe_consistency(material.consistency, {read.citekey for read in works}),
        "works": describe_briefly(works, list_counted(material.consistency)),
    }
    demand = _demand(material, blocks, works, words, _DISCUSSION_CITED, place="Discussion")

    def step_in() -> Draft:
        return replace_limits(stand_in().write_discussion(material, words), material, _LIMITATIONS)

    return (yield from _write("discussion", material, blocks, demand, step_in))


def write_conclusions(material: ReviewMaterial, words: int) -> Dialogue[Draft]:
    """Return the conclusions, given each theme's opening and the discussion; extractive ones if no answer is usable."""
    works = choose_answering_works(material, _CONCLUSION_WORKS)
    blocks = {
        "basis": describe_basis(material),
        "openings": read_openings(material),
        "answers": read_section(material, HEADING),
        "discussion": read_section(material, "Discussion"),
        "works": describe_briefly(works),
    }
    demand = _demand(material, blocks, works, words, _CONCLUSIONS_CITED, headings=False, place="Conclusions")
    return (
        yield from _write(
            "conclusions", material, blocks, demand, lambda: stand_in().write_conclusions(material, words)
        )
    )


def write_abstract(material: ReviewMaterial, words: int) -> Dialogue[Draft]:
    """Return the abstract without citations; plain statements of what was done if no answer is usable."""
    blocks = {
        "basis": describe_basis(material),
        "themes": describe_themes(material),
        "openings": read_openings(material),
        "answers": read_section(material, HEADING),
        "conclusions": read_section(material, "Conclusions"),
    }
    demand = _demand(material, blocks, [], words, 0.0, counts=True, headings=False, place="Abstract")
    return (yield from _write("abstract", material, blocks, demand, lambda: compose_abstract(material)))


def _demand(
    material: ReviewMaterial,
    blocks: Mapping[str, Any],
    works: Sequence[ReadWork],
    words: int,
    cited_share: float,
    *,
    place: str,
    counts: bool = False,
    headings: bool = True,
) -> Demand:
    """Return what the section must be like; with `counts` it cites nothing and may repeat any number it is given."""
    sources = read_sources(works)
    given = {name: block for name, block in blocks.items() if counts or name not in _EVIDENCE}
    told = orjson.dumps([describe_scope(material.plan), len(material.themes), given]).decode()
    return Demand(
        words=words,
        sources=sources,
        numbers=find_numbers(told),
        spelled=find_spelled_numbers(told) if counts else None,
        cited_share=cited_share if sources else 0.0,
        headings=headings,
        checker=Checker(read_facts(material)),
        place=place,
    )


def _write(
    step: str, material: ReviewMaterial, blocks: Mapping[str, Any], demand: Demand, step_in: Callable[[], Draft]
) -> Dialogue[Draft]:
    scope = write_block("review", describe_scope(material.plan))
    task = write_block("task", {"words": demand.words})
    question = pose(
        step,
        data="\n".join([scope, *(write_block(name, block) for name, block in blocks.items() if block), task]),
        answer=WrittenText,
        answer_tokens=bound_answer(demand.words),
        label=f"write: {step}",
    )
    return (yield from draft_section(question, demand, step_in))
