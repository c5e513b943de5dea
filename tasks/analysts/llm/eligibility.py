"""Holding a full text against the criteria of a review: what rules a work out must stand in it, to the character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from storage.records.criteria import Criterion
from storage.records.search import Plan, Work
from storage.records.writing import Page, Quote
from tasks.analysts.llm.guard.shown_text import show_passages
from tasks.analysts.llm.quotes import ShownPage, find_quote
from tasks.analysts.llm.relevance import describe_scope, name_criteria
from tasks.analysts.llm.summary_request import tell_work
from tasks.analysts.protocol import Eligibility
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, ask_leniently, pose
from tasks.parsing.running_text import choose_passages, read_passages

_LONGEST_SHOWN = 24_000  # characters; the parts that say most say in whom, how and what
_QUOTE_WORDS = range(3, 61)
_TOKENS_EACH, _TOKENS_BESIDES = 90, 60
_VALUES = {"met": 1.0, "unclear": 0.5, "not_met": 0.0}
_RULES_OUT = {"include": "not_met", "exclude": "met"}


class CriterionFinding(BaseModel):
    """What the text shows of one criterion."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(description="as in the data, such as c1")
    finding: Literal["met", "not_met", "unclear"]
    quote: str = Field(description="copied from the text, where the finding leaves the work out; else empty")


class EligibilityFindings(BaseModel):
    """What the model answers: every criterion once."""

    model_config = ConfigDict(extra="forbid", strict=True)

    criteria: list[CriterionFinding]


def assess_eligibility(plan: Plan, work: Work, pages: Sequence[Page]) -> Dialogue[Eligibility]:
    """Return what the full text shows of each criterion, and the first that rules the work out by words of the text.

    What the text does not show to the character rules nothing out: such a finding counts as unclear.
    """
    criteria = name_criteria(plan)
    passages = choose_passages(read_passages(pages), _LONGEST_SHOWN)
    shown, told = yield from show_passages(passages, work.work_id)
    if not shown or not criteria:
        return Eligibility(work.work_id)
    about = yield from tell_work(work)
    question = pose(
        "eligibility",
        shared=write_block("review", describe_scope(plan)),
        data="\n".join(write_block(name, content) for name, content in {"work": about, "pages": told}.items()),
        answer=EligibilityFindings,
        answer_tokens=_TOKENS_BESIDES + _TOKENS_EACH * len(criteria),
        label=f"hold {work.work_id} against {len(criteria)} criteria",
    )
    reply = yield from ask_leniently(
        question, EligibilityFindings, lambda reply: _object(reply, criteria, shown), work.work_id
    )
    given = {one.id: one for one in reply.criteria} if reply else {}
    found: dict[str, float] = {}
    decided: tuple[Criterion, Quote] | None = None
    for name, criterion in criteria.items():
        one = given.get(name)
        quote = _find(one, criterion, shown) if one else None
        is_shown = one is not None and (one.finding != _RULES_OUT[criterion.kind] or quote is not None)
        found[str(criterion)] = _VALUES[one.finding] if one and is_shown else _VALUES["unclear"]
        if quote and decided is None:
            decided = criterion, quote
    return Eligibility(work.work_id, found, *(decided or (None, None)))


def _find(one: CriterionFinding, criterion: Criterion, shown: Sequence[ShownPage]) -> Quote | None:
    """Return the words that rule the work out, None where the finding does not or they are not in the text."""
    if one.finding != _RULES_OUT[criterion.kind] or len(one.quote.split()) not in _QUOTE_WORDS:
        return None
    return find_quote(one.quote, shown)


def _object(reply: EligibilityFindings, criteria: dict[str, Criterion], shown: Sequence[ShownPage]) -> list[str]:
    given = Counter(one.id for one in reply.criteria)
    reasons = [f"'{name}' is no id of a criterion" for name in given if name not in criteria]
    reasons += [f"{name} is given {given[name]} times" for name in criteria if given[name] != 1]
    reasons += [
        f"{one.id}: the quote is not in the text to the character, or has not 3 to 60 words: {one.quote[:80]!r}"
        for one in reply.criteria
        if one.id in criteria
        and one.finding == _RULES_OUT[criteria[one.id].kind]
        and _find(one, criteria[one.id], shown) is None
    ]
    return reasons
