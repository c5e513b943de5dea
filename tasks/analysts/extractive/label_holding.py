"""For which works a label holds: those in whose title or abstract its words stand, in any inflection and spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from storage.records.writing import ReadWork
from tasks.analysts.extractive.title_phrases import content_of, fold_terms

HOLDS_FOR = 0.5
"""The least share of a theme's works in which the words of its label stand together."""

EACH_HOLDS_FOR = 0.25
"""The least share of works for each of two phrases that are the label together: "Old roads and stone bridges"."""


# Who paid is not what about.
_FUNDING = re.compile(
    r"\((?i:funded|supported|sponsored) by\b[^()]*(?:\([^()]*\)[^()]*)*\)"
    r"|(?:^|(?<=[.!?)] ))(?:Funding|FUNDING|Sponsor|Sponsors): [^\n]{0,300}$"
)


def read_body(work: ReadWork) -> str:
    """Return a work's abstract, its findings where it has none, without who paid."""
    told = work.work.abstract or " ".join(finding.text for finding in work.summary.findings)
    return _FUNDING.sub(" ", told)


def read_text(work: ReadWork) -> str:
    """Return what a label is held against: title and abstract."""
    return f"{work.work.title}. {read_body(work)}"


@lru_cache(maxsize=4096)
def read_label_terms(text: str) -> frozenset[str]:
    """Return the stems of a text's words in one spelling."""
    return frozenset(fold_terms(text))


def share_held(label: str, texts: Sequence[str]) -> float:
    """Return the share of texts in which all words of a label stand, in some inflection and spelling."""
    return share_of(label, [read_label_terms(text) for text in texts])


def share_of(phrase: str, works: Sequence[AbstractSet[str]], other: str = "") -> float:
    """Return the share of works, given by their terms, with all words of a phrase, or of the other."""
    wanted = [frozenset(content_of(one)) for one in (phrase, other) if one]
    return sum(any(stems <= work for stems in wanted) for work in works) / len(works) if works else 0.0


def list_texts(works: Sequence[ReadWork]) -> Iterator[str]:
    """Yield title and abstract of each work."""
    return map(read_text, works)
