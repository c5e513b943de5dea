"""What a section must be like, and what is wrong with one that a model wrote.

Uncited sentences that claim absence or unanimity: excerpts of some works cannot show either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tasks.analysts.llm.citations import GROUP, Sources, drop_citations, find_citations, object_to_citations
from tasks.analysts.llm.guard.output_text import find_foreign
from tasks.analysts.llm.prose import Block, read_prose, render_prose
from tasks.procedure.checking import Checker
from tasks.procedure.sentences import read_statement
from tasks.text.cleaning import count_words
from tasks.text.numbers import find_numbers, find_spelled_numbers

_LITERATURE = (
    r"(?:stud(?:y|ies)|works?|papers?|articles?|authors?|research|researchers?|scholars?|trials?|reviews?|sources?|"
    r"literature|scholarship|evidence|investigations?)"
)
_NONE = r"(?:no(?! (?:human|person|user)\b)|none of the|none of these|not one|not a single|neither of the|hardly any)"
_DISPUTE = r"(?:disagreements?|debates?|controvers(?:y|ies)|disputes?|contradictions?|limitations?)"
_AGREEING = r"(?:agree|find|found|show|report|conclude|point|support|confirm|accept)\w*"
_ABSENCE = re.compile(
    rf"\b{_NONE} (?:[\w-]+ ){{0,3}}?{_LITERATURE}\b|\bno (?:[\w-]+ ){{0,2}}{_DISPUTE}\b"
    r"|\b(?:nobody|no one) (?:has|have|had|\w+ed)\b|\b(?:has|have) (?:never|not yet) been \w+ed\b"
    rf"|\b(?:all|every|each of the|without exception,?) (?:[\w-]+ ){{0,2}}?{_LITERATURE} (?:\w+ )?{_AGREEING}\b"
    r"|\bunanim\w+",
    re.IGNORECASE,
)
# Says what was searched, so that a reader can tell how far the absence goes.
_LOOKED_THROUGH = re.compile(
    r"\b(?:findings|works|studies|texts|abstracts|sources) (?:given|read|summari[sz]ed|cited|gathered|reviewed) here\b",
    re.IGNORECASE,
)


def find_absence(sentence: str) -> list[str]:
    """Return what is wrong with an uncited sentence that says that the literature lacks something or is unanimous."""
    found = _ABSENCE.search(sentence)
    if found is None or _LOOKED_THROUGH.search(sentence):
        return []
    reason = f"'{sentence[:120]}' says '{found[0]}' of the literature and cites nothing that says so"
    return [f"{reason}; say of which works read here it holds, or leave it out"]


TOLERANCE = 0.25
_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Demand:
    """What is asked of a section.

    `words` is the length aimed at, `cited_share` the least share of sentences that cite. Without a citation only
    `numbers` may be stated; `spelled`, if given, are the only numbers that may be written in words. What it says about
    how the review was made must pass the `checker`, if there is one; `place` is its heading.
    """

    words: int
    sources: Sources
    numbers: frozenset[str] = frozenset()
    spelled: frozenset[str] | None = None
    must_cite: tuple[str, ...] = ()
    cite_at_least: int = 0
    cited_share: float = 0.0
    headings: bool = True
    checker: Checker | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Objections:
    """What is wrong: with the length, with the text as a whole, and with single sentences (by sentence).

    `kinds` says so in fixed words, for readers; the reasons quote the text, for its writer.
    """

    length: tuple[str, ...]
    whole: tuple[str, ...]
    sentences: dict[str, list[str]]
    kinds: tuple[str, ...]

    def listed(self) -> list[str]:
        """Return all reasons, those that concern the whole text first."""
        single = [reason for reasons in self.sentences.values() for reason in reasons]
        return list(dict.fromkeys([*self.length, *self.whole, *single]))


def object_to(markdown: str, demand: Demand) -> Objections:
    """Return what is wrong with a section as a model wrote it."""
    blocks = read_prose(markdown)
    sentences = list_sentences(blocks)
    form, coverage = _object_to_form(blocks, demand), _object_to_coverage(sentences, demand)
    foreign, length = find_foreign(_unmark(markdown)), _object_to_length(blocks, demand.words)
    found = {
        sentence: object_to_sentence(sentence, demand, before)
        for block in blocks
        if not block.level
        for before, sentence in pairwise(("", *block.sentences))
    }
    touched = {
        "headings or lists": form,
        "coverage of the works": coverage,
        "text that is no prose": foreign,
        "length": length,
        "citations, numbers or text of single sentences": [reason for reasons in found.values() for reason in reasons],
    }
    return Objections(
        length=tuple(length),
        whole=(*form, *coverage, *foreign),
        sentences={sentence: reasons for sentence, reasons in found.items() if reasons},
        kinds=tuple(kind for kind, reasons in touched.items() if reasons),
    )


def list_sentences(blocks: Sequence[Block]) -> list[str]:
    """Return the sentences of the paragraphs, in order."""
    return [sentence for block in blocks if not block.level for sentence in block.sentences]


def object_to_sentence(sentence: str, demand: Demand, before: str = "") -> list[str]:
    """Return what is wrong with a sentence that follows another: citations, numbers, absences, anything but prose."""
    plain = drop_citations(sentence)
    cited = find_citations(sentence)
    allowed = demand.numbers.union(*(demand.sources[key].numbers for key, _ in cited if key in demand.sources))
    stray = sorted(find_numbers(plain) - allowed)
    where = "what it cites" if cited else "the data of this review, and it cites nothing"
    reasons = [f"the number {number} in '{plain[:120]}' is not in {where}" for number in stray]
    if demand.checker and not cited:
        fault = demand.checker.find_fault(read_statement(demand.place, sentence))
        reasons += [f"'{plain[:120]}' is not so: {fault.reason}"] if fault else []
    if demand.spelled is not None and (told := sorted(find_spelled_numbers(plain) - demand.spelled - demand.numbers)):
        reasons.append(f"'{plain[:120]}' counts {', '.join(told)}, which the data do not")
    if demand.sources and not cited:
        reasons += find_absence(plain)
    return [*object_to_citations(sentence, demand.sources, before), *reasons, *find_foreign(plain)]


def object_to_heading(heading: str, demand: Demand) -> list[str]:
    """Return what is wrong with a heading: citations, numbers, text that is not prose."""
    reasons = find_foreign(heading)
    if set("[]@") & set(heading):
        reasons.append(f"the heading '{heading[:120]}' cites, which none does")
    if find_numbers(heading) - demand.numbers:
        reasons.append(f"the heading '{heading[:120]}' states a number, which none does")
    return reasons


def share_citing(sentences: Sequence[str]) -> float:
    """Return the share of sentences that cite, 1.0 where there are none."""
    return sum(bool(find_citations(sentence)) for sentence in sentences) / len(sentences) if sentences else 1.0


def _object_to_length(blocks: Sequence[Block], words: int) -> list[str]:
    length = count_words(render_prose(blocks))
    if abs(length - words) <= TOLERANCE * words:
        return []
    return [f"the text has {length} words and must have {words}, give or take a quarter; citations do not count"]


def _object_to_form(blocks: Sequence[Block], demand: Demand) -> list[str]:
    headings = [block for block in blocks if block.level]
    reasons = []
    if any(block.level != _LEVEL for block in headings):
        reasons.append("headings are of level 3 (###) and no other; the section's own heading is not yours to write")
    if headings and not demand.headings:
        reasons.append("this text has no headings")
    if any(block.is_list for block in blocks):
        reasons.append("there are no lists, quotation blocks or tables")
    return [*reasons, *(reason for heading in headings for reason in object_to_heading(heading.sentences[0], demand))]


def _object_to_coverage(sentences: Sequence[str], demand: Demand) -> list[str]:
    cited = {citekey for sentence in sentences for citekey, _ in find_citations(sentence)} & set(demand.sources)
    missing = [citekey for citekey in demand.must_cite if citekey not in cited]
    share = share_citing(sentences)
    reasons = []
    if missing:
        reasons.append(f"these works must be cited and are not: {', '.join(missing[:20])}")
    if len(cited) < demand.cite_at_least:
        reasons.append(f"{len(cited)} works are cited, and at least {demand.cite_at_least} must be")
    if share < demand.cited_share:
        reasons.append(f"{share:.0%} of the sentences cite, and at least {demand.cited_share:.0%} must")
    return reasons


def _unmark(markdown: str) -> str:
    """Return the text without the marks allowed in it, so that all others are found, even across sentences."""
    return "\n".join(line.lstrip("# ") for line in GROUP.sub("", markdown).splitlines())
