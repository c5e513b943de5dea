"""Judging the relevance of candidate works by their titles and abstracts, many in one question.

Where a review has criteria of inclusion and exclusion, the model holds each work against them one by one.

What a review was asked for, as every prompt about it states it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storage.records.criteria import Criterion
from storage.records.screening import Candidate, Judgement
from storage.records.search import Plan
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.relevance_answers import (
    MENDING,
    Answered,
    Criteria,
    RelevanceList,
    Row,
    VerdictList,
    WorkVerdict,
    find_decider,
    list_valid_rows,
    object_to_answer,
    object_to_reason,
    read_lists,
)
from tasks.analysts.protocol import RelevanceContext
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Outcome, Remark, pose, pursue


def describe_scope(plan: Plan) -> dict[str, Any]:
    """Return topic, questions, focus areas, terms to exclude, criteria by id, years and languages, if given."""
    scope = {
        "topic": plan.topic,
        "questions": plan.questions,
        "focus_areas": plan.focus_areas,
        "exclude_terms": plan.exclude_terms,
        "criteria": {name: str(one) for name, one in name_criteria(plan).items()},
        "from_year": plan.from_year,
        "to_year": plan.to_year,
        "languages": plan.languages,
    }
    return {key: value for key, value in scope.items() if value}


def name_criteria(plan: Plan) -> dict[str, Criterion]:
    """Return the criteria of a plan by the ids that a model knows them by: c1, c2 and so on."""
    return {f"c{place}": Criterion.read(line) for place, line in enumerate(plan.criteria, 1)}


_LONGEST_TITLE, _LONGEST_ABSTRACT, _LONGEST_VENUE = 300, 1_500, 100
_TOKENS_EACH, _TOKENS_BESIDES, _TOKENS_CRITERIA, _TOKENS_CRITERION = 90, 200, 40, 6
NO_JUDGEMENT = "The model gave no valid judgement."
REFUSED = "The model refused to judge it."
_NOT_ASKED = (
    "{works} of {of} works were not asked about one by one: no answer about all of them, nor about ever fewer down to "
    "one, had a valid judgement"
)


def judge_relevance(context: RelevanceContext, candidates: Sequence[Candidate]) -> Dialogue[list[Judgement]]:
    """Return one judgement per candidate, in order, by reading title and abstract against the plan.

    Works without a valid judgement after two answers, or refused, are asked about again in halves, down to one work;
    a single work without one has no score and stays unsure, and a remark says why. Where no question about any of them
    down to that work had a valid judgement, though the model did answer, the others stay unsure without being asked
    about one by one: it cannot do this. A reason that is not plain prose, or repeats the instructions, is replaced by a
    standard sentence, with a remark; the score stands. With criteria, each judgement holds what was found for each (1
    met, 0 not met, 0.5 unclear) and the one that decided; one that contradicts its criteria is not valid.
    """
    criteria = name_criteria(context.plan)
    judged: dict[str, Judgement] = {}
    parts = [list(candidates)] if candidates else []
    is_able = False
    while parts:
        part = parts.pop()
        outcome, found = yield from _judge_part(context, part, criteria)
        judged |= found
        is_able |= bool(found) or outcome.refused or outcome.silent
        left = [candidate for candidate in part if candidate.work.work_id not in found]
        if found and left:
            parts.append(left)
        elif len(left) > 1:
            half = -(-len(left) // 2)
            parts += [left[half:], left[:half]]
        elif left:
            judged |= _leave_unsure(left, criteria, REFUSED if outcome.refused else NO_JUDGEMENT)
            yield Remark("relevance not answered", f"judge one work: {outcome.why}", left[0].work.work_id)
            if not is_able:
                rest = [candidate for part in parts for candidate in part]
                judged |= _leave_unsure(rest, criteria, NO_JUDGEMENT)
                if rest:
                    yield Remark("relevance not asked", _NOT_ASKED.format(works=len(rest), of=len(candidates)))
                break
    return [judged[candidate.work.work_id] for candidate in candidates]


def _leave_unsure(candidates: Sequence[Candidate], criteria: Criteria, reason: str) -> dict[str, Judgement]:
    return {candidate.work.work_id: _judge(candidate, None, criteria, reason) for candidate in candidates}


def _judge_part(
    context: RelevanceContext, candidates: Sequence[Candidate], criteria: Criteria
) -> Dialogue[tuple[Outcome[Answered], dict[str, Judgement]]]:
    """Return the outcome of one question about candidates, and the valid judgements in its answers by work."""
    named = {f"w{place}": candidate for place, candidate in enumerate(candidates, 1)}
    outcome = yield from _ask(context, named, criteria)
    answers = [outcome.valid] if outcome.valid else [*outcome.formed]
    rows = max((list_valid_rows(answer, list(named), criteria) for answer in answers), key=len, default={})
    judged: dict[str, Judgement] = {}
    for name, row in rows.items():
        work_id = named[name].work.work_id
        if object_to_reason(row):
            yield Remark("reason withheld", "the reason for the score of a work was not kept", work_id)
        judged[work_id] = _judge(named[name], row, criteria)
    return outcome, judged


def _ask(context: RelevanceContext, named: Mapping[str, Candidate], criteria: Criteria) -> Dialogue[Outcome[Answered]]:
    described = []
    for name, candidate in named.items():
        described.append((yield from _describe(name, candidate)))
    each = _TOKENS_EACH + (_TOKENS_CRITERIA + _TOKENS_CRITERION * len(criteria) if criteria else 0)
    form: type[Answered] = VerdictList if criteria else RelevanceList
    question = pose(
        "relevance",
        addition="relevance_criteria" if criteria else "",
        shared=write_block("review", describe_scope(context.plan)),
        data=write_block("works", described),
        answer=form,
        answer_tokens=_TOKENS_BESIDES + each * len(named),
        label=f"judge {len(named)} works from {next(iter(named.values())).work.work_id}",
    )
    return (yield from pursue(question, form, lambda reply: object_to_answer(reply, list(named), criteria), MENDING))


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


def _judge(candidate: Candidate, row: Row | None, criteria: Criteria, reason: str = "") -> Judgement:
    score: float | None = None
    if row is None:
        pass
    elif object_to_reason(row):
        score, reason = round(row.score, 4), "Judged by title and abstract; the model's reason was not fit to keep."
    else:
        score, reason = round(row.score, 4), " ".join(row.reason.split())
    found: dict[str, float] = {}
    decided = None
    if isinstance(row, WorkVerdict):
        found = {str(criteria[name]): value for name, value in read_lists(row, criteria).items()}
        decided = criteria.get(find_decider(row, criteria))
    return Judgement(
        work_id=candidate.work.work_id,
        score=score,
        criterion=decided,
        reason=reason,
        features={
            "links": float(candidate.links),
            "cocited": float(candidate.cocited_with),
            "coupled": float(candidate.coupled_with),
            "promise": round(candidate.promise, 4),
            **found,
        },
    )
