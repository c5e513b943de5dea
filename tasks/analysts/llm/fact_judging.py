"""Sentences of a section held against the works they cite by a model: supported, partly, not, or contradicted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import ReadWork
from tasks.analysts.llm.evidence import describe_quoted
from tasks.analysts.llm.partial_answers import ask_leniently
from tasks.analysts.llm.scope import describe_scope
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, pose
from tasks.revision.assertions import Assertion, FactMaterial, FactVerdict, Ruling

_LONGEST_QUOTE, _LONGEST_REASON = 500, 300
_TOKENS_PER_SENTENCE, _TOKENS_AROUND = 60, 200


class SentenceVerdict(BaseModel):
    """What the works cited say of one sentence."""

    model_config = ConfigDict(extra="forbid")

    ref: str
    verdict: Ruling
    reason: str = Field(description="what is wrong, in one line; empty for a sentence that is supported")


class FactVerdicts(BaseModel):
    """A verdict on each sentence."""

    model_config = ConfigDict(extra="forbid")

    verdicts: list[SentenceVerdict]


def judge_assertions(
    material: FactMaterial, heading: str, assertions: Sequence[Assertion]
) -> Dialogue[tuple[FactVerdict, ...]]:
    """Return the verdicts on sentences of one section that an answer has; those without a valid one have none."""
    sentences = {f"s{place}": one for place, one in enumerate(assertions, 1)}
    told = [{"ref": ref, "sentence": one.sentence} for ref, one in sentences.items()]
    question = pose(
        "facts",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(
            (
                write_block("works", [describe_source(read) for read in material.works]),
                write_block("section", {"heading": heading}),
                write_block("sentences", told),
            )
        ),
        answer=FactVerdicts,
        answer_tokens=_TOKENS_PER_SENTENCE * len(told) + _TOKENS_AROUND,
        label=f"check facts: {heading}",
    )
    reply = yield from ask_leniently(question, FactVerdicts, lambda given: _object_to(given, list(sentences)))
    given = {verdict.ref: verdict for verdict in (reply.verdicts if reply else ()) if verdict.ref in sentences}
    return tuple(
        FactVerdict(sentences[ref].sentence, verdict.verdict, _tell_reason(verdict)) for ref, verdict in given.items()
    )


def describe_source(read: ReadWork) -> dict[str, Any]:
    """Return a work as all writers are told of it, with its short summary and the quotes its findings rest on."""
    described, short = describe_quoted(read, _LONGEST_QUOTE)
    told = " ".join(finding["text"] for finding in described.get("findings", ()))
    return described | ({"summary": short} if short and short not in told else {})


def _object_to(reply: FactVerdicts, refs: Sequence[str]) -> list[str]:
    given = [verdict.ref for verdict in reply.verdicts]
    reasons = [f"'{ref}' is no sentence of the data" for ref in given if ref not in refs]
    reasons += [f"'{ref}' has {given.count(ref)} verdicts and must have one" for ref in refs if given.count(ref) != 1]
    return reasons + [
        f"'{verdict.ref}' is {verdict.verdict} without a reason"
        for verdict in reply.verdicts
        if verdict.verdict != "supported" and not verdict.reason.strip()
    ]


def _tell_reason(verdict: SentenceVerdict) -> str:
    return " ".join(verdict.reason.split())[:_LONGEST_REASON] if verdict.verdict != "supported" else ""
