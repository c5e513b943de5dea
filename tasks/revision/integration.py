"""What working new works into a section may not do to it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from storage.records.writing import Draft
from tasks.citations.pandoc import find_citekeys
from tasks.citations.sentences import find_citing_sentences


def object_to_integration(before: str, draft: Draft | None, corpus: Collection[str], new: Collection[str]) -> str:
    """Return why a rewritten section may not take the place of the one before, "" if it may.

    Its citations are those of before and works of the corpus, a new one among them, and each rests on a finding.
    """
    if draft is None:
        return "no text that holds was written"
    was, now = set(find_citekeys(before)), set(find_citekeys(draft.markdown))
    if lost := sorted(was - now):
        return f"citations were lost: {', '.join(lost)}"
    if stray := sorted(now - was - set(corpus)):
        return f"citations are of no work of the corpus: {', '.join(stray)}"
    if not now & set(new):
        return "none of the works found is cited"
    claimed = {(claim.sentence, claim.citekey) for claim in draft.claims if claim.finding_id}
    held = [(sentence, key) for sentence, keys in find_citing_sentences(draft.markdown) for key in keys]
    if any(not _is_claimed(sentence, key, claimed) for sentence, key in held if key not in was):
        return "a new citation rests on no finding"
    return ""


def changed_paragraphs(before: str, after: str) -> tuple[int, ...]:
    """Return the places of the paragraphs that were changed, or that others came after, counted from 0 before."""
    was, now = (text.strip().split("\n\n") for text in (before, after))
    touched: set[int] = set()
    for kind, start, end, _, _ in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "insert":
            touched.add(max(0, start - 1))
        elif kind != "equal":
            touched.update(range(start, end))
    return tuple(sorted(touched))


def _is_claimed(sentence: str, key: str, claimed: Collection[tuple[str, str]]) -> bool:
    return any(key == cited and (told in sentence or sentence in told) for told, cited in claimed)


def tell_works(citekeys: Sequence[str]) -> str:
    """Return how many works, and which, as the end of a sentence."""
    return f"{len(citekeys)} {'work' if len(citekeys) == 1 else 'works'} ({', '.join(f'@{key}' for key in citekeys)})"
