"""Results of different works set side by side: which of them answer one question, so that directions may be counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.evidence import Comparison, Result
from storage.records.search import Plan
from tasks.analysts.llm.extraction import ANALYST
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.stand_in import stand_in
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, ask_leniently, pose
from tasks.text.words import find_stems

_AT_ONCE = 300  # results
_LONGEST, _LONGEST_FINDING = 120, 240  # characters
_MOST_WORDS = 12
_TOKENS_PER_RESULT, _TOKENS_AROUND = 14, 800


class ComparedResults(BaseModel):
    """Results that answer one question."""

    model_config = ConfigDict(extra="forbid")

    exposure: str
    outcome: str
    members: list[str] = Field(description="ids of results")


class Comparisons(BaseModel):
    """What can be set side by side."""

    model_config = ConfigDict(extra="forbid")

    comparisons: list[ComparedResults]


Named = tuple[str, str]


def group_results(plan: Plan, results: Sequence[Result], known: Sequence[Named] = ()) -> Dialogue[list[Comparison]]:
    """Return the comparison of every result, with empty names where nothing can be set beside it.

    At most 300 results are shown at once, those of similar outcomes together; comparisons found before are `known` to
    the questions that follow. Where no answer is usable the results are grouped by their words, with a remark.
    """
    grouped: list[Comparison] = []
    ordered = sorted(results, key=_order)
    for start in range(0, len(ordered), _AT_ONCE):
        found = yield from _group(plan, ordered[start : start + _AT_ONCE], known)
        grouped += found
        known = list(dict.fromkeys([*known, *((one.exposure, one.outcome) for one in found if one.outcome)]))
    return grouped


def _order(result: Result) -> tuple[list[str], list[str], str, int]:
    outcome, exposure = sorted(find_stems(result.outcome)), sorted(find_stems(result.exposure))
    return outcome, exposure, result.finding_id, result.result


def _group(plan: Plan, results: Sequence[Result], known: Sequence[Named]) -> Dialogue[list[Comparison]]:
    shown = {f"r{place}": result for place, result in enumerate(results, 1)}
    works = {work_id: f"w{place}" for place, work_id in enumerate(dict.fromkeys(each.work_id for each in results), 1)}
    told = []
    for name, result in shown.items():
        told.append((yield from _tell(name, result, works[result.work_id])))
    blocks: dict[str, Any] = {"review": describe_scope(plan), "results": told}
    if known:
        blocks["known"] = [{"exposure": exposure, "outcome": outcome} for exposure, outcome in known]
    question = pose(
        "comparisons",
        data="\n".join(write_block(name, content) for name, content in blocks.items()),
        answer=Comparisons,
        answer_tokens=_TOKENS_AROUND + _TOKENS_PER_RESULT * len(shown),
        label=f"set {len(shown)} results side by side",
    )
    reply = yield from ask_leniently(question, Comparisons, lambda given: _object(given, shown, known))
    if reply is None:
        return stand_in().group_results(plan, results, known)
    named = {name: _name(group) for group in _keep(reply, shown, known) for name in group.members}
    return [
        Comparison(result.finding_id, result.result, *named.get(name, ("", "")), ANALYST)
        for name, result in shown.items()
    ]


def _tell(name: str, result: Result, work: str) -> Dialogue[dict[str, str]]:
    told = {"id": name, "work": work, "direction": result.direction}
    for part, text, longest in (
        ("exposure", result.exposure, _LONGEST),
        ("comparator", result.comparator, _LONGEST),
        ("outcome", result.outcome, _LONGEST),
        ("says", result.text, _LONGEST_FINDING),
    ):
        told[part] = yield from admit_text(text, longest, result.work_id)
    return {part: text for part, text in told.items() if text}


def _object(reply: Comparisons, shown: Mapping[str, Result], known: Sequence[Named]) -> list[str]:
    reasons = [reason for group in reply.comparisons for reason in _object_to_group(group, shown, known)]
    members = [name for group in reply.comparisons for name in group.members]
    if twice := sorted({name for name in members if members.count(name) > 1}):
        reasons.append(f"ids in more than one comparison: {', '.join(twice[:20])}")
    names = [tuple(name.casefold() for name in _name(group)) for group in reply.comparisons]
    if len(set(names)) < len(names):
        reasons.append("two comparisons have the same exposure and outcome")
    return reasons


def _object_to_group(group: ComparedResults, shown: Mapping[str, Result], known: Sequence[Named]) -> list[str]:
    """Return what is wrong with a comparison by itself."""
    named = f"the comparison of '{group.outcome[:60]}'"
    reasons = []
    for text in (group.exposure, group.outcome):
        reasons += find_foreign(text)
        if not 1 <= len(text.split()) <= _MOST_WORDS or len(text) > _LONGEST or set("[]@") & set(text):
            reasons.append(f"{named}: its names must have one to eight plain words")
    if unknown := [name for name in group.members if name not in shown]:
        reasons.append(f"{named} has ids that are not in the data: {', '.join(name[:12] for name in unknown[:10])}")
    works = {shown[name].work_id for name in group.members if name in shown}
    if len(works) < 2 and _name(group) not in known:  # noqa: PLR2004 -- set beside one another
        reasons.append(f"{named} has results of fewer than two works; leave these out")
    return reasons


def _keep(reply: Comparisons, shown: Mapping[str, Result], known: Sequence[Named]) -> Iterator[ComparedResults]:
    """Yield the comparisons without fault, each result in the first that has it."""
    taken: set[str] = set()
    for group in reply.comparisons:
        members = [name for name in dict.fromkeys(group.members) if name in shown and name not in taken]
        kept = group.model_copy(update={"members": members})
        if members and not _object_to_group(kept, shown, known):
            taken.update(members)
            yield kept


def _name(group: ComparedResults) -> Named:
    return " ".join(group.exposure.split()), " ".join(group.outcome.split())
