"""Judging the relevance of candidate works by their titles and abstracts, many in one question.

What a review was asked for, as every prompt about it states it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.search import Candidate, Judgement, Plan
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.protocol import RelevanceContext
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Mending, Outcome, Remark, pose, pursue


def describe_scope(plan: Plan) -> dict[str, Any]:
    """Return topic, questions, focus areas, terms to exclude, years and languages; open fields are left out."""
    scope = {
        "topic": plan.topic,
        "questions": plan.questions,
        "focus_areas": plan.focus_areas,
        "exclude_terms": plan.exclude_terms,
        "from_year": plan.from_year,
        "to_year": plan.to_year,
        "languages": plan.languages,
    }
    return {key: value for key, value in scope.items() if value}


_LONGEST_TITLE, _LONGEST_ABSTRACT, _LONGEST_VENUE = 300, 1_500, 100
_LONGEST_REASON = 40  # words; twenty are asked for
_TOKENS_EACH, _TOKENS_BESIDES = 90, 200
NO_JUDGEMENT = "The model gave no valid judgement."
REFUSED = "The model refused to judge it."


class WorkRelevance(BaseModel):
    """The judgement of one work."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(description="as in the data, such as w1")
    reason: str = Field(description="at most 20 words")
    score: float = Field(description="0.0 to 1.0")


class RelevanceList(BaseModel):
    """What the model answers: every work once."""

    model_config = ConfigDict(extra="forbid", strict=True)

    works: list[WorkRelevance]


def _join(first: RelevanceList, second: RelevanceList) -> RelevanceList:
    """Return the judgements of both answers, those of the second replacing the first's."""
    again = {row.id for row in second.works}
    return RelevanceList(works=[*(row for row in first.works if row.id not in again), *second.works])


MENDING = Mending("Give in `works` those works alone that something is said against; the others stand.", _join)


def judge_relevance(context: RelevanceContext, candidates: Sequence[Candidate]) -> Dialogue[list[Judgement]]:
    """Return one judgement per candidate, in order, by reading title and abstract against the plan.

    Works without a valid judgement after two answers, or refused, are asked about again in halves, down to one work;
    a single work without one has no score and stays unsure, and a remark says why. A reason that is not plain prose is
    replaced by a standard sentence, with a remark; the score stands.
    """
    if not candidates:
        return []
    named = {f"w{place}": candidate for place, candidate in enumerate(candidates, 1)}
    outcome = yield from _ask(context, named)
    answers = [outcome.valid] if outcome.valid else [*outcome.formed]
    rows = max((_valid_rows(answer, list(named)) for answer in answers), key=len, default={})
    judged: dict[str, Judgement] = {}
    for name, row in rows.items():
        work_id = named[name].work.work_id
        if _object_to_reason(row):
            yield Remark("reason withheld", "the reason for the score of a work was not kept", work_id)
        judged[work_id] = _judge(named[name], row)
    left = [candidate for candidate in candidates if candidate.work.work_id not in judged]
    if left and len(candidates) == 1:
        reason = REFUSED if outcome.refused else NO_JUDGEMENT
        yield Remark("relevance not answered", f"judge one work: {outcome.why}", left[0].work.work_id)
        return [_judge(left[0], None, reason)]
    half = -(-len(left) // 2) if not judged else len(left)
    for part in (left[:half], left[half:]):
        again = yield from judge_relevance(context, part)
        judged |= {judgement.work_id: judgement for judgement in again}
    return [judged[candidate.work.work_id] for candidate in candidates]


def _ask(context: RelevanceContext, named: Mapping[str, Candidate]) -> Dialogue[Outcome[RelevanceList]]:
    described = []
    for name, candidate in named.items():
        described.append((yield from _describe(name, candidate)))
    question = pose(
        "relevance",
        shared=write_block("review", describe_scope(context.plan)),
        data=write_block("works", described),
        answer=RelevanceList,
        answer_tokens=_TOKENS_BESIDES + _TOKENS_EACH * len(named),
        label=f"judge {len(named)} works from {next(iter(named.values())).work.work_id}",
    )
    return (yield from pursue(question, RelevanceList, lambda reply: _object(reply, list(named)), MENDING))


def _describe(name: str, candidate: Candidate) -> Dialogue[dict[str, Any]]:
    work = candidate.work
    title = yield from admit_text(work.title, _LONGEST_TITLE, work.work_id)
    abstract = yield from admit_text(work.abstract or "", _LONGEST_ABSTRACT, work.work_id)
    venue = yield from admit_text(work.venue or "", _LONGEST_VENUE, work.work_id)
    described = {
        "id": name,
        "title": title,
        "year": work.year,
        "type": work.type,
        "venue": venue,
        "abstract": abstract,
        "links": candidate.links,
        "cocited": candidate.cocited_with,
        "coupled": candidate.coupled_with,
    }
    return {key: value for key, value in described.items() if value}


def _object(reply: RelevanceList, names: Sequence[str]) -> list[str]:
    given = Counter(row.id for row in reply.works)
    reasons = [f"'{name}' is no id of a work in the data" for name in given if name not in names]
    reasons += [f"{name} is judged {times} times" for name, times in given.items() if times > 1 and name in names]
    if missing := [name for name in names if name not in given]:
        reasons.append(f"no judgement of {', '.join(missing)}")
    for row in reply.works:
        if not _is_score(row.score):
            reasons.append(f"{row.id}: the score {row.score} is not between 0 and 1")
        reasons += [f"{row.id}: {reason}" for reason in _object_to_reason(row)]
    return reasons


def _object_to_reason(row: WorkRelevance) -> list[str]:
    words = len(row.reason.split())
    if not words:
        return ["the reason is empty"]
    if words > _LONGEST_REASON:
        return [f"the reason has {words} words; give at most 20"]
    if "[@" in row.reason:
        return ["the reason cites"]
    return find_foreign(row.reason)


def _valid_rows(reply: RelevanceList, names: Sequence[str]) -> dict[str, WorkRelevance]:
    """Return the valid rows: those of a work in the data, judged once, with a score on the scale."""
    given = Counter(row.id for row in reply.works)
    return {row.id: row for row in reply.works if row.id in names and given[row.id] == 1 and _is_score(row.score)}


def _is_score(score: float) -> bool:
    return 0 <= score <= 1  # false for NaN


def _judge(candidate: Candidate, row: WorkRelevance | None, reason: str = "") -> Judgement:
    score: float | None = None
    if row is None:
        pass
    elif _object_to_reason(row):
        score, reason = round(row.score, 4), "Judged by title and abstract; the model's reason was not fit to keep."
    else:
        score, reason = round(row.score, 4), " ".join(row.reason.split())
    return Judgement(
        work_id=candidate.work.work_id,
        score=score,
        reason=reason,
        features={
            "links": float(candidate.links),
            "cocited": float(candidate.cocited_with),
            "coupled": float(candidate.coupled_with),
            "promise": round(candidate.promise, 4),
        },
    )
