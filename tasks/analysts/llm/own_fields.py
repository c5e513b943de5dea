"""Asking a work that was read before for fields that the review came to ask since: nothing else of it is read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.data_items import DataItem
from storage.records.evidence import Extraction
from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.llm.extraction import OwnDatum, Reading, keep_own
from tasks.analysts.llm.guard.shown_text import LONGEST_TEXT, divide_passages, show_passages
from tasks.analysts.llm.quotes import ShownPage
from tasks.analysts.llm.summary import FEWEST_TO_READ, show_pages
from tasks.analysts.llm.summary_request import EXTRACTION_DROPPED, tell_items, tell_work
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Mending, Remark, ask_leniently, pose
from tasks.parsing.running_text import choose_passages, read_passages

_MOST_PARTS = 3
_TOKENS_EACH, _TOKENS_BESIDES = 150, 100


class OwnAnswers(BaseModel):
    """What the model answers."""

    model_config = ConfigDict(extra="forbid", strict=True)

    own: list[OwnDatum] = Field(description="answers to `items`, as far as the text gives them")


def _join(first: OwnAnswers, second: OwnAnswers) -> OwnAnswers:
    again = {datum.name for datum in second.own}
    return OwnAnswers(own=[*(datum for datum in first.own if datum.name not in again), *second.own])


_MENDING: Mending[OwnAnswers] = Mending(
    "Give in `own` the answers that something is said against, mended, and leave out what the text does not answer; "
    "the others stand.",
    _join,
)


def answer_items(work: Work, pages: Sequence[Page], items: Sequence[DataItem]) -> Dialogue[tuple[Extraction, ...]]:
    """Return what answers the items, in the full text where there is one, else in the abstract; one for each at most.

    A text too long for one question is read in parts, as for a summary, and the first answer to an item holds. One
    whose words do not stand in the text is left out, with a remark. No question is asked about a work without text.
    """
    found: dict[str, Extraction] = {}
    passages = read_passages(pages)
    if not passages:
        shown = yield from show_pages(work, pages)
        told = [{"page": part.page.page, "text": part.text} for part in shown]
        return tuple((yield from _ask(work, shown, told, items)))
    for part in divide_passages(choose_passages(passages, _MOST_PARTS * LONGEST_TEXT)):
        shown, told = yield from show_passages(part, work.work_id)
        open_items = [item for item in items if item.name not in found]
        if open_items:
            found |= {one.field: one for one in (yield from _ask(work, shown, told, open_items))}
    return tuple(found.values())


def _ask(
    work: Work, shown: Sequence[ShownPage], told: Sequence[Mapping[str, Any]], items: Sequence[DataItem]
) -> Dialogue[list[Extraction]]:
    if sum(len(part.text.split()) for part in shown) < FEWEST_TO_READ:
        return []
    about = yield from tell_work(work)
    reading = Reading(work.title, shown)
    question = pose(
        "fields",
        data="\n".join(
            write_block(name, content) for name, content in {"work": about, **tell_items(items), "pages": told}.items()
        ),
        answer=OwnAnswers,
        answer_tokens=_TOKENS_BESIDES + _TOKENS_EACH * len(items),
        label=f"ask {work.work_id} for {len(items)} fields",
    )
    reply = yield from ask_leniently(
        question, OwnAnswers, lambda reply: _object(reply, items, reading), work.work_id, _MENDING
    )
    kept, dropped = keep_own(reply.own if reply else (), items, reading)
    if dropped:
        said = f"not kept, as the text does not carry it: {', '.join(dropped)}"
        yield Remark(EXTRACTION_DROPPED, said, work.work_id)
    return kept


def _object(reply: OwnAnswers, items: Sequence[DataItem], reading: Reading) -> list[str]:
    _, dropped = keep_own(reply.own, items, reading)
    return [f"{field}: {reason}" for field, reason in dropped.items()]
