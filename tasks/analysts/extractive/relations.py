"""What two findings must share before one can be said to deny what the other affirms: the relation they speak of."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.analysts.extractive.cues import find_relation, is_procedural, polarity
from tasks.analysts.extractive.keyphrases import content_runs, fold

_OPEN = re.compile(r"\b(?:whether|if|may|might|could|expected|hypothesi[sz]\w+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Relation:
    """What a finding sets in relation: the head nouns before and after the words that affirm or deny it."""

    sign: int
    subject: frozenset[str]
    outcome: frozenset[str]


def read_relation(text: str) -> Relation | None:
    """Return the relation a finding affirms (1) or denies (-1); None where it does neither or leaves it open."""
    sign = polarity(text)
    cue = find_relation(text, sign) if sign else None
    if cue is None or _OPEN.search(text) or is_procedural(text):
        return None
    return Relation(sign, _heads(text[: cue[0]]), _heads(text[cue[1] :]))


def are_opposed(one: Relation | None, other: Relation | None) -> bool:
    """Return whether one relation denies what the other affirms, with subject and outcome in common.

    Where the cue stands at an end of the sentence ("no relation between X and Y"), two shared heads anywhere do.
    """
    if one is None or other is None or one.sign * other.sign != -1:
        return False
    if all((one.subject, one.outcome, other.subject, other.outcome)):
        return bool(one.subject & other.subject) and bool(one.outcome & other.outcome)
    return len((one.subject | one.outcome) & (other.subject | other.outcome)) > 1


def _heads(text: str) -> frozenset[str]:
    """Return the stems of the last words of noun groups: what a group is about, not what kind of it."""
    return frozenset(fold(run)[-1] for run in content_runs(text))
