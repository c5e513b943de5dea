"""An answer of the corpus as people and programs read it: quotes with citekeys and pages, or that it does not say."""

from __future__ import annotations

from typing import Any

import orjson

from storage.records.writing import Draft, Finding, ReadWork
from tasks.answering.replies import Reply, Support

NOT_ANSWERED = "The corpus does not say: the model finds no answer in what the works say of the subject."
_TOLD = ("design", "n", "direction", "measure", "effect", "ci_low", "ci_high", "p")


def tell_answer(reply: Reply, draft: Draft | None) -> str:
    """Return the answer as plain text; what a language model worded stands before the passages it rests on."""
    if draft is None:
        return tell_reply(reply)
    worded = draft.markdown.strip() or NOT_ANSWERED
    return f"{worded}\n\n{tell_reply(reply)}"


def to_json(reply: Reply, draft: Draft | None) -> str:
    """Return the answer as one JSON object."""
    answered = bool(reply.support) and (draft is None or bool(draft.markdown))
    record = {
        "question": reply.question,
        "answered": answered,
        "answer": draft.markdown.strip() if draft else None,
        "passages": list_passages(reply),
        "why_not": None if answered else NOT_ANSWERED if reply.support else tell_refusal(reply),
    }
    return orjson.dumps(record, option=orjson.OPT_INDENT_2).decode()


def tell_reply(reply: Reply) -> str:
    """Return the answer as plain text: sentences quoted, each with its citation and what was extracted of it."""
    if not reply.support:
        return tell_refusal(reply)
    works = len({one.said[0].citekey for one in reply.support})
    head = f"{works} of the {reply.works} works speak{'s' if works == 1 else ''} of this, in their own words:"
    return "\n".join([head, *(line for one in reply.support for line in ("", *_tell_support(one)))])


def tell_refusal(reply: Reply) -> str:
    """Return the sentence that says that the corpus has no answer, and how near it comes."""
    lacking = f"; no work has the words: {', '.join(reply.unspoken)}" if reply.unspoken else ""
    return (
        f"The corpus does not say: no sentence of its {reply.works} works speaks of enough of the question (the "
        f"nearest covers {reply.nearest:.0%} of it{lacking})."
    )


def list_passages(reply: Reply) -> list[dict[str, Any]]:
    """Return the sentences of an answer as records: quote with citekey, page and place, its finding, its data."""
    return [
        {
            "citekey": read.citekey,
            "title": read.work.title,
            "year": read.work.year,
            "quote": said.quote.text,
            "page": said.quote.page,
            "char_start": said.quote.char_start,
            "char_end": said.quote.char_end,
            "kind": said.kind,
            "finding": said.text,
            "data": _read_data(read, said),
            "covered": round(one.covered, 2),
        }
        for one in reply.support
        for read, said in (one.said,)
    ]


def _tell_support(one: Support) -> list[str]:
    read, said = one.said
    page = f", p. {said.quote.page}" if said.quote.page else ""
    words = " ".join(said.quote.text.split())
    lines = [f"\u201c{words}\u201d [@{read.citekey}{page}]"]
    if " ".join(said.text.split()) != words:
        lines.append(f"    Finding: {said.text}")
    if data := _read_data(read, said):
        lines.append(f"    Data: {'; '.join(f'{name} {value}' for name, value in data.items())}")
    return lines


def _read_data(read: ReadWork, said: Finding) -> dict[str, str]:
    """Return what was extracted of a finding's first result; what it does not state, its study may."""
    of_study = {one.field: one.value for one in read.summary.extractions if not one.finding_id}
    of_result = {
        one.field: one.value
        for one in reversed(read.summary.extractions)
        if one.finding_id == said.finding_id and one.result <= 1
    }
    if said.kind != "finding":
        return {}
    return {name: value for name in _TOLD if (value := of_result.get(name, of_study.get(name)))}
