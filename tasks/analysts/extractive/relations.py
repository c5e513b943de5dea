"""What two findings must share before one can be said to deny what the other affirms: the same relation.

How much of one text another repeats, measured by runs of words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from tasks.analysts.extractive.discourse_cues import find_relation, is_procedural, polarity, split_clauses
from tasks.analysts.extractive.keyphrases import content_runs, fold
from tasks.analysts.extractive.populations import PEOPLE
from tasks.citations.sentences import read_plain, split_sentences
from tasks.text.words import stem, tokenise

_RUN = 3
OVERLAPPING = 0.6


def shingle(markdown: str) -> frozenset[tuple[str, ...]]:
    """Return the runs of three words of a text without its citations (w-shingling: Broder 1997, w = 3).

    A text of fewer than three words has one run.
    """
    words = tokenise(read_plain(markdown))
    return frozenset(tuple(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1)) if words)


def measure_containment(part: frozenset[tuple[str, ...]], whole: frozenset[tuple[str, ...]]) -> float:
    """Return the share in [0, 1] of the runs of one text that also occur in the other (containment: Broder 1997)."""
    return len(part & whole) / len(part) if part else 0.0


def split_paragraph(markdown: str) -> list[str]:
    """Return the sentences of a paragraph; the whole if the sentences joined again would not give the same bytes."""
    sentences = split_sentences(markdown)
    return sentences if " ".join(sentences) == markdown else [markdown]


_POSITIVELY = re.compile(r"\b(?:positive(?:ly)?|direct(?:ly)?|increase[sd]?|enhance[sd]?|raise[sd]?)\b", re.IGNORECASE)
_NEGATIVELY = re.compile(
    r"\b(?:negative(?:ly)?|inverse(?:ly)?|decrease[sd]?|reduce[sd]?|lower(?:s|ed))\b", re.IGNORECASE
)
_BEFORE_CUE = 25  # characters: an adverb before "associated"
_OPEN = re.compile(
    r"\b(?:whether|if|may|might|could|expected|hypothesi[sz]\w+|"
    r"no [\w-]+ (?:was|were) (?:investigated|examined|tested|studied))\b",
    re.IGNORECASE,
)
# What is held constant is related to nothing; whom a study compares is no outcome of it.
_ADJUSTED = re.compile(
    r",? (?:(?:even |also )?(?:after|when) )?(?:adjust|control|correct|account)\w* for\b[^;.]*", re.IGNORECASE
)
_UNIT = 2  # letters: "g" and "ng"
_GROUPS = PEOPLE | frozenset(stem(word) for word in ("control", "group", "arm", "sample", "male", "female", "case"))


@dataclass(frozen=True, slots=True)
class Relation:
    """What a finding sets in relation: the head nouns before and after the words that affirm or deny it.

    `way` is 1 where more goes with more, -1 where more goes with less, 0 where the words do not say.
    """

    sign: int
    subject: frozenset[str]
    outcome: frozenset[str]
    way: int = 0


def read_relations(text: str) -> list[Relation]:
    """Return the relations a finding affirms (1) or denies (-1), clause by clause; none where it leaves them open.

    A clause without a subject of its own ("but was unrelated to age") takes that of the clause before.
    """
    if _OPEN.search(text) or is_procedural(text):
        return []
    found: list[Relation] = []
    subject: frozenset[str] = frozenset()
    for clause in split_clauses(_ADJUSTED.sub("", text)):
        sign = polarity(clause)
        cue = find_relation(clause, sign) if sign else None
        if cue is not None:
            subject = _heads(clause[: cue[0]]) or subject
            way = _read_way(clause[max(0, cue[0] - _BEFORE_CUE) : cue[1]]) if sign > 0 else 0
            found.append(Relation(sign, subject, _heads(clause[cue[1] :]), way))
    return found


def find_opposed(first: Sequence[Relation], second: Sequence[Relation]) -> frozenset[str]:
    """Return the stemmed head nouns that, with the same subject, increase in one finding and decrease in the other."""
    opposed: frozenset[str] = frozenset()
    for one, other in product(first, second):
        if one.way * other.way < 0 and one.subject & other.subject:
            opposed |= one.outcome & other.outcome
    return opposed


def find_contested(claimed: Sequence[Relation], denied: Sequence[Relation]) -> frozenset[str]:
    """Return the stemmed head nouns that one finding relates to a subject and another says are unrelated to it.

    What is its subject in both is no outcome. What a finding both affirms and denies of that subject is not contested.
    Where a cue is at an end of its clause ("no relation between X and Y"), two shared heads anywhere suffice.
    """
    contested: frozenset[str] = frozenset()
    for one, other in product(claimed, denied):
        if (one.sign, other.sign) == (1, -1):
            if all((one.subject, one.outcome, other.subject, other.outcome)):
                subject = one.subject & other.subject
                shared = (one.outcome & other.outcome) - subject if subject else frozenset()
            else:
                anywhere = (one.subject | one.outcome) & (other.subject | other.outcome)
                subject = shared = anywhere if len(anywhere) > 1 else frozenset()
            contested |= shared - _named_by(claimed, -1, subject) - _named_by(denied, 1, subject)
    return contested


def _named_by(relations: Sequence[Relation], sign: int, subject: frozenset[str]) -> frozenset[str]:
    """Return the heads that relations of a sign have as outcomes, or as subjects where they have no outcome.

    Relations of other subjects do not count: stress may go with weight even where cortisol does not.
    """
    return frozenset(
        head
        for one in relations
        if one.sign == sign and (one.subject & subject or not (one.subject and one.outcome))
        for head in one.outcome or one.subject
    )


def _read_way(cue: str) -> int:
    return bool(_POSITIVELY.search(cue)) - bool(_NEGATIVELY.search(cue))


def _heads(text: str) -> frozenset[str]:
    """Return the stems of the last words of noun groups: what a group is about, not what kind of it.

    People and units are no such things.
    """
    heads = frozenset(fold(run)[-1] for run in content_runs(text)) - _GROUPS
    return frozenset(head for head in heads if len(head) > _UNIT and not head[0].isdigit())
