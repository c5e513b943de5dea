"""Facts checked without a language model: by rules alone, and corrected into the sentences of the works cited."""

from __future__ import annotations

import re
from collections.abc import Sequence

from storage.records.writing import Claim, ReadWork
from tasks.analysts.extractive.phrasing import Writer
from tasks.citations.sentences import read_plain
from tasks.revision.assertions import Assertion, Correction, FactMaterial, FactVerdict, Failure
from tasks.revision.cited_texts import CitedTexts, read_cited_texts
from tasks.revision.fact_rules import find_faults
from tasks.text.stems import find_stems

# A finding tells what a failing sentence told if it has this share of its words.
_LEAST_SHARE = 0.5
_NAMED = re.compile(r"(?:\S+ (?:et al\. |and \S+ )?)?\((?:\d{4}|n\.d\.)\)|\S+ et al\b\.?")


def judge_assertions(material: FactMaterial, assertions: Sequence[Assertion]) -> tuple[FactVerdict, ...]:
    """Return a verdict on each sentence: not supported where a rule has an objection, else supported.

    The rules know words, numbers and names; whether a sentence means what its source means they do not.
    """
    known = read_cited_texts(material.works)
    verdicts = []
    for one in assertions:
        faults = find_faults(one.sentence, one.citekeys, known, material.own_words)
        reason = "; ".join(fault.reason for fault in faults)
        verdicts.append(FactVerdict(one.sentence, "not supported" if faults else "supported", reason))
    return tuple(verdicts)


def correct_assertions(material: FactMaterial, failures: Sequence[Failure]) -> tuple[Correction, ...]:
    """Return for each failing sentence the finding that tells the same in the words of its work, or a cut.

    A finding of a work cited comes first. One of another work follows where the sentence is that work's: then the
    sentence stays and cites it, if nothing in it is at fault there, or the finding's own sentence takes its place.
    """
    known = read_cited_texts(material.works)
    writer = Writer.of(material.works, "facts")
    return tuple(_correct(failure, known, writer, material.own_words) for failure in failures)


def _correct(failure: Failure, known: CitedTexts, writer: Writer, own_words: str) -> Correction:
    reason = "; ".join(failure.reasons)
    told = [(read, finding) for read in known.works.values() for finding in read.summary.findings]
    asked = find_stems(_NAMED.sub("", read_plain(failure.sentence)))
    found = [
        (len(asked & find_stems(f"{finding.text} {finding.quote.text}")), read.citekey in failure.citekeys, place)
        for place, (read, finding) in enumerate(told)
    ]
    # Most words first, then what is cited, then the first of equals.
    shared, is_cited, place = max(found, key=lambda one: (*one[:2], -one[2]), default=(0, False, 0))
    if not told or shared < _LEAST_SHARE * len(asked):
        return Correction(failure.sentence, "", (), "cut", reason)
    read, finding = told[place]
    if not is_cited:
        moved = _cite_instead(failure, read)
        if not find_faults(moved, [read.citekey], known, own_words):
            claims = (Claim(moved, read.citekey, finding.finding_id),)
            return Correction(failure.sentence, moved, claims, "re-sourced", reason)
    line = writer.tell(read, finding)
    if find_faults(line.text, [read.citekey], known, own_words):
        return Correction(failure.sentence, "", (), "cut", reason)
    return Correction(failure.sentence, line.text, line.claims, "corrected" if is_cited else "re-sourced", reason)


def _cite_instead(failure: Failure, read: ReadWork) -> str:
    """Return the sentence with all its citations replaced by one of another work."""
    plain = read_plain(failure.sentence)
    stop = plain[-1:] if plain[-1:] in set(".!?") else ""
    return f"{plain.removesuffix(stop)} [@{read.citekey}]{stop or '.'}"
