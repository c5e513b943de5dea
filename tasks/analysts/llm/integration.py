"""A section rewritten by a model with works that were found for a gap in it; existing text is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import Claim, Draft
from tasks.analysts.llm.citations import describe_work, read_sources
from tasks.analysts.llm.drafting import bound_answer
from tasks.analysts.llm.paraphrase_checks import (
    Wording,
    describe_cited,
    object_to_new,
    object_to_paragraph,
    read_paragraph,
    show_paragraph,
    word_paragraphs,
)
from tasks.analysts.llm.prose import read_prose
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.section_checks import Demand, list_sentences, object_to_heading
from tasks.citations.pandoc import find_citekeys
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, ask_leniently, pose
from tasks.revision.gaps import IntegrationMaterial
from tasks.revision.paragraphs import Paragraph, number_paragraphs
from tasks.revision.placing import object_to_integration
from tasks.text.cleaning import count_words, escape_markdown

_LEAST_SHARE, _MOST_SHARE, _WORDS_PER_WORK = 0.85, 1.15, 90
_PRODUCED_BY = "anthropic"


class IntegratedSection(BaseModel):
    """The section as it is to stand."""

    model_config = ConfigDict(extra="forbid")

    blocks: list[str] = Field(description="paragraphs and ### headings, in order")
    note: str = Field(description="what was changed, in one line")


def integrate_works(material: IntegrationMaterial) -> Dialogue[Draft | None]:
    """Return the section with the new works in it, None if no answer keeps what must be kept.

    If both answers are rejected, new sentences at fault are dropped from the last; what is left must pass the checks.
    """
    paragraphs = number_paragraphs([material.section])
    wording = _word(paragraphs, material)
    reply = yield from ask_leniently(
        _question(material, paragraphs, wording),
        IntegratedSection,
        lambda given: _object_to(given.blocks, material, paragraphs, wording),
    )
    if reply is None:
        return None
    kept = [text for block in reply.blocks if (text := _drop_faults(block, wording))]
    draft = _compose(kept, material, paragraphs, wording)
    return None if _object_to_whole(draft, material, paragraphs) else draft


def _word(paragraphs: Sequence[Paragraph], material: IntegrationMaterial) -> Wording:
    """Return how the section is shown and read back, with all findings of the new works as further citable sources."""
    wording = word_paragraphs(paragraphs, material.cited)
    return replace(wording, sources={**wording.sources, **read_sources(material.works)})


def _question(material: IntegrationMaterial, paragraphs: Sequence[Paragraph], wording: Wording) -> Question:
    gap, section = material.gap, material.section
    least, most = _bound_words(material)
    told = {"topic": gap.topic, "kind": gap.issue_type, "rationale": gap.rationale, "guidance": gap.guidance}
    blocks = [show_paragraph(one, wording.refs) if one.kind == "text" else one.markdown for one in paragraphs]
    task: dict[str, Any] = {"least_words": least, "most_words": most, "keep": sorted(find_citekeys(section.markdown))}
    return pose(
        "integration",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(
            (
                write_block("gap", told),
                write_block("section", {"heading": section.heading, "blocks": blocks}),
                write_block("cited", describe_cited(material.cited, wording)),
                write_block("works", [describe_work(read) for read in material.works if read.summary.findings]),
                write_block("task", task),
            )
        ),
        answer=IntegratedSection,
        answer_tokens=bound_answer(most),
        label=f"integrate {gap.topic}: {section.heading}",
    )


def _bound_words(material: IntegrationMaterial) -> tuple[int, int]:
    words = count_words(material.section.markdown)
    return round(_LEAST_SHARE * words), round(_MOST_SHARE * words) + _WORDS_PER_WORK * len(material.works)


def _object_to(
    blocks: Sequence[str], material: IntegrationMaterial, paragraphs: Sequence[Paragraph], wording: Wording
) -> list[str]:
    standing = {one.markdown for one in paragraphs if one.kind != "text"}
    reasons = []
    for block in blocks:
        if block.strip() in standing:
            continue
        if _is_heading(block):
            reasons += object_to_heading(block.strip()[4:], Demand(0, wording.sources, wording.numbers))
        else:
            reasons += object_to_paragraph(block, wording)
    draft = _compose(blocks, material, paragraphs, wording)
    return reasons + _object_to_whole(draft, material, paragraphs)


def _object_to_whole(draft: Draft, material: IntegrationMaterial, paragraphs: Sequence[Paragraph]) -> list[str]:
    least, most = _bound_words(material)
    words = count_words(draft.markdown)
    reasons = [] if least <= words <= most else [f"the section has {words} words, and may have {least} to {most}"]
    blocks = draft.markdown.split("\n\n")
    if any(one.kind == "fixed" and one.markdown not in blocks for one in paragraphs):
        reasons.append("blocks that are no prose must stay as they are")
    new = [read.citekey for read in material.works]
    known = [*new, *(read.citekey for read in material.cited)]
    objection = object_to_integration(material.section.markdown, draft, known, new)
    return [*reasons, objection] if objection else reasons


def _drop_faults(block: str, wording: Wording) -> str:
    """Return a block without its faulty new sentences; a block that is not a paragraph stays."""
    if _is_heading(block) or not object_to_paragraph(block, wording):
        return block
    kept = [
        sentence
        for sentence in list_sentences(read_prose(block))
        if sentence in wording.stands or not object_to_new(sentence, wording)
    ]
    return " ".join(kept)


def _compose(
    blocks: Sequence[str], material: IntegrationMaterial, paragraphs: Sequence[Paragraph], wording: Wording
) -> Draft:
    standing = {one.markdown for one in paragraphs if one.kind != "text"}
    texts: list[str] = []
    claims: list[Claim] = []
    for block in blocks:
        if block.strip() in standing:
            texts.append(block.strip())
        elif _is_heading(block):
            texts.append(f"### {escape_markdown(block.strip()[4:])}")
        else:
            text, made = read_paragraph(block, wording)
            texts.append(text)
            claims += made
    markdown = "\n\n".join(text for text in texts if text) + "\n"
    kept = [claim for claim in material.section.claims if claim.sentence in markdown]
    return Draft(markdown, tuple(dict.fromkeys([*kept, *claims])), _PRODUCED_BY)


def _is_heading(block: str) -> bool:
    return block.strip().startswith("### ") and "\n" not in block.strip()
