"""Paragraphs of the review as a model is shown them, every citation with its finding, and read back from its answer.

A sentence that comes back as it was shown keeps every byte and its claims; a new one may cite only findings that were
cited for the same work before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from storage.records.writing import Claim, ReadWork
from tasks.analysts.llm.citations import GROUP, Sources, describe_work, make_claims, read_sources, refer_findings
from tasks.analysts.llm.prose import read_prose, render_sentence, split_prose
from tasks.analysts.llm.section_checks import Demand, list_sentences, object_to_sentence
from tasks.revision.constraints import read_numbers
from tasks.revision.paragraphs import Paragraph
from tasks.text.cleaning import unescape_markdown

_SIMPLE_ENTRY = re.compile(r"@([A-Za-z][A-Za-z0-9]*)")
_TOLD = ("citekey", "authors", "year", "title")

Refs = Mapping[tuple[str, str | None], str]


@dataclass(frozen=True, slots=True)
class Wording:
    """What paragraphs say: shown sentences and paragraphs with their original bytes, and what a new one may cite."""

    stands: Mapping[str, str]
    refs: Refs
    sources: Sources
    numbers: frozenset[str]


def word_paragraphs(paragraphs: Sequence[Paragraph], works: Sequence[ReadWork]) -> Wording:
    """Return how paragraphs are shown and read back."""
    held = {(claim.citekey, claim.finding_id) for paragraph in paragraphs for claim in paragraph.claims}
    refs: dict[tuple[str, str | None], str] = {
        (read.citekey, finding.finding_id): ref
        for read in works
        for ref, finding in refer_findings(read).items()
        if (read.citekey, finding.finding_id) in held
    }
    sources = {
        key: replace(source, findings={ref: f for ref, f in source.findings.items() if (key, f.finding_id) in refs})
        for key, source in read_sources(works).items()
    }
    stands: dict[str, str] = {}
    for paragraph in paragraphs:
        stands.setdefault(_fold(show_paragraph(paragraph, refs)), paragraph.markdown)
        sentences = split_prose(paragraph.markdown)
        if " ".join(sentences) == paragraph.markdown:
            for sentence in sentences:
                stands.setdefault(_fold(_show(sentence, paragraph.claims, refs)), sentence)
    return Wording(stands, refs, sources, read_numbers([paragraph.markdown for paragraph in paragraphs]))


def show_paragraph(paragraph: Paragraph, refs: Refs) -> str:
    """Return a paragraph with the finding of each citation, `[@citekey:f1]`, where it is known, and without escapes."""
    sentences = split_prose(paragraph.markdown)
    if " ".join(sentences) != paragraph.markdown:
        sentences = [paragraph.markdown]
    return " ".join(_show(sentence, paragraph.claims, refs) for sentence in sentences)


def describe_cited(works: Sequence[ReadWork], wording: Wording) -> list[dict[str, Any]]:
    """Return the works that paragraphs cite, for a data block, each with the findings it is cited for."""
    described = []
    for read in works:
        told = describe_work(read)
        cited = wording.sources[read.citekey].findings if read.citekey in wording.sources else {}
        findings = [finding for finding in told.get("findings", ()) if finding["ref"] in cited]
        described.append({part: told[part] for part in _TOLD if part in told} | {"findings": findings})
    return described


def read_paragraph(text: str, wording: Wording) -> tuple[str, tuple[Claim, ...]]:
    """Return a paragraph of an answer in its final form, and the claims of its new sentences."""
    whole = wording.stands.get(_fold(text))
    if whole is not None:
        return whole, ()
    blocks: list[str] = []
    claims: list[Claim] = []
    for sentence in list_sentences(read_prose(text)):
        stands = wording.stands.get(sentence)
        blocks.append(render_sentence(sentence) if stands is None else stands)
        if stands is None:
            known = {key: source for key, source in wording.sources.items() if source.findings}
            claims += make_claims(sentence, blocks[-1], known) if not object_to_new(sentence, wording) else []
    return " ".join(blocks), tuple(dict.fromkeys(claims))


def object_to_paragraph(text: str, wording: Wording) -> list[str]:
    """Return what is wrong with a paragraph of an answer: its form, and its new sentences."""
    if _fold(text) in wording.stands:
        return []
    blocks = read_prose(text)
    if len(blocks) != 1 or any(block.level or block.is_list for block in blocks):
        return [f"'{text[:60]}' must be one paragraph of prose, without heading or list"]
    new = [sentence for sentence in list_sentences(blocks) if sentence not in wording.stands]
    return [reason for sentence in new for reason in object_to_new(sentence, wording)]


def object_to_new(sentence: str, wording: Wording) -> list[str]:
    """Return what is wrong with a sentence that was not there before."""
    return object_to_sentence(sentence, Demand(words=0, sources=wording.sources, numbers=wording.numbers))


def _show(sentence: str, claims: Sequence[Claim], refs: Refs) -> str:
    own: dict[str, list[str]] = {}
    for claim in claims:
        known = (claim.citekey, claim.finding_id) in refs
        if known and (claim.sentence in sentence or sentence in claim.sentence):
            own.setdefault(claim.citekey, []).append(refs[claim.citekey, claim.finding_id])
    parts = GROUP.split(sentence)
    for place in range(1, len(parts), 2):
        entries = [_show_entry(entry.strip(), own) for entry in parts[place][1:-1].split(";")]
        parts[place] = f"[{'; '.join(entries)}]"
    return "".join(part if place % 2 else unescape_markdown(part) for place, part in enumerate(parts))


def _show_entry(entry: str, own: Mapping[str, Sequence[str]]) -> str:
    """Return a citation with every finding that its sentence rests on there."""
    found = _SIMPLE_ENTRY.fullmatch(entry)
    held = sorted(set(own.get(found[1], ())) if found else ())
    return "; ".join(f"{entry}:{ref}" for ref in held) or entry


def _fold(shown: str) -> str:
    return " ".join(sentence for block in read_prose(shown) for sentence in block.sentences)
