"""The sentences that open the findings of a theme: how many of its works speak of a matter, or pool studies."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.writing import ReadWork
from tasks.analysts.extractive.finding_allocation import Item
from tasks.analysts.extractive.keyphrases import all_stems, holds_phrase
from tasks.analysts.extractive.main_first import read_aims_of
from tasks.analysts.extractive.objective_terms import text_of
from tasks.text.words import spell

_LEADS = (
    "{count} works of this theme{span} speak of {matter}{part}.",
    "A further line of work{span} deals with {matter}{part}.",
    "The next group of findings concerns {matter}.",
    "{count} works{span} can be read together for what they say about {matter}{part}.",
    "Of {matter} speak {few} works{span}{part}.",
)
_WIDESPREAD = ("Several of these works can be read together on {matter}.", "Other results are on {matter}.")
_MOST_SHARED = 0.5  # of the works of a theme: what more of them speak of sets none of them apart
_POOLED = (
    "One work of this theme pools studies; what they come to together is told before single studies.",
    "{} works of this theme pool studies; what these come to together is told before single studies.",
    "{} works of this theme pool studies; what those of {} of them come to together is told before single studies.",
)


def lead_pooled(items: Sequence[Item], works: Sequence[ReadWork]) -> str:
    """Return the sentence that opens pooled effects: how many works of a theme pool studies, how many are told."""
    pooling, told = sum(read_aims_of(work).pools for work in works), len(items)
    pattern = _POOLED[2 if told < pooling else min(told, 2) - 1]
    return pattern.format(spell(pooling).capitalize(), spell(told))


def lead_group(index: int, matter: str, items: Sequence[Item], works: Sequence[ReadWork]) -> str:
    """Return the sentence that opens a group: how many of the works speak of its matter, and how many are told of."""
    phrase = tuple(all_stems(matter))
    told = {item.work.citekey for item in items}
    speaking = [work for work in works if work.citekey in told or holds_phrase(all_stems(text_of(work.work)), phrase)]
    if len(speaking) > _MOST_SHARED * len(works):
        return _WIDESPREAD[index % len(_WIDESPREAD)].format(matter=matter)
    years = sorted(work.work.year for work in speaking if work.work.year)
    span = f", published between {years[0]} and {years[-1]}," if years and years[0] < years[-1] else ""
    few = spell(len(speaking))
    part = "" if len(told) == len(speaking) else f"; results of {spell(len(told))} stand here"
    pattern = _LEADS[index % len(_LEADS)]
    text = pattern.format(count=few.capitalize(), few=few, span=span, matter=matter, part=part)
    return text.replace(",.", ".").replace(",;", ";")
