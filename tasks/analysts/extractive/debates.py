"""Findings that point in opposite directions on one matter, and debates that the sources name themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.analysts.extractive.cues import is_procedural, polarity, states_dispute
from tasks.analysts.extractive.keyphrases import candidate_phrases, surface_forms
from tasks.analysts.extractive.shelves import Item

_LEAST_SHARED = 2


@dataclass(frozen=True, slots=True)
class Opposition:
    """Two findings on a `matter`: `affirming` says there is a relation, `denying`, by another work, that not."""

    matter: str
    affirming: Item
    denying: Item


def find_oppositions(items: Sequence[Item], limit: int) -> list[Opposition]:
    """Return up to `limit` pairs of opposing findings, each finding at most once.

    Opposing means: one has only denying, the other only affirming cue words, and they share a phrase of two words
    or more that stands in no more than a third of all findings.
    """
    phrases = {id(item): candidate_phrases(item.finding.text) for item in items}
    frequency = Counter(phrase for found in phrases.values() for phrase in found)
    common = max(_LEAST_SHARED, len(items) // 3)
    forms = surface_forms([item.finding.text for item in items])
    affirming = [item for item in items if polarity(item.finding.text) > 0 and not is_procedural(item.finding.text)]
    scored: list[tuple[float, int, int, str, Item, Item]] = []
    for i, denial in enumerate(item for item in items if polarity(item.finding.text) < 0):
        for j, claim in enumerate(affirming):
            shared = phrases[id(denial)] & phrases[id(claim)]
            telling = sorted((p for p in shared if frequency[p] <= common), key=lambda p: (-len(p), frequency[p], p))
            enough = telling and len(telling[0]) >= _LEAST_SHARED
            if enough and denial.work.citekey != claim.work.citekey:
                score = sum(len(p) / frequency[p] for p in telling)
                scored.append((-score, i, j, forms[telling[0]], claim, denial))
    chosen: list[Opposition] = []
    taken: set[str] = set()
    for _, _, _, matter, claim, denial in sorted(scored, key=lambda row: row[:3]):
        pair = {claim.finding.finding_id, denial.finding.finding_id}
        if len(chosen) < limit and not pair & taken:
            taken |= pair
            chosen.append(Opposition(matter, claim, denial))
    return chosen


def find_disputes(items: Sequence[Item]) -> list[Item]:
    """Return the items that name a controversy, a tension or inconsistent evidence, in the order given."""
    return [item for item in items if states_dispute(item.finding.text)]
