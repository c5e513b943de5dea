"""Reading one work: what it says in the model's words, each sentence with the words of the text it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from storage.records.data_items import DataItem
from storage.records.search import Work
from storage.records.writing import Page, Quote, Summary
from tasks.analysts.llm.guard.output_text import blank_foreign
from tasks.analysts.llm.guard.shown_text import LONGEST_TEXT, show_passages
from tasks.analysts.llm.guard.tasks import admit_text
from tasks.analysts.llm.map_reduce_summary import read_in_parts
from tasks.analysts.llm.quotes import ShownPage
from tasks.analysts.llm.stand_in import stand_in
from tasks.analysts.llm.summary_request import (
    EXTRACTION,
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
from tasks.language_models.dialogue import Dialogue, ask_leniently, pose
from tasks.parsing.running_text import read_passages

_LONGEST_PAGE = 6_000
FEWEST_TO_READ = 8  # words; "No abstract available." is not worth a question
_ANSWER_TOKENS = 4_000


class PaperSummary(Statements):
    """What the model answers."""

    short: str = Field(description="about 100 words")
    themes: list[str] = Field(description="2 to 5 terms")


def summarise_work(work: Work, pages: Sequence[Page], items: Sequence[DataItem] = ()) -> Dialogue[Summary]:
    """Return the summary of the full text where there is one, in one question or in parts, else of the abstract.

    With it comes what was extracted for the evidence table: what was studied, what each finding says came out, and what
    answers the `items` asked for. A field whose words or figures do not stand in the text is dropped by itself.

    A statement whose quote is not on a page or does not support it is requested again, then dropped with a remark. No
    question is asked about a work without text. Without a valid finding the summary is the one made of the text's own
    sentences, and its source ends in ", extracted".
    """
    extracted = _extract(work, pages)
    passages = read_passages(pages)
    if sum(passage.end - passage.start for passage in passages) > LONGEST_TEXT:
        return (yield from read_in_parts(work, pages, passages, extracted, items))
    if passages:
        shown, told = yield from show_passages(passages, work.work_id)
        return (yield from _summarise(work, shown, told, extracted, items=items, step="summary_full_text"))
    shown = yield from show_pages(work, pages)
    told = [{"page": part.page.page, "text": part.text} for part in shown]
    return (yield from _summarise(work, shown, told, extracted, items=items, step="summary"))


def _summarise(
    work: Work,
    shown: Sequence[ShownPage],
    told: Sequence[Mapping[str, Any]],
    extracted: Summary,
    *,
    items: Sequence[DataItem],
    step: str,
) -> Dialogue[Summary]:
    if sum(len(part.text.split()) for part in shown) < FEWEST_TO_READ:
        return extracted
    about = yield from tell_work(work)
    blocks = {"work": about, **tell_items(items), "pages": told}
    question = pose(
        step,
        data="\n".join(write_block(name, content) for name, content in blocks.items()),
        answer=PaperSummary,
        answer_tokens=_ANSWER_TOKENS,
        label=f"read {work.work_id}",
        addition=EXTRACTION,
    )
    reply = yield from ask_leniently(
        question,
        PaperSummary,
        lambda reply: _object(reply, shown, work.title, items),
        work.work_id,
        mend_statements(shown, work.title),
    )
    findings, extractions = yield from keep_answer(reply, items, shown, work)
    source = "full text" if any(part.page.page for part in shown) else extracted.source
    if reply is None:
        return compose_summary(extracted, findings, (), source)
    text = _read_text(work.title, shown)
    short = "" if object_to_short(reply.short, text) else reply.short
    return compose_summary(extracted, findings, reply.themes, source, short, extractions=extractions)


def _extract(work: Work, pages: Sequence[Page]) -> Summary:
    """Return the summary made of the text's own sentences, without those that address a program.

    A model reads it later. Sentences that address a program are blanked, which leaves every place as it was; what
    stands on words that reach across a blank is dropped.
    """
    extracted = stand_in().summarise_work(
        replace(work, title=blank_foreign(work.title)),
        [replace(page, text=blank_foreign(page.text)) for page in pages],
    )
    texts = {(page.page, page.source): page.text for page in pages}

    def is_verbatim(quote: Quote) -> bool:
        return quote.text == texts.get((quote.page, quote.source), work.title)[quote.char_start : quote.char_end]

    findings = tuple(finding for finding in extracted.findings if is_verbatim(finding.quote))
    told = {"", *(finding.finding_id for finding in findings)}
    data = tuple(each for each in extracted.extractions if each.finding_id in told and is_verbatim(each.quote))
    return replace(extracted, findings=findings, extractions=data)


def show_pages(work: Work, pages: Sequence[Page]) -> Dialogue[list[ShownPage]]:
    """Return the pages with the shown part of each: in order, as far as the bounds of a page and of the text allow."""
    shown: list[ShownPage] = []
    room = LONGEST_TEXT
    for page in sorted(pages, key=lambda page: (page.page, page.source)):
        if page.text.strip() and room > 0:
            text = yield from admit_text(page.text, min(_LONGEST_PAGE, room), work.work_id)
            shown.append(ShownPage(page, text))
            room -= len(text)
    return shown


def _object(reply: PaperSummary, shown: Sequence[ShownPage], title: str, items: Sequence[DataItem]) -> list[str]:
    reasons = object_to_statements(reply.statements, shown, title)
    if not any(statement.kind == "finding" for statement in reply.statements):
        reasons.append("there is no statement of kind finding; say what the text finds, argues or proposes")
    reasons += object_to_short(reply.short, _read_text(title, shown)) + object_to_themes(reply.themes)
    return reasons + (object_to_data(reply, items, shown, title) if reasons else [])


def _read_text(title: str, shown: Sequence[ShownPage]) -> str:
    return " ".join([title, *(part.text for part in shown)])
