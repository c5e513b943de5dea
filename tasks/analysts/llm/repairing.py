"""Sentences whose citations do not hold, rewritten by a model, which may look things up in a frozen extract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from storage.records.writing import Claim, Draft, ReadWork
from tasks.analysts.llm.citations import GROUP, Sources, describe_quoted, find_citations, read_sources
from tasks.analysts.llm.prose import read_prose, render_sentence
from tasks.analysts.llm.relevance import describe_scope
from tasks.analysts.llm.section_checks import Demand, list_sentences, object_to_sentence
from tasks.analysts.llm.stand_in import stand_in
from tasks.analysts.protocol import CitationFault, RepairMaterial
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import read_plain, replace_sentences
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, ask_leniently, pose
from tasks.text.cleaning import count_words
from tasks.text.numbers import find_numbers
from tasks.text.words import look_up

_PRODUCED_BY = "anthropic"
_WORKS_PER_SENTENCE, _MOST_WORKS = 5, 40
_MOST_LOOK_UPS, _LONGEST_LOOK_UP = 6, 200
_MOST_SENTENCES, _MOST_WORDS = 3, 60
_LONGEST_QUOTE = 400
_TOKENS_PER_SENTENCE, _TOKENS_AROUND = 260, 400


class SentenceRepair(BaseModel):
    """What stands in the place of one sentence."""

    model_config = ConfigDict(extra="forbid")

    ref: str
    text: str = Field(description="1-3 sentences with [@citekey:ref], or empty to drop the sentence")


class SectionRepair(BaseModel):
    """The repairs of a section, or what to look up before it can be repaired."""

    model_config = ConfigDict(extra="forbid")

    repairs: list[SentenceRepair]
    look_up: list[str] = Field(description="words or citekeys to look up first; empty with the repairs")


@dataclass(frozen=True, slots=True)
class Brief:
    """What is asked and checked: the sentences at fault by ref, the works shown, numbers that need no source.

    If the section `cites`, every rewritten sentence must.
    """

    sentences: Mapping[str, str]
    works: tuple[ReadWork, ...]
    sources: Sources
    numbers: frozenset[str]
    cites: bool
    may_look_up: bool


def repair_section(
    material: RepairMaterial, heading: str, markdown: str, faults: Sequence[CitationFault]
) -> Dialogue[Draft]:
    """Return the section with its sentences at fault rewritten; the extractive analyst's without a usable answer.

    What the model asks to look up is looked up once. Whether its new citations resolve is left to verification, which
    tells a second attempt what is wrong with them; everything else is checked here.
    """
    sentences = {f"s{i}": sentence for i, sentence in enumerate(dict.fromkeys(fault.sentence for fault in faults), 1)}
    cited = {key for sentence in sentences.values() for key in find_citekeys(sentence)}
    found = [work for work in material.works if work.citekey in cited and work.summary.findings]
    for sentence in sentences.values():
        found += look_up(read_plain(sentence), material.works, _WORKS_PER_SENTENCE)
    brief = _brief(material, sentences, found, may_look_up=bool(material.works))
    reply = yield from _ask(_question(material, heading, markdown, faults, brief=brief), brief)
    if reply and reply.look_up and not reply.repairs:
        for wanted in reply.look_up[:_MOST_LOOK_UPS]:
            found += look_up(wanted[:_LONGEST_LOOK_UP], material.works, _WORKS_PER_SENTENCE)
        brief = _brief(material, sentences, found, may_look_up=False)
        reply = yield from _ask(_question(material, heading, markdown, faults, brief=brief), brief)
    taken = {
        repair.ref: repair.text
        for repair in (reply.repairs if reply else ())
        if repair.ref in sentences and not _object_to_repair(repair, brief)
    }
    if not taken:
        return stand_in().repair_section(material, heading, markdown, faults)
    return _compose(markdown, {sentences[ref]: text for ref, text in taken.items()}, brief.sources)


def _ask(question: Question, brief: Brief) -> Dialogue[SectionRepair | None]:
    return (yield from ask_leniently(question, SectionRepair, lambda given: _object_to(given, brief)))


def _brief(
    material: RepairMaterial, sentences: Mapping[str, str], found: Sequence[ReadWork], *, may_look_up: bool
) -> Brief:
    works = tuple({work.citekey: work for work in found}.values())[:_MOST_WORKS]
    numbers = find_numbers(str(describe_scope(material.plan)))
    return Brief(sentences, works, read_sources(works), numbers, cites=bool(material.works), may_look_up=may_look_up)


def _question(
    material: RepairMaterial,
    heading: str,
    markdown: str,
    faults: Sequence[CitationFault],
    *,
    brief: Brief,
) -> Question:
    told = [
        {
            "ref": ref,
            "sentence": sentence,
            "wrong": [{"citekey": f.citekey, "why": f.reason} for f in faults if f.sentence == sentence],
        }
        for ref, sentence in brief.sentences.items()
    ]
    task = {"attempt": material.attempt, "may_look_up": brief.may_look_up}
    return pose(
        "repair",
        shared=write_block("review", describe_scope(material.plan)),
        data="\n".join(
            (
                write_block("section", {"heading": heading, "markdown": markdown}),
                write_block("faults", told),
                write_block("works", [_describe(work) for work in brief.works]),
                write_block("task", task),
            )
        ),
        answer=SectionRepair,
        answer_tokens=_TOKENS_PER_SENTENCE * len(told) + _TOKENS_AROUND,
        label=f"repair: {heading}",
    )


def _describe(read: ReadWork) -> dict[str, Any]:
    """Return a work as all writers receive it, with its short summary and the quotes its findings rest on."""
    described, short = describe_quoted(read, _LONGEST_QUOTE)
    return described | ({"summary": short} if short else {})


def _object_to(reply: SectionRepair, brief: Brief) -> list[str]:
    if reply.look_up and not reply.repairs:
        return [] if brief.may_look_up else ["nothing more can be looked up; give the repairs"]
    given = [repair.ref for repair in reply.repairs]
    reasons = [f"'{ref}' is no sentence at fault" for ref in given if ref not in brief.sentences]
    reasons += [f"'{ref}' is repaired twice" for ref in brief.sentences if given.count(ref) > 1]
    reasons += [f"'{ref}' is not repaired" for ref in brief.sentences if ref not in given]
    return reasons + [
        reason
        for repair in reply.repairs
        if repair.ref in brief.sentences
        for reason in _object_to_repair(repair, brief)
    ]


def _object_to_repair(repair: SentenceRepair, brief: Brief) -> list[str]:
    """Return what is wrong with a repair, apart from whether its citekeys and refs exist."""
    blocks = read_prose(repair.text)
    sentences = list_sentences(blocks)
    reasons = []
    if len(blocks) > 1 or any(block.level or block.is_list for block in blocks):
        reasons.append(f"'{repair.ref}' must be one paragraph without headings or lists")
    if len(sentences) > _MOST_SENTENCES or count_words(repair.text) > _MOST_SENTENCES * _MOST_WORDS:
        reasons.append(f"'{repair.ref}' is longer than {_MOST_SENTENCES} sentences of {_MOST_WORDS} words")
    if brief.cites and not all(map(find_citations, sentences)):
        reasons.append(f"every sentence of '{repair.ref}' has to cite a finding; an empty text drops the sentence")
    before = find_numbers(read_plain(brief.sentences[repair.ref]))
    for sentence in sentences:
        known = _keep_known(sentence, brief.sources)
        numbers = brief.numbers | before if known != sentence else brief.numbers
        reasons += object_to_sentence(known, Demand(words=0, sources=brief.sources, numbers=numbers))
    return reasons


def _keep_known(sentence: str, sources: Sources) -> str:
    """Return the sentence without citations of works or findings that the model was not shown."""

    def is_known(entry: str) -> bool:
        return all(key in sources and ref in sources[key].findings for key, ref in find_citations(f"[{entry}]"))

    parts = GROUP.split(sentence)
    for place in range(1, len(parts), 2):
        entries = [entry for entry in map(str.strip, parts[place][1:-1].split(";")) if is_known(entry)]
        parts[place] = f"[{'; '.join(entries)}]" if entries else ""
    return "".join(parts)


def _compose(markdown: str, repairs: Mapping[str, str], sources: Sources) -> Draft:
    replacements: dict[str, str] = {}
    claims: list[Claim] = []
    for before, text in repairs.items():
        written = list_sentences(read_prose(text))
        rendered = [render_sentence(sentence) for sentence in written]
        replacements[before] = " ".join(rendered)
        for sentence, shown in zip(written, rendered, strict=True):
            claims += _make_claims(sentence, shown, sources)
    repaired = replace_sentences(markdown, replacements)
    return Draft(repaired, tuple(claim for claim in claims if claim.sentence in repaired), _PRODUCED_BY)


def _make_claims(sentence: str, rendered: str, sources: Sources) -> list[Claim]:
    claims = []
    for key, ref in dict.fromkeys(find_citations(sentence)):
        finding = sources[key].findings.get(ref) if key in sources else None
        claims.append(Claim(rendered, key, finding.finding_id if finding else None))
    return claims
