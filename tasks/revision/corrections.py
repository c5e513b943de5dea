"""Corrections put into a section: what stays keeps every byte, and corrections that break a rule are rejected."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from storage.records.writing import Claim, Draft
from storage.writing.fact_checks import LOOP, AssertedSection
from storage.writing.supervision import Edit, Note
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences, replace_sentences
from tasks.revision.fact_rules import KEPT, CitedTexts, Correction, Failure, find_faults

_ITEM = r"[ \t>]*(?:[-*+]|\d{1,3}[.)])[ \t]+"
_LONGEST_NOTE = 1_000


def check_correction(
    correction: Correction, failure: Failure, known: CitedTexts, own_words: str, cited: Collection[str]
) -> str:
    """Return why a correction cannot be accepted, "" if it can.

    Each of its sentences must cite known works that its section already cites (`cited`), satisfy the rules, and have a
    claim for each citation. A sentence that certainly fails may not be kept.
    """
    if correction.way == "kept":
        return "" if failure.may_be_kept else "what fails by rule cannot be kept"
    sentences = find_citing_sentences(f"{correction.text}\n")
    if "".join("".join(text.split()) for text, _ in sentences) != "".join(correction.text.split()):
        return "every sentence of a correction must cite"
    claimed = {(claim.sentence, claim.citekey) for claim in correction.claims}
    for sentence, keys in sentences:
        reasons = [f"@{key} is not a work of the corpus" for key in keys if key not in known.works]
        reasons += [f"@{key} is not cited in the section" for key in keys if key not in cited]
        reasons += ["a citation rests on no finding"] * any((sentence, key) not in claimed for key in keys)
        reasons += [fault.reason for fault in find_faults(sentence, keys, known, own_words)]
        if reasons:
            return reasons[0]
    return ""


def describe_corrections(
    section: AssertedSection,
    failures: Sequence[Failure],
    corrections: Iterable[Correction],
    rejected: Sequence[tuple[str, str]] = (),
) -> tuple[Edit, list[Note]]:
    """Return a section with its accepted corrections, and a note for each sentence, including those rejected.

    `rejected` are (sentence, reason). Without a change, or where nothing would be left of the section, the edit says
    why it stays.
    """
    by_sentence = {correction.sentence: correction for correction in corrections}
    changes = {sentence: correction.text for sentence, correction in by_sentence.items() if correction.way != "kept"}
    markdown = put_in(section.markdown, changes)
    before, after = find_citekeys(section.markdown), find_citekeys(markdown)
    uncut = {sentence for sentence, text in changes.items() if not text and sentence in markdown}
    rejected = [*rejected, *((sentence, "nothing would be left of the section") for sentence in sorted(uncut))]
    by_sentence = {sentence: one for sentence, one in by_sentence.items() if sentence not in uncut}
    notes = [
        Note(LOOP, section.rounds + 1, "correct", one.sentence, one.way, one.reason, _tell_outcome(one))
        for one in by_sentence.values()
    ]
    notes += [
        Note(LOOP, section.rounds + 1, "reject", sentence, None, why, "left as it was") for sentence, why in rejected
    ]
    changed = markdown != section.markdown
    draft = Draft(markdown, _carry_claims(markdown, section.claims, by_sentence.values()), LOOP) if changed else None
    severe = any(failure.is_certain for failure in failures)
    edit = Edit(
        loop=LOOP,
        iteration=section.rounds + 1,
        section_id=section.section_id,
        from_version=section.version,
        draft=draft,
        issue="; ".join(dict.fromkeys(kind for failure in failures for kind in failure.kinds)),
        severity="high" if severe else "medium",
        paragraphs=_find_paragraphs(section.markdown, list(changes) if changed else []),
        citations_before=tuple(sorted(before)),
        citations_after=tuple(sorted(after)),
        note=_tell_note(by_sentence.values(), sorted(set(before) - set(after)), rejected)[:_LONGEST_NOTE],
    )
    return edit, notes


def put_in(markdown: str, changes: dict[str, str]) -> str:
    """Return a section with sentences replaced, or cut for ""; all else keeps every byte.

    An emptied list item is removed as a whole, as are empty paragraphs and headings with nothing below.
    """
    told = dict(changes)
    for sentence, text in changes.items():
        line = re.search(rf"^{_ITEM}{re.escape(sentence)}[ \t]*$", markdown, re.MULTILINE)
        if line and not text:
            follows = line.start() > 0 and markdown[line.start() - 2 : line.start()] != "\n\n"
            markdown = replace_sentences(markdown, {f"\n{line.group()}" if follows else line.group(): ""})
            del told[sentence]
    return replace_sentences(markdown, told)


def _carry_claims(markdown: str, claims: Sequence[Claim], corrections: Iterable[Correction]) -> tuple[Claim, ...]:
    """Return the claims of remaining sentences, and those that the corrections bring."""
    standing = dict(find_citing_sentences(markdown))
    brought = [claim for correction in corrections for claim in correction.claims]
    return tuple(
        dict.fromkeys(claim for claim in (*claims, *brought) if claim.citekey in standing.get(claim.sentence, ()))
    )


def _find_paragraphs(markdown: str, sentences: Sequence[str]) -> tuple[int, ...]:
    blocks = markdown.strip().split("\n\n")
    return tuple(place for place, block in enumerate(blocks) if any(sentence in block for sentence in sentences))


def _tell_outcome(correction: Correction) -> str:
    if correction.way == "kept":
        return KEPT
    return correction.text or "cut"


def _tell_note(corrections: Iterable[Correction], dropped: Sequence[str], rejected: Sequence[tuple[str, str]]) -> str:
    """Return the change in one line: sentences changed in which way, citations dropped and why, what was rejected."""
    taken = list(corrections)
    ways = [one.way for one in taken]
    parts = [f"{ways.count(way)} {way}" for way in dict.fromkeys(ways)]
    for key in dropped:
        reason = next((one.reason for one in taken if key in find_citekeys(one.sentence)), "")
        parts.append(f"@{key} dropped: {reason}")
    parts += [f"rejected: {reason}" for reason in dict.fromkeys(why for _, why in rejected)]
    return "; ".join(parts) or "no sentence could be corrected"
