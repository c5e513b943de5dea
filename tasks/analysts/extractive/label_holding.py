"""For which works a label holds: those in whose title or abstract its words stand, in any inflection and spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from storage.records.writing import ReadWork
from tasks.analysts.extractive.title_phrases import content_of, fold_terms

HOLDS_FOR = 0.5
"""The least share of a theme's works in which the words of its label stand together."""


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
    stems = frozenset(content_of(label))
    return sum(stems <= read_label_terms(text) for text in texts) / len(texts) if texts else 0.0


def list_texts(works: Sequence[ReadWork]) -> Iterator[str]:
    """Yield title and abstract of each work."""
    return map(read_text, works)
