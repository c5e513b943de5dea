"""One section edited for language and argument by a model: paragraph by paragraph, nothing said that was not."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.llm.drafting import bound_answer
from tasks.analysts.llm.paraphrase_checks import (
    Wording,
    describe_cited,
    object_to_paragraph,
    read_paragraph,
    show_paragraph,
    word_paragraphs,
)
from tasks.analysts.llm.partial_answers import ask_leniently
from tasks.analysts.llm.rewriting import read_note
from tasks.analysts.llm.scope import describe_scope
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, pose
from tasks.revision.constraints import object_to_editing
from tasks.revision.paragraphs import Paragraph
from tasks.revision.spans import Editing, EditMaterial
from tasks.text.markdown_text import count_words


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
    """Return the paragraphs as a model edited them, those alone that keep the constraints.

    Without an answer of the form, the extractive analyst's editing stands in.
    """
    texts = {one.number: one for one in material.paragraphs if one.kind == "text"}
    wordings = {number: word_paragraphs([one], material.works) for number, one in texts.items()}
    if not texts:
        return Editing({}, (), "")

    def object_to(reply: SectionEditing) -> list[str]:
        given = [one.number for one in reply.paragraphs]
        twice = [f"paragraph {number} is given twice" for number in texts if given.count(number) > 1]
        return twice + [reason for one in reply.paragraphs for reason in _object_to(one, material, wordings)]

    reply = yield from ask_leniently(_question(material, wordings), SectionEditing, object_to)
    if reply is None:
        return ExtractiveAnalyst().edit_section(material)
    kept = {one.number: one for one in reply.paragraphs if not _object_to(one, material, wordings)}
    read = {number: read_paragraph(one.text, wordings[number]) for number, one in sorted(kept.items())}
    claims = tuple(dict.fromkeys(claim for _, new in read.values() for claim in new))
    return Editing(
        {number: text for number, (text, _) in read.items()}, claims, read_note(reply.note, "language edited")
    )


def _object_to(one: EditedParagraph, material: EditMaterial, wordings: dict[int, Wording]) -> list[str]:
    if one.number not in wordings:
        return [f"{one.number} is no paragraph of this section that may be edited"]
    wording = wordings[one.number]
    reasons = object_to_paragraph(one.text, wording)
    if reasons:
        return [f"paragraph {one.number}: {reason}" for reason in reasons]
    text, claims = read_paragraph(one.text, wording)
    return object_to_editing(material, Editing({one.number: text}, claims, ""))


def _question(material: EditMaterial, wordings: dict[int, Wording]) -> Question:
    together = word_paragraphs([one for one in material.paragraphs if one.kind == "text"], material.works)
    words = sum(count_words(one.markdown) for one in material.paragraphs)
    return pose(
        "editing",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(
            (
                write_block("section", {"heading": material.heading}),
                write_block("paragraphs", [_describe(one, wordings) for one in material.paragraphs]),
                write_block("works", describe_cited(material.works, together)),
            )
        ),
        answer=SectionEditing,
        answer_tokens=bound_answer(words),
        label=f"edit: {material.heading}",
    )


def _describe(one: Paragraph, wordings: dict[int, Wording]) -> dict[str, Any]:
    if one.number not in wordings:
        return {"number": one.number, "kind": one.kind, "text": one.markdown}
    return {"number": one.number, "kind": "paragraph", "text": show_paragraph(one, wordings[one.number].refs)}
