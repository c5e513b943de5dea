"""Scripts for the structure loop and for section editing.

`SCRIPTS` know nothing: they part the longest paragraphs in two, as a cautious reviewer might. `script_cures(flaws)` are
scripts that find the flaws planted by `tests.benchmarks.structural_flaws` wherever they stand and cure them: with all
of them treated, the review is the clean one again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tasks.citations.sentences import split_sentences
from tasks.revision.issues import MOVES
from tests.benchmarks.servers.scripted.protocol import Asked, Script
from tests.benchmarks.structural_flaws import PlantedFlaw

_REF = re.compile(r"(@[A-Za-z][A-Za-z0-9]*):f\d+")
_LONGEST, _LEAST_SENTENCES = 3, 4


def script_cures(flaws: Sequence[PlantedFlaw]) -> dict[str, Script]:
    """Return scripts that diagnose and cure these flaws, and score 1 less the share of them still there."""
    return SCRIPTS | {
        "StructureDiagnosis": partial(_diagnose_planted, flaws),
        "SpanRewriting": partial(_cure, flaws),
        "ArchitectureVerdict": partial(_score, flaws),
    }


def part_longest(asked: Asked) -> dict[str, Any]:
    """Return the three longest paragraphs of many sentences as sprawling."""
    blocks = [block for block in asked.blocks["document"] if block["kind"] == "paragraph"]
    long = [block for block in blocks if len(split_sentences(block["text"])) >= _LEAST_SENTENCES]
    chosen = sorted(long, key=lambda block: (-len(block["text"]), block["number"]))[:_LONGEST]
    said = "The paragraph holds two matters.", "Make two paragraphs of it."
    return {"issues": [_write_issue("content_sprawl", [block["number"]], None, *said) for block in chosen]}


def part_paragraphs(asked: Asked) -> dict[str, Any]:
    """Return every paragraph affected as two, word for word."""
    spans = []
    for span in asked.blocks["spans"]:
        halves: list[str] = []
        for text in span["paragraphs"]:
            sentences = split_sentences(text)
            middle = (len(sentences) + 1) // 2
            halves += [" ".join(part) for part in (sentences[:middle], sentences[middle:]) if part]
        spans.append({"span": span["span"], "paragraphs": halves})
    return {"spans": spans, "note": "The paragraph was parted where its second matter begins."}


def approve(asked: Asked) -> dict[str, Any]:
    """Return a score at which the loop ends."""
    sections = len({block["section"] for block in asked.blocks["document"]})
    return {"rationale": f"All {sections} sections follow from what stands before them.", "coherence": 0.85}


def edit_lightly(asked: Asked) -> dict[str, Any]:
    """Return every second paragraph as it stands: an answer of realistic length that changes nothing."""
    texts = [one for one in asked.blocks["paragraphs"] if one["kind"] == "paragraph"][::2]
    return {"paragraphs": [{"number": one["number"], "text": one["text"]} for one in texts], "note": "Read through."}


def _write_issue(kind: str, numbers: list[int], move_after: int | None, problem: str, way: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "paragraphs": numbers,
        "severity": "high",
        "problem": problem,
        "suggestion": way,
        "move_after": move_after,
    }


def _diagnose_planted(flaws: Sequence[PlantedFlaw], asked: Asked) -> dict[str, Any]:
    document = asked.blocks["document"]
    issues = []
    for flaw in flaws:
        numbers = _find(flaw, document)
        behind = [one["number"] for one in document if (one["section"], one["text"]) == flaw.anchor]
        if numbers and (behind or flaw.kind not in MOVES):
            issue = _write_issue(flaw.kind, numbers, behind[0] if behind else None, "This was planted.", "Undo it.")
            issues.append(issue)
    return {"issues": issues}


def _find(flaw: PlantedFlaw, document: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the numbers of a flaw's paragraphs, none if one of them does not stand there, or a move was made."""
    numbers: list[int] = []
    for told in zip(flaw.headings, flaw.texts, strict=True):
        found = [one["number"] for one in document if (one["section"], one["text"]) == told]
        found = [number for number in found if number not in numbers]
        numbers += found[:1]
    if len(numbers) < len(flaw.texts):
        return []
    before = document[numbers[0] - 2] if numbers[0] > 1 else None
    in_place = before is not None and flaw.anchor == (before["section"], before["text"])
    return [] if in_place else numbers


def _cure(flaws: Sequence[PlantedFlaw], asked: Asked) -> dict[str, Any]:
    shown = [text for span in asked.blocks["spans"] for text in span["paragraphs"]]
    wanted = sorted(map(_fold, shown))
    kind = asked.blocks["issue"]["kind"]
    flaw = next(one for one in flaws if one.kind == kind and sorted(map(_fold, one.texts)) == wanted)
    by_words = {_fold(sentence): sentence for text in shown for sentence in split_sentences(text)}
    cures = list(zip(flaw.headings, map(_fold, flaw.texts), flaw.cures, strict=True))
    spans = []
    for span in asked.blocks["spans"]:
        paragraphs: list[str] = []
        for text in span["paragraphs"]:
            cure = next(one for one in cures if one[:2] == (span["section"], _fold(text)))
            cures.remove(cure)
            paragraphs += [" ".join(by_words[_fold(s)] for s in split_sentences(block)) for block in cure[2]]
        spans.append({"span": span["span"], "paragraphs": paragraphs})
    return {"spans": spans, "note": f"The planted {kind.replace('_', ' ')} was undone."}


def _fold(text: str) -> str:
    return " ".join(_REF.sub(r"\1", text).replace("\\", "").split())


def _score(flaws: Sequence[PlantedFlaw], asked: Asked) -> dict[str, Any]:
    left = sum(bool(_find(flaw, asked.blocks["document"])) for flaw in flaws)
    return {"rationale": f"{left} planted flaws are left.", "coherence": round(1 - left / max(1, len(flaws)), 4)}


SCRIPTS: dict[str, Script] = {
    "StructureDiagnosis": part_longest,
    "SpanRewriting": part_paragraphs,
    "ArchitectureVerdict": approve,
    "SectionEditing": edit_lightly,
}
