"""Paragraphs that one issue of structure affects, rewritten by a model: that issue and nothing else.

One section edited for language and argument by a model: paragraph by paragraph, adding no new statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tasks.analysts.llm.drafting import bound_answer
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.paraphrase_checks import (
    Wording,
    describe_cited,
    object_to_paragraph,
    read_paragraph,
    show_paragraph,
    word_paragraphs,
)
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.stand_in import stand_in
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, ask, ask_leniently, pose
from tasks.revision.constraints import TOLERANCE, count_citekeys, object_to_editing, object_to_rewriting
from tasks.revision.issues import ABOUT_LENGTH, REPEATS, Editing, EditMaterial, Rewriting, Span, SpanMaterial
from tasks.revision.paragraphs import Paragraph
from tasks.text.cleaning import count_words

_LONGEST_NOTE = 160


class SpanText(BaseModel):
    """What stands in the place of one span; no paragraph drops it."""

    model_config = ConfigDict(extra="forbid")

    span: str
    paragraphs: list[str]


class SpanRewriting(BaseModel):
    """The rewriting of all spans of one issue."""

    model_config = ConfigDict(extra="forbid")

    spans: list[SpanText]
    note: str = Field(description="what was changed, in one line")


def rewrite_span(material: SpanMaterial) -> Dialogue[Rewriting | None]:
    """Return the spans as a model rewrote them; the extractive analyst's if no answer keeps the constraints."""
    inside = [paragraph for span in material.spans for paragraph in span.paragraphs]
    wording = word_paragraphs(inside, material.works)
    spans = {f"s{place}": span for place, span in enumerate(material.spans, 1)}
    reply = yield from ask(
        _question(material, spans, wording), SpanRewriting, lambda given: _object_to(given, material, spans, wording)
    )
    if reply is None:
        return stand_in().rewrite_span(material)
    return _compose(reply, spans, wording)


def _question(material: SpanMaterial, spans: Mapping[str, Span], wording: Wording) -> Question:
    issue = material.issue
    texts = [paragraph.markdown for span in material.spans for paragraph in span.paragraphs]
    words = sum(map(count_words, texts))
    task: dict[str, Any] = {
        "words": words,
        "most_words": round(words * (1 + TOLERANCE)),
        "least_words": 0 if issue.kind in ABOUT_LENGTH else round(words * (1 - TOLERANCE)),
        "citations": dict(sorted(count_citekeys(texts).items())),
        "each_citation_once_is_enough": issue.kind in REPEATS,
    }
    return pose(
        "rewriting",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(
            (
                write_block("issue", {"kind": issue.kind, "problem": issue.problem, "suggestion": issue.suggestion}),
                write_block("spans", [_describe(name, span, wording) for name, span in spans.items()]),
                write_block("works", describe_cited(material.works, wording)),
                write_block("task", task),
            )
        ),
        answer=SpanRewriting,
        answer_tokens=bound_answer(words),
        label=f"rewrite ({issue.kind}): {material.spans[0].heading}",
    )


def _describe(name: str, span: Span, wording: Wording) -> dict[str, Any]:
    return {
        "span": name,
        "section": span.heading,
        "before": [paragraph.markdown for paragraph in span.before],
        "paragraphs": [show_paragraph(paragraph, wording.refs) for paragraph in span.paragraphs],
        "after": [paragraph.markdown for paragraph in span.after],
    }


def _object_to(reply: SpanRewriting, material: SpanMaterial, spans: Mapping[str, Span], wording: Wording) -> list[str]:
    given = [one.span for one in reply.spans]
    if sorted(given) != sorted(spans):
        return [f"give each of these spans once: {', '.join(spans)}"]
    reasons = [
        reason for one in reply.spans for text in one.paragraphs for reason in object_to_paragraph(text, wording)
    ]
    return reasons or object_to_rewriting(material, _compose(reply, spans, wording))


def _compose(reply: SpanRewriting, spans: Mapping[str, Span], wording: Wording) -> Rewriting:
    given = {one.span: one.paragraphs for one in reply.spans}
    read = [[read_paragraph(text, wording) for text in given[name]] for name in spans]
    claims = dict.fromkeys(claim for texts in read for _, new in texts for claim in new)
    return Rewriting(
        tuple(tuple(text for text, _ in texts) for texts in read), tuple(claims), read_note(reply.note, "rewritten")
    )


def read_note(note: str, otherwise: str) -> str:
    """Return a model's one-line note, bounded, or other words where it is not plain prose."""
    line = " ".join(note.split())[:_LONGEST_NOTE]
    return otherwise if not line or find_foreign(line) else line


class EditedParagraph(BaseModel):
    """The new text of one paragraph."""

    model_config = ConfigDict(extra="forbid")

    number: int
    text: str


class SectionEditing(BaseModel):
    """The paragraphs of a section that were changed; those that are fine are left out."""

    model_config = ConfigDict(extra="forbid")

    paragraphs: list[EditedParagraph]
    note: str = Field(description="what was changed, in one line")


def edit_section(material: EditMaterial) -> Dialogue[Editing]:
    """Return the paragraphs as a model edited them, only those that keep the constraints.

    Without an answer in the required form, the extractive analyst's editing stands in.
    """
    texts = {one.number: one for one in material.paragraphs if one.kind == "text"}
    wordings = {number: word_paragraphs([one], material.works) for number, one in texts.items()}
    if not texts:
        return Editing({}, (), "")

    def object_to(reply: SectionEditing) -> list[str]:
        given = [one.number for one in reply.paragraphs]
        twice = [f"paragraph {number} is given twice" for number in texts if given.count(number) > 1]
        return twice + [reason for one in reply.paragraphs for reason in _object_to_edit(one, material, wordings)]

    reply = yield from ask_leniently(_edit_question(material, wordings), SectionEditing, object_to)
    if reply is None:
        return stand_in().edit_section(material)
    kept = {one.number: one for one in reply.paragraphs if not _object_to_edit(one, material, wordings)}
    read = {number: read_paragraph(one.text, wordings[number]) for number, one in sorted(kept.items())}
    claims = tuple(dict.fromkeys(claim for _, new in read.values() for claim in new))
    return Editing(
        {number: text for number, (text, _) in read.items()}, claims, read_note(reply.note, "language edited")
    )


def _object_to_edit(one: EditedParagraph, material: EditMaterial, wordings: dict[int, Wording]) -> list[str]:
    if one.number not in wordings:
        return [f"{one.number} is no paragraph of this section that may be edited"]
    wording = wordings[one.number]
    reasons = object_to_paragraph(one.text, wording)
    if reasons:
        return [f"paragraph {one.number}: {reason}" for reason in reasons]
    text, claims = read_paragraph(one.text, wording)
    return object_to_editing(material, Editing({one.number: text}, claims, ""))


def _edit_question(material: EditMaterial, wordings: dict[int, Wording]) -> Question:
    together = word_paragraphs([one for one in material.paragraphs if one.kind == "text"], material.works)
    words = sum(count_words(one.markdown) for one in material.paragraphs)
    return pose(
        "editing",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(
            (
                write_block("section", {"heading": material.heading}),
                write_block("paragraphs", [_describe_edit(one, wordings) for one in material.paragraphs]),
                write_block("works", describe_cited(material.works, together)),
            )
        ),
        answer=SectionEditing,
        answer_tokens=bound_answer(words),
        label=f"edit: {material.heading}",
    )


def _describe_edit(one: Paragraph, wordings: dict[int, Wording]) -> dict[str, Any]:
    if one.number not in wordings:
        return {"number": one.number, "kind": one.kind, "text": one.markdown}
    return {"number": one.number, "kind": "paragraph", "text": show_paragraph(one, wordings[one.number].refs)}
