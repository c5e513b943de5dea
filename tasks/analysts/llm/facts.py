"""Whether a sentence says what its source says, and its correction.

Sentences of a section that a model compares with the works they cite: supported, partly, not, or contradicted.
Sentences that failed, rewritten by a model from the findings of the works they cite, or of others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import ReadWork
from tasks.analysts.llm.citations import Sources, describe_quoted, find_citations, make_claims, read_sources
from tasks.analysts.llm.prose import read_prose, render_sentence
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.section_checks import Demand, list_sentences, object_to_sentence
from tasks.citations.sentences import read_plain
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, ask_leniently, pose
from tasks.revision.fact_rules import Assertion, Correction, FactMaterial, FactVerdict, Failure, Ruling, Way
from tasks.text.cleaning import count_words
from tasks.text.numbers import find_numbers
from tasks.text.words import look_up

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
    """Return the verdicts of an answer on sentences of one section; sentences without a valid verdict are left out."""
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
    """Return a work as all writers receive it, with its short summary and the quotes its findings rest on."""
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


_WORKS_PER_SENTENCE, _MOST_WORKS = 3, 40
_MOST_SENTENCES, _MOST_WORDS = 2, 60
_LONGEST_CORRECTION_REASON = 300
_TOKENS_PER_CORRECTION, _TOKENS_AROUND_CORRECTIONS = 220, 300


class SentenceCorrection(BaseModel):
    """What stands in the place of one sentence, in which way, and why."""

    model_config = ConfigDict(extra="forbid")

    ref: str
    way: Way
    text: str = Field(description="1-2 sentences with [@citekey:ref]; empty where the sentence is cut or kept")
    reason: str = Field(description="the change in one line")


class FactCorrections(BaseModel):
    """A correction of each sentence."""

    model_config = ConfigDict(extra="forbid")

    corrections: list[SentenceCorrection]


@dataclass(frozen=True, slots=True)
class Brief:
    """What is asked and checked: the failures by ref, the works shown, numbers that need no source."""

    failures: Mapping[str, Failure]
    works: tuple[ReadWork, ...]
    sources: Sources
    numbers: frozenset[str]


def correct_assertions(
    material: FactMaterial, heading: str, markdown: str, failures: Sequence[Failure]
) -> Dialogue[tuple[Correction, ...]]:
    """Return the faultless corrections of an answer; other sentences have none."""
    brief = _brief(material, failures)
    told = [
        {"ref": ref, "sentence": failure.sentence, "wrong": failure.reasons, "may_be_kept": failure.may_be_kept}
        for ref, failure in brief.failures.items()
    ]
    question = pose(
        "correction",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(
            (
                write_block("section", {"heading": heading, "markdown": markdown}),
                write_block("works", [describe_source(read) for read in brief.works]),
                write_block("sentences", told),
            )
        ),
        answer=FactCorrections,
        answer_tokens=_TOKENS_PER_CORRECTION * len(told) + _TOKENS_AROUND_CORRECTIONS,
        label=f"correct: {heading}",
    )
    reply = yield from ask_leniently(question, FactCorrections, lambda given: _object_to_correction(given, brief))
    return tuple(
        _render(one, brief)
        for one in (reply.corrections if reply else ())
        if one.ref in brief.failures and not _object_to_one(one, brief)
    )


def _brief(material: FactMaterial, failures: Sequence[Failure]) -> Brief:
    by_key = {read.citekey: read for read in material.works if read.summary.findings}
    found = [by_key[key] for failure in failures for key in failure.citekeys if key in by_key]
    for failure in failures:
        found += look_up(read_plain(failure.sentence), material.works, _WORKS_PER_SENTENCE)
    works = tuple({read.citekey: read for read in found}.values())[:_MOST_WORKS]
    numbers = find_numbers(str(describe_scope(material.plan)))
    return Brief({f"s{i}": failure for i, failure in enumerate(failures, 1)}, works, read_sources(works), numbers)


def _object_to_correction(reply: FactCorrections, brief: Brief) -> list[str]:
    given = [one.ref for one in reply.corrections]
    reasons = [f"'{ref}' is no sentence of the data" for ref in given if ref not in brief.failures]
    reasons += [f"'{ref}' must be corrected once" for ref in brief.failures if given.count(ref) != 1]
    return reasons + [
        reason for one in reply.corrections if one.ref in brief.failures for reason in _object_to_one(one, brief)
    ]


def _object_to_one(one: SentenceCorrection, brief: Brief) -> list[str]:
    """Return what is wrong with a correction; whether its sources hold its numbers and names is checked elsewhere."""
    if one.way == "kept":
        return [f"'{one.ref}' cannot be kept as it is"] if not brief.failures[one.ref].may_be_kept else []
    if (one.way == "cut") != (not one.text.strip()):
        return [f"the text of '{one.ref}' must be empty where the sentence is cut, and only there"]
    blocks = read_prose(one.text)
    sentences = list_sentences(blocks)
    reasons = []
    if len(blocks) > 1 or any(block.level or block.is_list for block in blocks):
        reasons.append(f"'{one.ref}' must be one paragraph without headings or lists")
    if len(sentences) > _MOST_SENTENCES or count_words(one.text) > _MOST_SENTENCES * _MOST_WORDS:
        reasons.append(f"'{one.ref}' is longer than {_MOST_SENTENCES} sentences of {_MOST_WORDS} words")
    if not all(map(find_citations, sentences)):
        reasons.append(f"every sentence of '{one.ref}' has to cite a finding; an empty text cuts the sentence")
    demand = Demand(words=0, sources=brief.sources, numbers=brief.numbers)
    return [*reasons, *(reason for sentence in sentences for reason in object_to_sentence(sentence, demand))]


def _render(one: SentenceCorrection, brief: Brief) -> Correction:
    sentence = brief.failures[one.ref].sentence
    written = list_sentences(read_prose(one.text)) if one.way != "kept" else []
    rendered = [render_sentence(text) for text in written]
    claims = tuple(
        claim
        for text, shown in zip(written, rendered, strict=True)
        for claim in make_claims(text, shown, brief.sources)
    )
    reason = " ".join(one.reason.split())[:_LONGEST_CORRECTION_REASON]
    return Correction(sentence, " ".join(rendered), claims, one.way, reason)
