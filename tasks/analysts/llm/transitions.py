"""What leads from one section to the next, written by a model and added at the borders: existing text never changes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from storage.records.search import Plan
from storage.records.writing import Transition, WrittenSection
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.prose import split_prose
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.shown_data import list_paragraphs
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Remark, ask_leniently, pose
from tasks.text.cleaning import count_words, escape_markdown
from tasks.text.numbers import find_numbers, find_spelled_numbers

_ABSTRACT = "abstract"
_MOST_WORDS, _MOST_SENTENCES = 60, 2
_TOKENS_PER_SECTION, _TOKENS_AROUND = 240, 400
_MARKUP = re.compile(r"[\[\]@#*`<>|\n]")
# A capital inside a sentence marks a name; the first word has one anyway.
_NAME = re.compile(r"(?<=[^.!?\"“(] )[A-Z][\w-]+")


class SectionTransition(BaseModel):
    """What is added to one section."""

    model_config = ConfigDict(extra="forbid")

    section_id: str
    opening: str = Field(description="0-2 sentences before the first paragraph")
    closing: str = Field(description="0-2 sentences behind the last paragraph")


class TransitionList(BaseModel):
    """The transitions of a review."""

    model_config = ConfigDict(extra="forbid")

    transitions: list[SectionTransition]


def connect_sections(plan: Plan, sections: Sequence[WrittenSection]) -> Dialogue[tuple[Transition, ...]]:
    """Return one transition per section, in order; empty where nothing is added, as in the abstract.

    If both answers are rejected, the valid transitions are kept.
    """
    connected = [section for section in sections if section.section_id != _ABSTRACT]
    if not connected:
        return ()
    texts = {section.section_id: f"{section.heading} {section.markdown} {plan.topic}" for section in connected}
    question = pose(
        "transitions",
        data="\n".join(
            (
                write_block("review", describe_scope(plan)),
                write_block("sections", [_describe_borders(section) for section in connected]),
            )
        ),
        answer=TransitionList,
        answer_tokens=_TOKENS_PER_SECTION * len(connected) + _TOKENS_AROUND,
        label="connect the sections",
    )
    reply = yield from ask_leniently(question, TransitionList, lambda given: object_to_transitions(given, texts))
    given: dict[str, SectionTransition] = {}
    for one in reply.transitions if reply else ():
        if one.section_id in texts and not _object_to_transition(one, texts):
            given.setdefault(one.section_id, one)
    lost = sum(one.section_id not in given for one in reply.transitions) if reply else 0
    if lost:
        yield Remark("transitions kept in part", f"{lost} of {len(connected)} sections stay without their transition")
    return tuple(_write_down(section.section_id, given.get(section.section_id)) for section in sections)


def object_to_transitions(reply: TransitionList, texts: Mapping[str, str]) -> list[str]:
    """Return what is wrong with transitions; `texts` holds what each section says, by its id."""
    reasons = []
    seen: set[str] = set()
    for one in reply.transitions:
        if one.section_id not in texts:
            reasons.append(f"'{one.section_id}' is no section")
            continue
        if one.section_id in seen:
            reasons.append(f"'{one.section_id}' is given twice")
        seen.add(one.section_id)
        reasons += _object_to_transition(one, texts)
    return reasons


def _object_to_transition(one: SectionTransition, texts: Mapping[str, str]) -> list[str]:
    reasons = []
    for place, text in (("opening", one.opening.strip()), ("closing", one.closing.strip())):
        where = f"the {place} of '{one.section_id}'"
        sentences = split_prose(" ".join(text.split()))
        if count_words(text) > _MOST_WORDS or len(sentences) > _MOST_SENTENCES:
            reasons.append(f"{where} is longer than {_MOST_SENTENCES} sentences or {_MOST_WORDS} words")
        if _MARKUP.search(text):
            reasons.append(f"{where} has a citation or markup")
        if find_numbers(text) or find_spelled_numbers(text):
            reasons.append(f"{where} states a number")
        told = " ".join(texts.values()).lower()
        names = [name for name in _NAME.findall(text) if name.lower() not in told]
        if names:
            reasons.append(f"{where} names {', '.join(names)}, which no section does")
        if any(sentence in texts[one.section_id] for sentence in sentences):
            reasons.append(f"{where} repeats a sentence of the section")
        reasons += find_foreign(text)
    return reasons


def _describe_borders(section: WrittenSection) -> dict[str, str]:
    paragraphs = list_paragraphs(section.markdown) or [""]
    return {
        "section_id": section.section_id,
        "heading": section.heading,
        "first": paragraphs[0],
        **({"last": paragraphs[-1]} if len(paragraphs) > 1 else {}),
    }


def _write_down(section_id: str, given: SectionTransition | None) -> Transition:
    if given is None:
        return Transition(section_id, "", "")
    return Transition(section_id, escape_markdown(given.opening), escape_markdown(given.closing))
