"""How much of one text another one says again, measured by runs of words."""

from __future__ import annotations

from tasks.citations.sentences import read_plain, split_sentences
from tasks.text.words import tokenise

_RUN = 3
OVERLAPPING = 0.6


def shingle(markdown: str) -> frozenset[tuple[str, ...]]:
    """Return the runs of three words of a text without its citations (w-shingling: Broder 1997, w = 3).

    A text of fewer words has one run.
    """
    words = tokenise(read_plain(markdown))
    return frozenset(tuple(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1)) if words)


def measure_containment(part: frozenset[tuple[str, ...]], whole: frozenset[tuple[str, ...]]) -> float:
    """Return the share in [0, 1] of the runs of one text that the other has too (containment: Broder 1997)."""
    return len(part & whole) / len(part) if part else 0.0


def split_paragraph(markdown: str) -> list[str]:
    """Return the sentences of a paragraph; the whole, where sentences put together again would not be its bytes."""
    sentences = split_sentences(markdown)
    return sentences if " ".join(sentences) == markdown else [markdown]
