"""Criteria of inclusion and exclusion, proposed from what was asked for, before anything is searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from storage.records.criteria import Criterion, Element
from storage.records.search import Plan
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.relevance import describe_scope
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, ask, pose
from tasks.text.words import split_terms

_MOST, _MOST_WORDS = 8, 30  # words; twenty-five are asked for
_ANSWER_TOKENS = 800


class ProposedCriterion(BaseModel):
    """A criterion, and the words of the request that it follows from."""

    model_config = ConfigDict(extra="forbid", strict=True)

    rests_on: str = Field(description="words copied from the topic, a question, a focus area or a term to exclude")
    kind: Literal["include", "exclude"]
    element: Element
    words: str = Field(description="a noun phrase of 2 to 25 words")


class CriterionList(BaseModel):
    """What the model answers: at most eight criteria, none where the request sets no bounds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    criteria: list[ProposedCriterion]


def propose_criteria(plan: Plan) -> Dialogue[tuple[str, ...]]:
    """Return the criteria that follow from what was asked for, as lines; none without a valid answer."""
    question = pose(
        "criteria",
        data=write_block("review", describe_scope(plan)),
        answer=CriterionList,
        answer_tokens=_ANSWER_TOKENS,
        label="propose criteria",
    )
    asked = [_fold(text) for text in (plan.topic, *plan.questions, *plan.focus_areas, *plan.exclude_terms)]
    reply = yield from ask(question, CriterionList, lambda reply: [*_object(reply, asked)])
    rows = reply.criteria if reply else []
    return tuple(str(Criterion(row.kind, row.element, " ".join(row.words.split()))) for row in rows)


def _object(reply: CriterionList, asked: Sequence[str]) -> Iterator[str]:
    if len(reply.criteria) > _MOST:
        yield f"{len(reply.criteria)} criteria were given; give at most {_MOST}"
    said = Counter((row.element, _fold(row.words)) for row in reply.criteria)
    for place, row in enumerate(reply.criteria, 1):
        rests_on, words = _fold(row.rests_on), row.words.split()
        if not rests_on.strip() or not any(rests_on in text for text in asked):
            yield f"criterion {place} rests on '{row.rests_on}', which the request does not say"
        if said[row.element, _fold(row.words)] > 1:
            yield f"criterion {place} has the words of another"
        if len(words) > _MOST_WORDS or not any(map(str.isalpha, row.words)):
            yield f"criterion {place} has {len(words)} words; give 2 to 25"
        yield from (f"criterion {place}: {reason}" for reason in find_foreign(row.words))


def _fold(text: str) -> str:
    """Return the stemmed terms of a text, each between blanks: hyphens, quotation marks and endings do not count."""
    return f" {' '.join(split_terms(text))} "
