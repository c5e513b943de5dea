"""Judging the relevance of candidate works by their titles and abstracts, many in one question.

Where a review has criteria of inclusion and exclusion, the model holds each work against them one by one.

What a review was asked for, as every prompt about it states it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from storage.records.criteria import Criterion
from storage.records.search import Candidate, Judgement, Plan
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.protocol import RelevanceContext
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Mending, Outcome, Remark, pose, pursue


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
_LONGEST_REASON = 40  # words; twenty are asked for
_TOKENS_EACH, _TOKENS_BESIDES, _TOKENS_CRITERIA, _TOKENS_CRITERION = 90, 200, 40, 6
_TOPIC = "topic"
ENTERS_ABOVE = 0.6
"""The score that the prompt names, above which a work is included."""
_MET, _UNCLEAR, _NOT_MET = 1.0, 0.5, 0.0
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


class WorkVerdict(BaseModel):
    """The judgement of one work by criteria: the id of each is in one of three lists."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(description="as in the data, such as w1")
    met: list[str] = Field(description="ids of criteria, such as c1")
    not_met: list[str]
    unclear: list[str]
    reason: str = Field(description="at most 20 words")
    decided_by: str = Field(description="the id of a criterion, or topic")
    score: float = Field(description="0.0 to 1.0")


class VerdictList(BaseModel):
    """What the model answers where there are criteria: every work once."""

    model_config = ConfigDict(extra="forbid", strict=True)

    works: list[WorkVerdict]


Row: TypeAlias = WorkRelevance | WorkVerdict
Answered: TypeAlias = RelevanceList | VerdictList
Criteria: TypeAlias = Mapping[str, Criterion]


def _join(first: Answered, second: Answered) -> Answered:
    """Return the judgements of both answers, those of the second replacing the first's."""
    again = {row.id for row in second.works}
    rows: list[Row] = [*(row for row in first.works if row.id not in again), *second.works]
    return first.model_copy(update={"works": rows})


MENDING: Mending[Answered] = Mending(
    "Give in `works` those works alone that something is said against; the others stand.", _join
)


def judge_relevance(context: RelevanceContext, candidates: Sequence[Candidate]) -> Dialogue[list[Judgement]]:
    """Return one judgement per candidate, in order, by reading title and abstract against the plan.

    Works without a valid judgement after two answers, or refused, are asked about again in halves, down to one work;
    a single work without one has no score and stays unsure, and a remark says why. A reason that is not plain prose is
    replaced by a standard sentence, with a remark; the score stands. With criteria, each judgement holds what was found
    for each (1 met, 0 not met, 0.5 unclear) and the one that decided; one that contradicts its criteria is not valid.
    """
    if not candidates:
        return []
    criteria = name_criteria(context.plan)
    named = {f"w{place}": candidate for place, candidate in enumerate(candidates, 1)}
    outcome = yield from _ask(context, named, criteria)
    answers = [outcome.valid] if outcome.valid else [*outcome.formed]
    rows = max((_valid_rows(answer, list(named), criteria) for answer in answers), key=len, default={})
    judged: dict[str, Judgement] = {}
    for name, row in rows.items():
        work_id = named[name].work.work_id
        if _object_to_reason(row):
            yield Remark("reason withheld", "the reason for the score of a work was not kept", work_id)
        judged[work_id] = _judge(named[name], row, criteria)
    left = [candidate for candidate in candidates if candidate.work.work_id not in judged]
    if left and len(candidates) == 1:
        reason = REFUSED if outcome.refused else NO_JUDGEMENT
        yield Remark("relevance not answered", f"judge one work: {outcome.why}", left[0].work.work_id)
        return [_judge(left[0], None, criteria, reason)]
    half = -(-len(left) // 2) if not judged else len(left)
    for part in (left[:half], left[half:]):
        again = yield from judge_relevance(context, part)
        judged |= {judgement.work_id: judgement for judgement in again}
    return [judged[candidate.work.work_id] for candidate in candidates]


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
    return (yield from pursue(question, form, lambda reply: _object(reply, list(named), criteria), MENDING))


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


def _object(reply: Answered, names: Sequence[str], criteria: Criteria) -> list[str]:
    given = Counter(row.id for row in reply.works)
    reasons = [f"'{name}' is no id of a work in the data" for name in given if name not in names]
    reasons += [f"{name} is judged {times} times" for name, times in given.items() if times > 1 and name in names]
    if missing := [name for name in names if name not in given]:
        reasons.append(f"no judgement of {', '.join(missing)}")
    for row in reply.works:
        if not _is_score(row.score):
            reasons.append(f"{row.id}: the score {row.score} is not between 0 and 1")
        reasons += [f"{row.id}: {reason}" for reason in _object_to_reason(row)]
        if isinstance(row, WorkVerdict):
            reasons += [f"{row.id}: {reason}" for reason in _object_to_verdict(row, criteria)]
    return reasons


def _object_to_verdict(row: WorkVerdict, criteria: Criteria) -> Iterator[str]:
    given = Counter((*row.met, *row.not_met, *row.unclear))
    yield from (f"'{name}' is no id of a criterion" for name in given if name not in criteria)
    yield from (f"{name} is in {given[name]} of the three lists" for name in criteria if given[name] != 1)
    if row.decided_by not in {_TOPIC, *criteria}:
        yield f"decided_by '{row.decided_by}' is neither the id of a criterion nor '{_TOPIC}'"
    elif contradiction := _find_contradiction(row, criteria):
        yield contradiction
    elif _find_decider(row, criteria) != row.decided_by.removeprefix(_TOPIC):
        yield f"{row.decided_by} is said to have decided, and by the lists it did not"


def _find_contradiction(row: WorkVerdict, criteria: Criteria) -> str:
    """Return why score and criteria cannot both stand, empty if they can: what is unclear excludes nothing."""
    failed = _list_failed(row, criteria)
    if failed and row.score > ENTERS_ABOVE:
        return f"{failed[0]} leaves it out, and the score {row.score} lets it in"
    if not failed and row.score <= ENTERS_ABOVE and row.decided_by != _TOPIC:
        return f"the score {row.score} leaves it out by {row.decided_by}, which by the lists does not"
    return ""


def _find_decider(row: WorkVerdict, criteria: Criteria) -> str:
    """Return the id of the criterion that decided, empty where the topic did; one that is unclear decides nothing."""
    failed = _list_failed(row, criteria)
    if row.decided_by == _TOPIC or row.decided_by in failed:
        return row.decided_by.removeprefix(_TOPIC)
    if failed:
        return failed[0]
    return row.decided_by if _read_lists(row, criteria).get(row.decided_by, _UNCLEAR) != _UNCLEAR else ""


def _list_failed(row: WorkVerdict, criteria: Criteria) -> list[str]:
    """Return the ids of the criteria that leave a work out."""
    found = _read_lists(row, criteria)
    return [name for name, one in criteria.items() if found[name] == (_NOT_MET if one.kind == "include" else _MET)]


def _read_lists(row: WorkVerdict, criteria: Criteria) -> dict[str, float]:
    """Return what was found for each criterion by its id; one that is not in exactly one list is unclear."""
    given = Counter((*row.met, *row.not_met, *row.unclear))
    found = dict.fromkeys(row.met, _MET) | dict.fromkeys(row.not_met, _NOT_MET)
    return {name: found.get(name, _UNCLEAR) if given[name] == 1 else _UNCLEAR for name in criteria}


def _object_to_reason(row: Row) -> list[str]:
    words = len(row.reason.split())
    if not words:
        return ["the reason is empty"]
    if words > _LONGEST_REASON:
        return [f"the reason has {words} words; give at most 20"]
    if "[@" in row.reason:
        return ["the reason cites"]
    return find_foreign(row.reason)


def _valid_rows(reply: Answered, names: Sequence[str], criteria: Criteria) -> dict[str, Row]:
    """Return the valid rows: those of a work in the data, judged once, with a score that can stand."""
    given = Counter(row.id for row in reply.works)
    return {row.id: row for row in reply.works if row.id in names and given[row.id] == 1 and _can_stand(row, criteria)}


def _can_stand(row: Row, criteria: Criteria) -> bool:
    return _is_score(row.score) and not (isinstance(row, WorkVerdict) and _find_contradiction(row, criteria))


def _is_score(score: float) -> bool:
    return 0 <= score <= 1  # false for NaN


def _judge(candidate: Candidate, row: Row | None, criteria: Criteria, reason: str = "") -> Judgement:
    score: float | None = None
    if row is None:
        pass
    elif _object_to_reason(row):
        score, reason = round(row.score, 4), "Judged by title and abstract; the model's reason was not fit to keep."
    else:
        score, reason = round(row.score, 4), " ".join(row.reason.split())
    found: dict[str, float] = {}
    decided = None
    if isinstance(row, WorkVerdict):
        found = {str(criteria[name]): value for name, value in _read_lists(row, criteria).items()}
        decided = criteria.get(_find_decider(row, criteria))
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
