"""Sentences that assert something about the literature, and what was found of them: records of the loop of facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from storage.records.search import Plan
from storage.records.writing import Claim, ReadWork

Ruling = Literal["supported", "partly", "not supported", "contradicted"]
Way = Literal["corrected", "softened", "re-sourced", "cut", "kept"]

# What rules find wrong with a sentence: a number or unit, a name, an author, or whose words they are.
RULES = frozenset({"number", "name", "authors", "citation"})
FAILING: tuple[Ruling, ...] = ("partly", "not supported", "contradicted")
# The outcome of a sentence that a second reading found to be right after all.
KEPT = "kept as it is"
# Sentences to a question: as many as share most of their works, so that these are told of once.
SENTENCES_PER_QUESTION = 20


@dataclass(frozen=True, slots=True)
class Assertion:
    """A sentence that cites, as it stands in its section, with its citekeys in order."""

    sentence: str
    citekeys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """Whether what a sentence cites supports it, and why not; the reason is empty for one that is supported."""

    sentence: str
    ruling: Ruling
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """A sentence that must change, as it stands, and what is wrong with it; `kinds` name that in a word each.

    `is_certain` says that it cannot stay where no correction holds: a rule found it, or nothing supports it.
    """

    sentence: str
    citekeys: tuple[str, ...]
    kinds: tuple[str, ...]
    reasons: tuple[str, ...]
    is_certain: bool

    @property
    def may_be_kept(self) -> bool:
        """Return whether a second reading may find the sentence right: only the analyst failed it, and no rule."""
        return not RULES & set(self.kinds)


@dataclass(frozen=True, slots=True)
class FactMaterial:
    """What sentences are judged by and corrected from: the review's scope, the works, words that need no source.

    `works` are those cited for a judgement, and all that may be cited for a correction; `own_words` are headings and
    labels of the review itself, which its sentences may name.
    """

    plan: Plan
    works: tuple[ReadWork, ...]
    own_words: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """What stands in the place of a failing sentence, "" where it is cut, with its claims, in which way, and why."""

    sentence: str
    text: str
    claims: tuple[Claim, ...]
    way: Way
    reason: str


def chunk_assertions(assertions: Sequence[Assertion]) -> list[tuple[Assertion, ...]]:
    """Return the assertions in groups of one question each, as even as can be, in order."""
    count = -(-len(assertions) // SENTENCES_PER_QUESTION)
    edges = [round(place * len(assertions) / count) for place in range(count + 1)] if count else []
    return [tuple(assertions[start:end]) for start, end in pairwise(edges)]
