"""The research questions answered one by one by a model, each answer with its certainty and the reasons for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from storage.records.evidence import DIRECTIONS
from storage.records.writing import Draft, ResearchAnswer
from tasks.analysts.certainty import CERTAINTIES, HEADING, tell_certainty
from tasks.analysts.llm.citations import make_claims, read_sources
from tasks.analysts.llm.consistency import describe_consistency, list_counted
from tasks.analysts.llm.drafting import bound_answer
from tasks.analysts.llm.extraction import ANALYST
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.procedure import read_facts
from tasks.analysts.llm.prose import keep_sentences, read_prose, render_prose, render_sentence
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.section_checks import Demand, list_sentences, object_to
from tasks.analysts.llm.shown_data import choose_compared_works, describe_briefly, read_theme_sections
from tasks.analysts.llm.stand_in import stand_in
from tasks.analysts.protocol import ReviewMaterial
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Remark, ask_leniently, pose
from tasks.procedure.checking import Checker
from tasks.text.cleaning import escape_markdown
from tasks.text.numbers import find_numbers

_WORKS = 40
_REASON_WORDS = 45
_TOKENS_OF_REASONS = 350
_REASONS = ("consistency", "designs", "size", "directness")

Certainty = Annotated[str, WithJsonSchema({"type": "string", "enum": [*CERTAINTIES]})]
Direction = Annotated[str, WithJsonSchema({"type": "string", "enum": [*DIRECTIONS, ""]})]


class QuestionAnswer(BaseModel):
    """One question answered: first what the answer rests on, then how certain it is, then the answer."""

    model_config = ConfigDict(extra="forbid")

    question: int
    consistency: str
    designs: str
    size: str
    directness: str
    direction: Direction
    certainty: Certainty
    markdown: str = Field(description="the answer, one paragraph")


class QuestionAnswers(BaseModel):
    """All questions answered."""

    model_config = ConfigDict(extra="forbid")

    answers: list[QuestionAnswer]


def write_answers(material: ReviewMaterial, words: int) -> Dialogue[Draft]:
    """Return an answer to each question, or to the topic if none was set; the extractive ones if none is usable.

    If the second answer still has faults, what can be kept of it is: sentences at fault are left out, and so are
    reasons. A question without a usable answer says so.

    Raises:
        LitreviewError: a work has no citekey.
    """
    works = choose_compared_works(material, _WORKS)
    sources = read_sources(works)
    if not sources:
        return stand_in().write_answers(material, words)
    questions = dict(enumerate(material.plan.questions or (material.plan.topic,), start=1))
    blocks = {
        "questions": [{"number": number, "question": question} for number, question in questions.items()],
        "sections": read_theme_sections(material),
        **describe_consistency(material.consistency, sources),
        "works": describe_briefly(works, list_counted(material.consistency)),
        "task": {"words": words},
    }
    scope = describe_scope(material.plan)
    told = find_numbers(f"{scope} {len(material.themes)}")
    counted = {str(number) for count in material.consistency.votes for number in range(1, len(count.votes) + 1)}
    demand = Demand(
        words=words,
        sources=sources,
        numbers=told | counted,
        headings=False,
        checker=Checker(read_facts(material)),
        place=HEADING,
    )
    question = pose(
        "answers",
        data="\n".join(
            [write_block("review", scope), *(write_block(name, block) for name, block in blocks.items() if block)]
        ),
        answer=QuestionAnswers,
        answer_tokens=len(questions) * (bound_answer(words) + _TOKENS_OF_REASONS),
        label="write: answers in brief",
    )
    stated = demand.numbers.union(*(source.numbers for source in sources.values()))
    reply = yield from ask_leniently(question, QuestionAnswers, lambda given: _object(given, questions, demand, stated))
    kept = {one.question: one for one in reversed(reply.answers)} if reply else {}
    if not set(kept) & set(questions):
        return stand_in().write_answers(material, words)
    drafts = []
    for number, asked in questions.items():
        heading = f"### {escape_markdown(asked.strip())}" if material.plan.questions else ""
        if number not in kept:
            yield Remark("question not answered", f"question {number} has no usable answer")
            continue
        drafts.append(_compose(heading, asked, kept[number], demand, stated))
    return Draft(
        "\n".join(draft.markdown for draft in drafts),
        tuple(dict.fromkeys(claim for draft in drafts for claim in draft.claims)),
        ANALYST,
        tuple(answer for draft in drafts for answer in draft.answers),
    )


def _object(reply: QuestionAnswers, questions: Mapping[int, str], demand: Demand, stated: frozenset[str]) -> list[str]:
    numbers = [one.question for one in reply.answers]
    reasons = [f"question {number} is not answered" for number in questions if number not in numbers]
    reasons += [f"there is no question {number}" for number in numbers if number not in questions]
    if len(set(numbers)) < len(numbers):
        reasons.append("a question is answered twice")
    for one in reply.answers:
        found = [*object_to(one.markdown, demand).listed(), *_object_to_reasons(one, stated)]
        reasons += [f"question {one.question}: {reason}" for reason in found]
    return reasons


def _object_to_reasons(one: QuestionAnswer, stated: frozenset[str]) -> list[str]:
    reasons = [fault for name in _REASONS for fault in _object_to_reason(name, str(getattr(one, name)), stated)]
    if one.certainty not in CERTAINTIES or one.direction not in {*DIRECTIONS, ""}:
        reasons.append("certainty or direction is none of the words given")
    return reasons


def _object_to_reason(name: str, text: str, stated: frozenset[str]) -> list[str]:
    reasons = [f"{name}: {fault}" for fault in find_foreign(text)]
    if len(text.split()) > _REASON_WORDS:
        reasons.append(f"{name} has {len(text.split())} words; give 30 at most")
    if set("[]@") & set(text):
        reasons.append(f"{name} cites; no citations there")
    if stray := sorted(find_numbers(text) - stated):
        reasons.append(f"{name} states {', '.join(stray)}, which the data do not")
    return reasons


def _compose(heading: str, asked: str, one: QuestionAnswer, demand: Demand, stated: frozenset[str]) -> Draft:
    """Return an answer as text with its claims; sentences and reasons at fault are left out."""
    objections = object_to(one.markdown, demand)
    blocks = [block for block in read_prose(one.markdown) if not block.is_list and not block.level]
    blocks = keep_sentences(blocks, lambda sentence: sentence not in objections.sentences)
    reasons = {name: " ".join(str(getattr(one, name)).split()) for name in _REASONS}
    told = {name: text for name, text in reasons.items() if not _object_to_reason(name, text, stated)}
    sure = one.certainty if one.certainty in CERTAINTIES else "very low"
    way = one.direction if one.direction in DIRECTIONS else ""
    answer = ResearchAnswer(asked, way, sure, **{name: told.get(name, "") for name in _REASONS})
    certainty = " ".join(line.text for line in tell_certainty(answer))
    text = "\n\n".join(part for part in (heading, render_prose(blocks).strip(), certainty) if part)
    claims = [
        claim
        for sentence in list_sentences(blocks)
        for claim in make_claims(sentence, render_sentence(sentence), demand.sources)
    ]
    return Draft(f"{text}\n", tuple(claims), answers=(answer,))
