"""Wording the keyword searches of a review: the model frames the topic as different parts of the field would."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from storage.records.search import Formulation, Plan, Work
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.quotes import content_terms
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.stand_in import stand_in
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, ask, pose
from tasks.text.words import split_terms

Framing = Literal[
    "core terms",
    "synonyms",
    "method words",
    "populations and settings",
    "older vocabulary",
    "neighbouring fields",
    "recent developments",
    "research question",
]

_FEWEST, _MOST = 4, 8
_FEWEST_WORDS, _MOST_WORDS = 2, 12
_LONGEST_TITLE, _LONGEST_ABSTRACT = 300, 500
_ANSWER_TOKENS = 800
_MOST_HITS = 10
# The plan's own wording is always searched, whatever else the model formulates.
_AS_PLANNED = ("topic", "stratum: last 2 years", "stratum: 10 years and older", "research question", "focus area")
_FILTERED_LIKE = {"older vocabulary": "stratum: 10 years and older", "recent developments": "stratum: last 2 years"}
_OPERATOR = re.compile(r"\b(?:AND|OR|NOT|NEAR)\b|[^\w\s'\u2019-]|_")


class Query(BaseModel):
    """One search text and why it is asked."""

    model_config = ConfigDict(extra="forbid", strict=True)

    framing: Framing
    text: str = Field(description="2 to 8 plain words")


class QueryList(BaseModel):
    """What the model answers."""

    model_config = ConfigDict(extra="forbid", strict=True)

    queries: list[Query]


def formulate_queries(plan: Plan, vocabulary: Sequence[Work]) -> Dialogue[list[Formulation]]:
    """Return what the plan says and four to eight framings in the model's words, with the filters of the plan.

    Older vocabulary is searched among works of ten years and older, recent developments among those of the last two
    years. Without a valid answer: the formulations made without a model.
    """
    stated = stand_in().formulate_queries(plan, vocabulary)
    scope = describe_scope(plan)
    hits = yield from _describe_vocabulary(vocabulary)
    question = pose(
        "queries",
        data=f"{write_block('review', scope)}\n{write_block('vocabulary', hits)}",
        answer=QueryList,
        answer_tokens=_ANSWER_TOKENS,
        label="word the queries",
    )
    texts = (plan.topic, *plan.questions, *plan.focus_areas, *(f"{hit['title']} {hit['abstract']}" for hit in hits))
    known = content_terms(" ".join(texts))
    reply = yield from ask(question, QueryList, lambda reply: _object(reply, known))
    return stated if reply is None else _combine(stated, reply)


def _describe_vocabulary(vocabulary: Sequence[Work]) -> Dialogue[list[dict[str, str]]]:
    hits = []
    for work in vocabulary[:_MOST_HITS]:
        title = yield from admit_text(work.title, _LONGEST_TITLE, work.work_id)
        abstract = yield from admit_text(work.abstract or "", _LONGEST_ABSTRACT, work.work_id)
        hits.append({"title": title, "abstract": abstract})
    return hits


def _object(reply: QueryList, known: set[str]) -> list[str]:
    reasons = []
    if not _FEWEST <= len(reply.queries) <= _MOST:
        reasons.append(f"{len(reply.queries)} queries were given; give {_FEWEST} to {_MOST}")
    if len({query.framing for query in reply.queries}) < min(_FEWEST, len(reply.queries)):
        reasons.append(f"fewer than {_FEWEST} different framings")
    folded = [_fold(query.text) for query in reply.queries]
    for place, query in enumerate(reply.queries):
        words = len(query.text.split())
        if folded[place] in folded[:place]:
            reasons.append(f"query {place + 1} repeats the words of an earlier one")
        if not _FEWEST_WORDS <= words <= _MOST_WORDS:
            reasons.append(f"query {place + 1} has {words} words; give {_FEWEST_WORDS} to {_MOST_WORDS}")
        if _OPERATOR.search(query.text):
            reasons.append(f"query {place + 1} has operators or punctuation; give plain words")
        if not known.intersection(content_terms(query.text)):
            reasons.append(f"query {place + 1} shares no word with the review's topic or its first hits")
        reasons += [f"query {place + 1}: {reason}" for reason in find_foreign(query.text)]
    return reasons


def _combine(stated: Sequence[Formulation], reply: QueryList) -> list[Formulation]:
    """Return the formulations in the plan's own words, then the model's, each combination of wording and years once."""
    filters = {formulation.framing: formulation for formulation in reversed(stated)}
    planned = [formulation for formulation in stated if formulation.framing in _AS_PLANNED]
    worded = [
        replace(
            filters[_FILTERED_LIKE.get(query.framing, "topic")],
            framing=query.framing,
            text=" ".join(query.text.split()),
        )
        for query in reply.queries
    ]
    combined = {(_fold(each.text), each.from_year, each.to_year): each for each in reversed((*planned, *worded))}
    return list(combined.values())[::-1]


def _fold(text: str) -> tuple[str, ...]:
    return tuple(sorted(set(split_terms(text))))
