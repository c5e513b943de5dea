"""What a rewriting must keep: citations, claims, numbers, length, and everything in a text that is not prose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from storage.records.writing import Claim
from tasks.citations.pandoc import find_citations
from tasks.citations.sentences import cut_citations, find_citing_sentences
from tasks.revision.issues import ABOUT_LENGTH, CITING_NOTHING, REPEATS, Editing, EditMaterial, Rewriting, SpanMaterial
from tasks.revision.paragraphs import judge_block
from tasks.text.cleaning import count_words
from tasks.text.numbers import find_numbers, find_spelled_numbers

TOLERANCE = 0.3

# Comments, formulas, code, notes, links and anything in braces.
_ELEMENT = re.compile(
    r"<!--.*?-->|(?<!\\)\$\$.+?\$\$|(?<![\\$])\$(?!\s)[^$\n]+?(?<![\s\\])\$|(?<!\\)(`+)[^`]+?\1|\[\^[^\]\s]+\]|(?<!\\)\^\[[^\]]*\]"
    r"|\]\([^)\s]*\)|<https?:[^>\s]*>",
    re.DOTALL,
)


def object_to_rewriting(material: SpanMaterial, rewriting: Rewriting) -> list[str]:
    """Return the constraints a rewriting breaks, one reason each; none if it is acceptable.

    The count of each citation is kept or, if the issue is repetition, its presence in the document; the same holds for
    numbers. The length may change by 30%, or shrink freely where the issue is about length.
    """
    if len(rewriting.spans) != len(material.spans):
        return [f"{len(rewriting.spans)} spans are given for {len(material.spans)}"]
    old = [[paragraph.markdown for paragraph in span.paragraphs] for span in material.spans]
    new = [list(blocks) for blocks in rewriting.spans]
    if old == new:
        return ["nothing was changed"]
    kind = material.issue.kind
    before, after = ([block for blocks in texts for block in blocks] for texts in (old, new))
    reasons = _object_to_form(before, after, repeats=kind in REPEATS)
    if kind in REPEATS:
        reasons += _object_to_lost(before, after, material.rest)
    else:
        reasons += _object_to_citations(before, after)
        reasons += _object_to_numbers(before, after, material.rest if kind in ABOUT_LENGTH else ())
    for span, was, now in zip(material.spans, old, new, strict=True):
        if span.section_id in CITING_NOTHING and kind in ABOUT_LENGTH:
            reasons += _object_to_numbers(was, now, ())
    reasons += object_to_length(before, after, may_shrink=kind in ABOUT_LENGTH)
    held = [claim for span in material.spans for paragraph in span.paragraphs for claim in paragraph.claims]
    return reasons + object_to_claims(before, after, [*held, *rewriting.claims], held)


def object_to_editing(material: EditMaterial, editing: Editing) -> list[str]:
    """Return the constraints an editing of a section breaks, one reason each; none if it is acceptable.

    Every paragraph keeps the count of each citation, its claims, its numbers and, within 30%, its length.
    """
    known = {paragraph.number: paragraph for paragraph in material.paragraphs if paragraph.kind == "text"}
    reasons = [f"{number} is no paragraph that may be edited" for number in sorted(set(editing.texts) - set(known))]
    for number, text in editing.texts.items():
        if number not in known:
            continue
        was = known[number]
        found = _object_to_form([was.markdown], [text], repeats=False)
        found += _object_to_citations([was.markdown], [text])
        found += _object_to_numbers([was.markdown], [text], ())
        found += object_to_length([was.markdown], [text], may_shrink=False)
        found += object_to_claims([was.markdown], [text], [*was.claims, *editing.claims], was.claims)
        reasons += [f"paragraph {number}: {reason}" for reason in found]
    return reasons


def read_numbers(blocks: Iterable[str]) -> frozenset[str]:
    """Return the numbers that texts state outside citations, in digits or, from three upwards, in words."""
    text = "\n\n".join(blocks)
    plain = cut_citations(text, {form.citekey for form in find_citations(text)})
    return find_numbers(plain) | find_spelled_numbers(plain)


def count_citekeys(blocks: Iterable[str]) -> Counter[str]:
    """Return how often each citekey is cited in texts."""
    return Counter(form.citekey for block in blocks for form in find_citations(block))


def object_to_length(before: Sequence[str], after: Sequence[str], *, may_shrink: bool) -> list[str]:
    """Return an objection if texts have grown or shrunk by more than 30% of their words; citations do not count."""
    was, now = (sum(map(count_words, blocks)) for blocks in (before, after))
    if now > was * (1 + TOLERANCE) or (not may_shrink and now < was * (1 - TOLERANCE)):
        return [f"the length went from {was} to {now} words, and may change by 30%"]
    return []


def object_to_claims(
    before: Sequence[str], after: Sequence[str], claims: Collection[Claim], held: Collection[Claim]
) -> list[str]:
    """Return the citations in new sentences that rest on nothing, or on a finding not cited for this key before."""
    pairs = {(claim.citekey, claim.finding_id) for claim in held}
    reasons = []
    for block in after:
        for sentence, citekeys in find_citing_sentences(block):
            if any(sentence in was for was in before):
                continue
            resting = {
                claim.citekey
                for claim in claims
                if claim.sentence in block and (claim.sentence in sentence or sentence in claim.sentence)
                if (claim.citekey, claim.finding_id) in pairs
            }
            if missing := [key for key in citekeys if key not in resting]:
                reasons.append(f"'{sentence[:80]}' cites {', '.join(missing)} for a claim that was not made before")
    return reasons


def _object_to_form(before: Sequence[str], after: Sequence[str], *, repeats: bool) -> list[str]:
    reasons = []
    if any("\n\n" in block or judge_block(block) != "text" for block in after):
        reasons.append("every paragraph must be one of prose, without heading, list, table or code block")
    was, now = _count_elements(before), _count_elements(after)
    if set(was) != set(now) if repeats else was != now:
        reasons.append("a comment, formula, code, note or link was lost, added or changed")
    return reasons


def _count_elements(blocks: Sequence[str]) -> Counter[str]:
    return Counter(match.group() for block in blocks for match in _ELEMENT.finditer(block))


def _object_to_citations(before: Sequence[str], after: Sequence[str]) -> list[str]:
    was, now = count_citekeys(before), count_citekeys(after)
    changed = [*(f"{key} is lost" for key in sorted(was - now)), *(f"{key} is added" for key in sorted(now - was))]
    return [f"citations must stay exactly: {', '.join(changed[:8])}"] if changed else []


def _object_to_numbers(before: Sequence[str], after: Sequence[str], rest: Sequence[str]) -> list[str]:
    was, now = read_numbers(before), read_numbers(after)
    lost = was - now
    lost = lost - read_numbers(rest) if lost and rest else lost
    changed = [*(f"{n} is lost" for n in sorted(lost)), *(f"{n} is new" for n in sorted(now - was))]
    return [f"numbers must stay the same: {', '.join(changed[:8])}"] if changed else []


def _object_to_lost(before: Sequence[str], after: Sequence[str], rest: Sequence[str]) -> list[str]:
    was, now = set(count_citekeys(before)), set(count_citekeys(after))
    reasons = [f"citations are added: {', '.join(sorted(now - was)[:8])}"] if now - was else []
    lost = was - now
    lost = lost - set(count_citekeys(rest)) if lost else lost
    if lost:
        reasons.append(f"the review would no longer cite {', '.join(sorted(lost)[:8])}")
    return reasons + _object_to_numbers(before, after, rest)
