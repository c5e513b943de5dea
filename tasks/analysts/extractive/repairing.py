"""Sentences whose citations do not hold, repaired without a language model: with another source, or without any."""

from __future__ import annotations

import re
from collections.abc import Sequence

from storage.records.writing import Claim, Draft, ReadWork
from tasks.analysts.protocol import CitationFault, RepairMaterial
from tasks.citations.authors import name_work
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import cut_citations, read_plain, replace_sentences
from tasks.text.words import find_source, find_stems

# A sentence states a finding if nearly all its words are the finding's; a few words may come from anywhere.
_LEAST_SHARE, _LEAST_WORDS = 0.85, 5
_NAMED = re.compile(r"\((?:\d{4}|n\.d\.)\)|\bet al\b")
_YEAR = re.compile(r"(?:\S+ (?:et al\. |and \S+ )?)?\((?:\d{4}|n\.d\.)\)|\bet al\b\.?")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def repair_section(material: RepairMaterial, heading: str, markdown: str, faults: Sequence[CitationFault]) -> Draft:
    """Return the section with each faulty sentence citing the work whose finding it states, else without the citation.

    A sentence that other citations still support keeps them; an unsupported one is dropped, unless nothing would be
    left of the section: then the section is returned as it is.
    """
    del heading
    replacements: dict[str, str] = {}
    claims: list[Claim] = []
    for sentence in dict.fromkeys(fault.sentence for fault in faults):
        wrong = {fault.citekey for fault in faults if fault.sentence == sentence}
        told, claim = _repair(sentence, wrong, material.works)
        replacements[sentence] = told
        claims += claim
    repaired = replace_sentences(markdown, replacements)
    return Draft(repaired, tuple(claim for claim in claims if claim.sentence in repaired))


def _repair(sentence: str, wrong: set[str], works: Sequence[ReadWork]) -> tuple[str, list[Claim]]:
    kept = cut_citations(sentence, wrong)
    if find_citekeys(kept):
        return kept, []
    plain = read_plain(sentence)
    source = find_source(_YEAR.sub("", plain), works, _LEAST_SHARE)
    if source is None or len(find_stems(plain)) < _LEAST_WORDS:
        return "", []
    work, finding = source
    named = name_work(work.work)
    stated = f"{finding.text} {finding.quote.text} {named}"
    if (_NAMED.search(plain) and named not in plain) or set(_NUMBER.findall(plain)) - set(_NUMBER.findall(stated)):
        return "", []
    stop = re.search(r"[.!?]?$", plain)
    end = stop.group() if stop else ""
    told = f"{plain.removesuffix(end)} [@{work.citekey}]{end}"
    return told, [Claim(told, work.citekey, finding.finding_id)]
