"""Looking works up in a frozen extract: by the words of a sentence, in titles, summaries, findings and quotes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from storage.records.writing import Finding, ReadWork
from tasks.text.words import FUNCTION_WORDS, stem, tokenise


def find_stems(text: str) -> frozenset[str]:
    """Return the stems (Harman 1991) of a text's words that are no function words."""
    return frozenset(stem(word) for word in tokenise(text) if word not in FUNCTION_WORDS and len(word) > 1)


def look_up(words: str, works: Sequence[ReadWork], most: int) -> list[ReadWork]:
    """Return the works with findings that share most with a text, best first, ties in the order given.

    What is shared counts by its inverse document frequency (Sparck Jones 1972) among these works; a citekey is found
    by itself. Works that share nothing are left out.
    """
    asked = find_stems(words)
    texts = [(work, find_stems(_read(work)) | {work.citekey}) for work in works if work.summary.findings]
    frequency = Counter(word for _, own in texts for word in own)
    scored = [
        (math.fsum(math.log(1 + len(texts) / frequency[word]) for word in sorted(asked & own)), work)
        for work, own in texts
    ]
    return [work for score, work in sorted(scored, key=lambda pair: -pair[0]) if score > 0][:most]


def find_source(words: str, works: Sequence[ReadWork], least: float) -> tuple[ReadWork, Finding] | None:
    """Return the finding that has most of a text's words, if it has at least this share of them."""
    asked = find_stems(words)
    best: tuple[float, ReadWork, Finding] | None = None
    for work in works:
        for finding in work.summary.findings:
            share = len(asked & find_stems(f"{finding.text} {finding.quote.text}")) / max(1, len(asked))
            if share >= least and (best is None or share > best[0]):
                best = (share, work, finding)
    return best[1:] if best else None


def _read(work: ReadWork) -> str:
    told = (f"{finding.text} {finding.quote.text}" for finding in work.summary.findings)
    return " ".join((work.work.title, work.summary.short, *told))
