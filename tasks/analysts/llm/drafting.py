"""A section requested from a model: valid text is taken, what can be saved is saved, else another writer steps in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import Draft
from tasks.analysts.llm.citations import drop_citations, make_claims
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.prose import Block, keep_sentences, read_prose, render_prose, render_sentence
from tasks.analysts.llm.section_checks import (
    Demand,
    list_sentences,
    object_to,
    object_to_heading,
)
from tasks.language_models.dialogue import UNANSWERED, Dialogue, Question, Remark, pursue
from tasks.text.cleaning import count_words
from tasks.text.numbers import spell

_PRODUCED_BY = "anthropic"
# Tokens per word of a text with citations, and for the rest of the answer: generous, since a truncated answer is paid
# for but lost.
_TOKENS_PER_WORD, _TOKENS_AROUND = 3, 600
_LEAST_LEFT = 0.5


class WrittenText(BaseModel):
    """What the model answers: first what the text is to say, then the text."""

    model_config = ConfigDict(extra="forbid")

    outline: list[str] = Field(description="the ### headings of the text, in order; its paragraphs where it has none")
    markdown: str = Field(description="the section, without its own title")


@dataclass(frozen=True, slots=True)
class Rescue:
    """What is left of a rejected answer, and the remark on it."""

    blocks: Sequence[Block]
    words: int
    note: str


def bound_answer(words: int) -> int:
    """Return the most tokens that a text of so many words takes, with its citations and the form around it."""
    return words * _TOKENS_PER_WORD + _TOKENS_AROUND


def draft_section(question: Question, demand: Demand, step_in: Callable[[], Draft]) -> Dialogue[Draft]:
    """Return the section that a model wrote on request.

    If both answers are rejected, one with only its length wrong is kept, else what is left without the sentences at
    fault, if that is at least half of what was asked for; else `step_in` writes the section. A remark says so.
    """
    outcome = yield from pursue(question, WrittenText, lambda given: object_to(given.markdown, demand).listed())
    if outcome.valid is not None:
        return _compose(read_prose(outcome.valid.markdown), demand)
    rescues = [rescue for given in reversed(outcome.formed) if (rescue := _rescue(given.markdown, demand))]
    if rescues:
        best = min(rescues, key=lambda rescue: (bool(rescue.note), abs(rescue.words - demand.words)))
        note = best.note or "nothing but the length is wrong"
        yield Remark(
            f"{question.step} kept in part" if best.note else f"{question.step} of another length",
            f"{question.label}: {note}; {best.words} of {demand.words} words",
        )
        return _compose(best.blocks, demand)
    # Remarks for readers never quote the answer: it may say what a text in the data told the model to say.
    why = outcome.why if outcome.refused else "no answer had the form asked for"
    if outcome.formed and not outcome.refused:
        why = f"checks rejected {', '.join(object_to(outcome.formed[-1].markdown, demand).kinds)}"
    yield Remark(f"{question.step} {UNANSWERED}", f"{question.label}: {why}; written without a language model instead")
    return step_in()


def _rescue(markdown: str, demand: Demand) -> Rescue | None:
    """Return what can be kept of a rejected text, None if that is too little or still not plain prose.

    Only sentences at fault are removed.
    """
    objections = object_to(markdown, demand)
    blocks = read_prose(markdown)
    kept = [block for block in blocks if not block.is_list and _is_heading_kept(block, demand)]
    kept = keep_sentences(kept, lambda sentence: sentence not in objections.sentences)
    words = count_words(render_prose(kept))
    plain = "\n".join(drop_citations(sentence) for sentence in list_sentences(kept))
    if words < _LEAST_LEFT * demand.words or find_foreign(plain):
        return None
    dropped = len(list_sentences(blocks)) - len(list_sentences(kept))
    if not objections.whole and not dropped:
        return Rescue(kept, words, "")
    sentences = "one sentence" if dropped == 1 else f"{spell(dropped)} sentences"
    return Rescue(kept, words, f"checks rejected {', '.join(objections.kinds)}; {sentences} dropped")


def _is_heading_kept(block: Block, demand: Demand) -> bool:
    return not block.level or (demand.headings and not object_to_heading(block.sentences[0], demand))


def _compose(blocks: Sequence[Block], demand: Demand) -> Draft:
    claims = [
        claim
        for sentence in list_sentences(blocks)
        for claim in make_claims(sentence, render_sentence(sentence), demand.sources)
    ]
    return Draft(render_prose(blocks), tuple(dict.fromkeys(claims)), _PRODUCED_BY)
