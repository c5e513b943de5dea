"""Reading a long work: statements are made part by part, then those are chosen that stand for the whole.

Map and reduce, with the second step bound to the first: it chooses by number, so no sentence without a quote can enter.

Answers of many parts: what is good in an answer that was objected to twice is not thrown away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from storage.records.search import Work
from storage.records.writing import Finding, Page, Summary
from tasks.analysts.llm.guard.shown_text import LONGEST_TEXT, divide_passages, show_passages
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.summary_request import (
    MOST,
    Statement,
    compose_summary,
    keep_findings,
    object_to_statements,
    object_to_themes,
    tell_work,
)
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Check, Dialogue, Question, Remark, ask, pose
from tasks.parsing.running_text import Passage, choose_passages

Reply = TypeVar("Reply", bound=BaseModel)


def ask_leniently(
    question: Question, form: type[Reply], check: Check[Reply], work_id: str | None = None
) -> Dialogue[Reply | None]:
    """Return the valid answer to a question or, without one, the answer of that form with the fewest objections.

    The caller keeps what it can of the latter; the remark of `ask` tells the objections. None if no answer had the
    form.
    """
    objected: list[tuple[int, Reply]] = []

    def remember(reply: Reply) -> list[str]:
        reasons = check(reply)
        objected.append((len(reasons), reply))
        return reasons

    valid = yield from ask(question, form, remember, work_id)
    if valid is not None or not objected:
        return valid
    return min(objected, key=lambda kept: kept[0])[1]


SOURCE = "full text (in parts)"
_MOST_PARTS = 8
_LONGEST_ABSTRACT = 2_000
_PART_TOKENS, _CHOICE_TOKENS = 1_500, 300


class PartStatements(BaseModel):
    """What the model answers for a part."""

    model_config = ConfigDict(extra="forbid", strict=True)

    statements: list[Statement]


class StatementChoice(BaseModel):
    """What the model answers for the whole."""

    model_config = ConfigDict(extra="forbid", strict=True)

    chosen: list[int] = Field(description="numbers of statements, best first")
    themes: list[str] = Field(description="2 to 5 terms")


def read_in_parts(
    work: Work, pages: Sequence[Page], passages: Sequence[Passage], extracted: Summary
) -> Dialogue[Summary]:
    """Return the summary of a full text too long for one question.

    At most eight parts of about 24,000 characters are read; of a longer text those that speak for it, which a remark
    tells. Where no choice comes back, the first statements of each part stand for it.
    """
    chosen = choose_passages(passages, _MOST_PARTS * LONGEST_TEXT)
    if len(chosen) < len(passages):
        share = sum(each.end - each.start for each in chosen) / sum(each.end - each.start for each in passages)
        yield Remark("read in extracts", f"{share:.0%} of the running text was read", work.work_id)
    about = yield from tell_work(work)
    frame: dict[str, Any] = {"work": about}
    if abstract := (yield from _tell_abstract(work, pages, passages)):
        frame["abstract"] = abstract
    parts = divide_passages(chosen)
    found: list[list[Finding]] = []
    for number, part in enumerate(parts, 1):
        found.append((yield from _read_part(work, frame, part, (number, len(parts)))))
    findings = list(dict.fromkeys(chain.from_iterable(found)))
    if not any(finding.kind == "finding" for finding in findings):
        return compose_summary(extracted, (), (), SOURCE)
    reply = yield from _choose(work, frame, findings)
    kept = [findings[number - 1] for number in reply.chosen if 1 <= number <= len(findings)] if reply else []
    if not any(finding.kind == "finding" for finding in kept):
        kept = [finding for row in zip_longest(*found) for finding in row if finding]
    return compose_summary(extracted, kept, reply.themes if reply else (), SOURCE)


def _tell_abstract(work: Work, pages: Sequence[Page], passages: Sequence[Passage]) -> Dialogue[str]:
    stated = next((page.text for page in pages if page.page == 0), "") or "\n\n".join(
        passage.text for passage in passages if passage.part == "abstract"
    )
    return (yield from admit_text(stated, _LONGEST_ABSTRACT, work.work_id))


def _read_part(
    work: Work, frame: dict[str, Any], part: Sequence[Passage], place: tuple[int, int]
) -> Dialogue[list[Finding]]:
    number, count = place
    shown, told = yield from show_passages(part, work.work_id)
    blocks = {**frame, "part": {"number": number, "of": count}, "pages": told}
    question = _ask(work, "summary_part", blocks, PartStatements, f"part {number} of {count}")
    reply = yield from ask_leniently(
        question, PartStatements, lambda reply: object_to_statements(reply.statements, shown), work.work_id
    )
    return (yield from keep_findings(reply.statements if reply else (), shown, work.work_id))


def _choose(work: Work, frame: dict[str, Any], findings: Sequence[Finding]) -> Dialogue[StatementChoice | None]:
    numbered = [
        {"n": number, "kind": finding.kind, "page": finding.quote.page, "text": finding.text}
        for number, finding in enumerate(findings, 1)
    ]
    question = _ask(work, "summary_merge", {**frame, "statements": numbered}, StatementChoice, "whole")
    return (yield from ask_leniently(question, StatementChoice, lambda reply: _object(reply, findings), work.work_id))


def _object(reply: StatementChoice, findings: Sequence[Finding]) -> list[str]:
    reasons = [f"there is no statement {number}" for number in reply.chosen if not 1 <= number <= len(findings)]
    if len(set(reply.chosen)) < len(reply.chosen):
        reasons.append("a statement was chosen twice")
    kinds = Counter(findings[number - 1].kind for number in reply.chosen if 1 <= number <= len(findings))
    if not kinds["finding"]:
        reasons.append("no statement of kind finding was chosen")
    reasons += [
        f"{kinds[kind]} of kind {kind} were chosen; at most {most}" for kind, most in MOST.items() if kinds[kind] > most
    ]
    return reasons + object_to_themes(reply.themes)


def _ask(work: Work, step: str, blocks: dict[str, Any], form: type[BaseModel], what: str) -> Question:
    return pose(
        step,
        data="\n".join(write_block(name, content) for name, content in blocks.items()),
        answer=form,
        answer_tokens=_CHOICE_TOKENS if form is StatementChoice else _PART_TOKENS,
        label=f"read {work.work_id}, {what}",
    )
