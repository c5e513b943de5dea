"""What a model answers when it judges works: the forms, what is wrong with an answer, and which of it can stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from storage.records.criteria import Criterion
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.language_models.dialogue import Mending
from tasks.language_models.replies import find_echo

ENTERS_ABOVE = 0.6
"""The score that the prompt names, above which a work is included."""
_LONGEST_REASON = 40  # words; twenty are asked for
_TOPIC = "topic"
_MET, _UNCLEAR, _NOT_MET = 1.0, 0.5, 0.0


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


def object_to_answer(reply: Answered, names: Sequence[str], criteria: Criteria) -> list[str]:
    """Return what is wrong with an answer about works of the names given, in our own sentences."""
    given = Counter(row.id for row in reply.works)
    reasons = [f"'{name}' is no id of a work in the data" for name in given if name not in names]
    reasons += [f"{name} is judged {times} times" for name, times in given.items() if times > 1 and name in names]
    if missing := [name for name in names if name not in given]:
        reasons.append(f"no judgement of {', '.join(missing)}")
    for row in reply.works:
        if not _is_score(row.score):
            reasons.append(f"{row.id}: the score {row.score} is not between 0 and 1")
        reasons += [f"{row.id}: {reason}" for reason in object_to_reason(row)]
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
    elif find_decider(row, criteria) != row.decided_by.removeprefix(_TOPIC):
        yield f"{row.decided_by} is said to have decided, and by the lists it did not"


def _find_contradiction(row: WorkVerdict, criteria: Criteria) -> str:
    """Return why score and criteria cannot both stand, empty if they can: what is unclear excludes nothing."""
    failed = _list_failed(row, criteria)
    if failed and row.score > ENTERS_ABOVE:
        return f"{failed[0]} leaves it out, and the score {row.score} lets it in"
    if not failed and row.score <= ENTERS_ABOVE and row.decided_by != _TOPIC:
        return f"the score {row.score} leaves it out by {row.decided_by}, which by the lists does not"
    return ""


def find_decider(row: WorkVerdict, criteria: Criteria) -> str:
    """Return the id of the criterion that decided, empty where the topic did; one that is unclear decides nothing."""
    failed = _list_failed(row, criteria)
    if row.decided_by == _TOPIC or row.decided_by in failed:
        return row.decided_by.removeprefix(_TOPIC)
    if failed:
        return failed[0]
    return row.decided_by if read_lists(row, criteria).get(row.decided_by, _UNCLEAR) != _UNCLEAR else ""


def _list_failed(row: WorkVerdict, criteria: Criteria) -> list[str]:
    """Return the ids of the criteria that leave a work out."""
    found = read_lists(row, criteria)
    return [name for name, one in criteria.items() if found[name] == (_NOT_MET if one.kind == "include" else _MET)]


def read_lists(row: WorkVerdict, criteria: Criteria) -> dict[str, float]:
    """Return what was found for each criterion by its id; one that is not in exactly one list is unclear."""
    given = Counter((*row.met, *row.not_met, *row.unclear))
    found = dict.fromkeys(row.met, _MET) | dict.fromkeys(row.not_met, _NOT_MET)
    return {name: found.get(name, _UNCLEAR) if given[name] == 1 else _UNCLEAR for name in criteria}


def object_to_reason(row: Row) -> list[str]:
    """Return what is wrong with the reason of a judgement."""
    words = len(row.reason.split())
    if not words:
        return ["the reason is empty"]
    if words > _LONGEST_REASON:
        return [f"the reason has {words} words; give at most 20"]
    if "[@" in row.reason:
        return ["the reason cites"]
    if find_echo(row.reason, type(row)):
        return ["the reason repeats the instructions"]
    return find_foreign(row.reason)


def list_valid_rows(reply: Answered, names: Sequence[str], criteria: Criteria) -> dict[str, Row]:
    """Return the valid rows: those of a work in the data, judged once, with a score that can stand."""
    given = Counter(row.id for row in reply.works)
    return {row.id: row for row in reply.works if row.id in names and given[row.id] == 1 and _can_stand(row, criteria)}


def _can_stand(row: Row, criteria: Criteria) -> bool:
    return _is_score(row.score) and not (isinstance(row, WorkVerdict) and _find_contradiction(row, criteria))


def _is_score(score: float) -> bool:
    return 0 <= score <= 1  # false for NaN
