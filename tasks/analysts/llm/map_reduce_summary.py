"""Reading a long work: statements are made part by part, then those that represent the whole are chosen.

Map and reduce, with the second step bound to the first: it chooses by number, so every sentence has a quote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.data_items import DataItem
from storage.records.evidence import Extraction
from storage.records.search import Work
from storage.records.writing import Finding, Page, Summary
from tasks.analysts.llm.guard.shown_text import LONGEST_TEXT, divide_passages, show_passages
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.quotes import ShownPage
from tasks.analysts.llm.summary_request import (
    EXTRACTION,
    MOST,
    Statements,
    compose_summary,
    keep_answer,
    mend_statements,
    object_to_data,
    object_to_short,
    object_to_statements,
    object_to_themes,
    tell_items,
    tell_work,
)
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, Remark, ask_leniently, pose
from tasks.parsing.running_text import Passage, choose_passages

SOURCE = "full text (in parts)"
_MOST_PARTS = 3
_LONGEST_ABSTRACT = 2_000
_PART_TOKENS, _CHOICE_TOKENS = 3_700, 500


class StatementChoice(BaseModel):
    """What the model answers for the whole."""

    model_config = ConfigDict(extra="forbid", strict=True)

    chosen: list[int] = Field(description="numbers of statements, best first")
    short: str = Field(description="about 100 words")
    themes: list[str] = Field(description="2 to 5 terms")


def read_in_parts(
    work: Work, pages: Sequence[Page], passages: Sequence[Passage], extracted: Summary, items: Sequence[DataItem]
) -> Dialogue[Summary]:
    """Return the summary of a full text too long for one question, with what was extracted: the first that a part says.

    At most three parts of about 100,000 characters are read; of a longer text those that represent it, as a remark
    says. If no choice comes back, the first statements of each part are used.
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
    extractions: list[Extraction] = []
    for number, part in enumerate(parts, 1):
        told, data = yield from _read_part(work, frame, part, items, (number, len(parts)))
        found.append(told)
        extractions += data
    findings = list(dict.fromkeys(chain.from_iterable(found)))
    if not any(finding.kind == "finding" for finding in findings):
        return compose_summary(extracted, (), (), SOURCE, extractions=extractions)
    reply, short = yield from _choose(work, frame, findings)
    kept = [findings[number - 1] for number in reply.chosen if 1 <= number <= len(findings)] if reply else []
    if not any(finding.kind == "finding" for finding in kept):
        kept = [finding for row in zip_longest(*found) for finding in row if finding]
    return compose_summary(extracted, kept, reply.themes if reply else (), SOURCE, short, extractions=extractions)


def _tell_abstract(work: Work, pages: Sequence[Page], passages: Sequence[Passage]) -> Dialogue[str]:
    stated = next((page.text for page in pages if page.page == 0), "") or "\n\n".join(
        passage.text for passage in passages if passage.part == "abstract"
    )
    return (yield from admit_text(stated, _LONGEST_ABSTRACT, work.work_id))


def _read_part(
    work: Work, frame: dict[str, Any], part: Sequence[Passage], items: Sequence[DataItem], place: tuple[int, int]
) -> Dialogue[tuple[list[Finding], list[Extraction]]]:
    number, count = place
    shown, told = yield from show_passages(part, work.work_id)
    blocks = {**frame, "part": {"number": number, "of": count}, **tell_items(items), "pages": told}
    question = _ask(work, "summary_part", blocks, Statements, f"part {number} of {count}")
    reply = yield from ask_leniently(
        question,
        Statements,
        lambda reply: _object_to_part(reply, shown, work.title, items),
        work.work_id,
        mend_statements(shown, work.title),
    )
    return (yield from keep_answer(reply, items, shown, work))


def _object_to_part(reply: Statements, shown: Sequence[ShownPage], title: str, items: Sequence[DataItem]) -> list[str]:
    reasons = object_to_statements(reply.statements, shown, title)
    return reasons + (object_to_data(reply, items, shown, title) if reasons else [])


def _choose(
    work: Work, frame: dict[str, Any], findings: Sequence[Finding]
) -> Dialogue[tuple[StatementChoice | None, str]]:
    """Return what was chosen, and the summary in about 100 words, empty if none can be kept."""
    numbered = [
        {"n": number, "kind": finding.kind, "page": finding.quote.page, "text": finding.text}
        for number, finding in enumerate(findings, 1)
    ]
    question = _ask(work, "summary_merge", {**frame, "statements": numbered}, StatementChoice, "whole")
    text = " ".join([work.title, frame.get("abstract", ""), *(f"{each.text} {each.quote.text}" for each in findings)])
    reply = yield from ask_leniently(
        question, StatementChoice, lambda reply: _object(reply, findings, text), work.work_id
    )
    return reply, reply.short if reply and not object_to_short(reply.short, text) else ""


def _object(reply: StatementChoice, findings: Sequence[Finding], text: str) -> list[str]:
    reasons = [f"there is no statement {number}" for number in reply.chosen if not 1 <= number <= len(findings)]
    if len(set(reply.chosen)) < len(reply.chosen):
        reasons.append("a statement was chosen twice")
    kinds = Counter(findings[number - 1].kind for number in reply.chosen if 1 <= number <= len(findings))
    if not kinds["finding"]:
        reasons.append("no statement of kind finding was chosen")
    reasons += [
        f"{kinds[kind]} of kind {kind} were chosen; at most {most}" for kind, most in MOST.items() if kinds[kind] > most
    ]
    return reasons + object_to_short(reply.short, text) + object_to_themes(reply.themes)


def _ask(work: Work, step: str, blocks: dict[str, Any], form: type[BaseModel], what: str) -> Question:
    chooses = form is StatementChoice
    return pose(
        step,
        data="\n".join(write_block(name, content) for name, content in blocks.items()),
        answer=form,
        answer_tokens=_CHOICE_TOKENS if chooses else _PART_TOKENS,
        label=f"read {work.work_id}, {what}",
        addition="" if chooses else EXTRACTION,
    )
