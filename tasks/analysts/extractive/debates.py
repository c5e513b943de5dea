"""Findings that point in opposite directions on one matter, and debates that the sources name themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tasks.analysts.extractive.cues import is_procedural, states_dispute
from tasks.analysts.extractive.keyphrases import all_stems, candidate_phrases, surface_forms
from tasks.analysts.extractive.relations import are_opposed, read_relation
from tasks.analysts.extractive.shelves import Item


@dataclass(frozen=True, slots=True)
class Opposition:
    """Two findings on a `matter`: `affirming` says there is a relation, `denying`, by another work, that not."""

    matter: str
    affirming: Item
    denying: Item


def find_oppositions(items: Sequence[Item], topic: str, limit: int) -> list[Opposition]:
    """Return up to `limit` pairs of opposing findings, each finding at most once.

    Opposing means: one denies the relation the other affirms, subject and outcome being the same, and they share a
    phrase that is not made of the topic's words alone. What names more of the same matter comes first.
    """
    plain = set(all_stems(topic))
    forms = surface_forms([item.finding.text for item in items])
    read = [(item, read_relation(item.finding.text)) for item in items]
    scored: list[tuple[float, int, int, str, Item, Item]] = []
    for i, (denial, denied) in enumerate(read):
        for j, (claim, claimed) in enumerate(read):
            opposed = denied is not None and denied.sign < 0 and are_opposed(claimed, denied)
            if not opposed or denial.work.citekey == claim.work.citekey:
                continue
            shared = candidate_phrases(denial.finding.text) & candidate_phrases(claim.finding.text)
            telling = sorted((p for p in shared if not set(p) <= plain), key=lambda p: (-len(p), p))
            if telling:
                scored.append((-sum(map(len, telling)), i, j, forms[telling[0]], claim, denial))
    chosen: list[Opposition] = []
    taken: set[str] = set()
    for _, _, _, matter, claim, denial in sorted(scored, key=lambda row: row[:3]):
        pair = {claim.finding.finding_id, denial.finding.finding_id}
        if len(chosen) < limit and not pair & taken:
            taken |= pair
            chosen.append(Opposition(matter, claim, denial))
    return chosen


def find_disputes(items: Sequence[Item]) -> list[Item]:
    """Return the items that name a controversy, a tension or inconsistent evidence as a result, in the order given."""
    return [item for item in items if states_dispute(item.finding.text) and not is_procedural(item.finding.text)]
