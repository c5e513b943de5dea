"""Findings that point in opposite directions on one matter, and debates that the sources name themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from tasks.analysts.extractive.cues import is_procedural, states_dispute
from tasks.analysts.extractive.keyphrases import all_stems, candidate_phrases, surface_forms
from tasks.analysts.extractive.relations import find_contested, read_relations
from tasks.analysts.extractive.shelves import Item

_PASSING = re.compile(r"\bcontribut\w+ to\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Opposition:
    """Two findings on a `matter`: `affirming` says there is a relation, `denying`, by another work, that not."""

    matter: str
    affirming: Item
    denying: Item


def find_oppositions(items: Sequence[Item], topic: str, limit: int) -> list[Opposition]:
    """Return up to `limit` pairs of opposing findings, each finding at most once.

    Opposing means: one denies a relation the other affirms, subject and outcome being the same. The matter is the
    longest phrase of several words they share about that outcome, if it is not made of the topic's words alone.
    """
    plain = set(all_stems(topic))
    forms = surface_forms([item.finding.text for item in items])
    read = [(item, read_relations(item.finding.text)) for item in items]
    scored: list[tuple[int, int, int, str, Item, Item]] = []
    for (i, (denial, denied)), (j, (claim, claimed)) in product(enumerate(read), enumerate(read)):
        outcomes = find_contested(claimed, denied)
        if not outcomes or denial.work.citekey == claim.work.citekey:
            continue
        shared = candidate_phrases(denial.finding.text) & candidate_phrases(claim.finding.text)
        telling = sorted(
            (p for p in shared if len(p) > 1 and p[-1] in outcomes and not set(p) <= plain), key=lambda p: (-len(p), p)
        )
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
    texts = ((item, item.finding.text) for item in items)
    return [
        item for item, text in texts if states_dispute(text) and not is_procedural(text) and not _PASSING.search(text)
    ]
