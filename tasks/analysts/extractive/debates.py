"""Findings that differ on one matter, and debates that the sources name themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from storage.records.writing import Finding
from tasks.analysts.extractive.clear_results import sets_apart
from tasks.analysts.extractive.comparisons import Comparison, find_shared, read_comparisons, share_outcome
from tasks.analysts.extractive.discourse_cues import is_procedural, states_dispute
from tasks.analysts.extractive.false_conflicts import are_of_other_kinds, names_no_exposure, takes_up_elsewhere
from tasks.analysts.extractive.finding_allocation import Item, Place, find_mains, items_of, list_items, pair_opposites
from tasks.analysts.extractive.keyphrases import all_stems, candidate_phrases, surface_forms
from tasks.analysts.extractive.lesser_results import compares_nothing
from tasks.analysts.extractive.relations import Relation, find_contested, find_opposed, read_relations
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.words import content_stems

_PASSING = re.compile(r"\bcontribut\w+ to\b", re.IGNORECASE)
_MOST, _MOST_OF_A_SIDE = 4, 3


@dataclass(frozen=True, slots=True)
class Difference:
    """Findings of several works that differ on a `matter`: what the `others` say contradicts each of the `ones`."""

    matter: str
    ones: tuple[Item, ...]
    others: tuple[Item, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the findings of both sides."""
        return *self.ones, *self.others

    @property
    def link(self) -> str:
        """Return "By contrast," where both sides speak of one outcome, and nothing where one of them names none."""
        one, other = self.ones[0].finding.text, self.others[0].finding.text
        read, against = read_relations(one), read_relations(other)
        contested = find_contested(read, against) | find_contested(against, read) | find_opposed(read, against)
        return "By contrast," if contested or share_outcome(one, other) else ""


@dataclass(frozen=True, slots=True)
class _Read:
    item: Item
    relations: tuple[Relation, ...]
    comparisons: tuple[Comparison, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    weight: int
    matter: str
    one: Item
    other: Item


def find_differences(material: ThemeMaterial) -> list[Difference]:
    """Return up to four matters on which findings of the theme differ, wherever in the review they would be reported.

    Findings differ where one denies a relation that another affirms, where more of a thing goes with more of another in
    one and with less in the other, or where they set the same things against each other and one comes out better, worse
    or the same in one only. Each finding is used once.
    """
    return group_pairs(sorted(_find_pairs(material), key=lambda pair: -pair.weight))


def list_leading(material: ThemeMaterial) -> list[Item]:
    """Return the result that each work of the theme is to be known by, its main one or else its best.

    It pools studies or sets things apart; left out is what other works, or others of its own results, contradict.
    """
    differing = {_key(item) for difference in find_differences(material) for item in difference.items}
    opposed = pair_opposites(material.works)
    items = list_items(material.works, "finding")
    mains = find_mains(items)
    best = [item for item in items if not item.rank and item.stands_alone and _key(item) not in opposed]
    return [
        item
        for item in {**{item.work.citekey: item for item in best}, **mains}.values()
        if _key(item) not in differing and (item.is_pooled or sets_apart(item.finding.text))
    ]


def left_over(material: ThemeMaterial, place: Place) -> list[Item]:
    """Return the findings that belong outside the theme's section, without those reported in it."""
    differing = {_key(item) for difference in find_differences(material) for item in difference.items}
    return [item for item in items_of(material.works, place, "finding") if _key(item) not in differing]


def group_pairs(pairs: Sequence[_Pair]) -> list[Difference]:
    """Return the pairs, best first, as differences; a further finding joins if it contradicts one side only."""
    chosen: list[Difference] = []
    taken: set[str] = set()
    for pair in pairs:
        if len(chosen) == _MOST or {_key(pair.one), _key(pair.other)} & taken:
            continue
        difference = Difference(pair.matter, (pair.one,), (pair.other,))
        for more in pairs:
            difference = _join(difference, more, taken)
        taken |= {_key(item) for item in difference.items}
        chosen.append(difference)
    return chosen


def find_disputes(items: Sequence[Item]) -> list[Item]:
    """Return the items that name a controversy, a tension or inconsistent evidence as a result, in the order given."""
    texts = ((item, item.finding.text) for item in items)
    return [
        item for item, text in texts if states_dispute(text) and not is_procedural(text) and not _PASSING.search(text)
    ]


def _find_pairs(material: ThemeMaterial) -> Iterator[_Pair]:
    items = list_items(material.works, "finding")
    forms = surface_forms([item.finding.text for item in items])
    plain = set(all_stems(material.plan.topic))
    read = [_Read(item, _relate(item), _compare(item)) for item in items if item.stands_alone]
    yield from _pair_relations([one for one in read if one.relations], plain, forms)
    yield from _pair_comparisons([one for one in read if one.comparisons], forms)


def are_at_odds(one: Item, other: Item) -> bool:
    """Return whether two findings, one denying what the other affirms, name what of and speak of one kind of thing.

    They are not where the denying work has another result with a direction on what both name.
    """
    texts = one.finding.text, other.finding.text
    read = [read_relations(text) for text in texts]
    if any(map(names_no_exposure, texts)) or any(len(relations) != 1 for relations in read):
        return False
    claim, denial = (one, other) if read[0][0].sign > 0 else (other, one)
    heads = find_contested(read_relations(claim.finding.text), read_relations(denial.finding.text))
    taken_up = takes_up_elsewhere(denial.work, denial.finding, heads)
    return not taken_up and not are_of_other_kinds(*texts, heads)


def _relate(item: Item) -> tuple[Relation, ...]:
    """Return the relations of a finding that says of what they are: none of groups without a name."""
    text = item.finding.text
    return () if names_no_exposure(text) else tuple(read_relations(text))


def _takes_up(item: Item, matter: str) -> bool:
    return takes_up_elsewhere(item.work, item.finding, set(content_stems(matter)))


def _compare(item: Item) -> tuple[Comparison, ...]:
    text = item.finding.text
    return () if is_procedural(text) or compares_nothing(text) else tuple(read_comparisons(text))


def _pair_relations(read: Sequence[_Read], plain: set[str], forms: dict[tuple[str, ...], str]) -> Iterator[_Pair]:
    """Yield pairs on one relation; the matter is the longest phrase of several words they share on the outcome."""
    claims = [one for one in read if any(relation.sign > 0 for relation in one.relations)]
    denials = [one for one in read if any(relation.sign < 0 for relation in one.relations)]
    growing = [one for one in claims if any(relation.way > 0 for relation in one.relations)]
    shrinking = [one for one in claims if any(relation.way < 0 for relation in one.relations)]
    for (firsts, seconds), find in (((claims, denials), find_contested), ((growing, shrinking), find_opposed)):
        for one, other in product(firsts, seconds):
            outcomes = find(one.relations, other.relations)
            if not outcomes or one.item.work.citekey == other.item.work.citekey:
                continue
            shared = candidate_phrases(one.item.finding.text) & candidate_phrases(other.item.finding.text)
            telling = sorted(
                (p for p in shared if len(p) > 1 and p[-1] in outcomes and not set(p) <= plain),
                key=lambda p: (-len(p), p),
            )
            kinds = are_of_other_kinds(one.item.finding.text, other.item.finding.text, outcomes)
            if telling and not kinds and not (find is find_contested and _takes_up(other.item, forms[telling[0]])):
                yield _Pair(sum(map(len, telling)), forms[telling[0]], one.item, other.item)


def _pair_comparisons(read: Sequence[_Read], forms: dict[tuple[str, ...], str]) -> Iterator[_Pair]:
    """Yield pairs that compare the same things, of which each has a name; the matter names both."""
    for place, one in enumerate(read):
        for other in read[:place]:
            if one.item.work.citekey == other.item.work.citekey:
                continue
            for first, second in product(one.comparisons, other.comparisons):
                shared = find_shared(first, second)
                if shared is None:
                    continue
                denying = [each for each, read_as in ((one, first), (other, second)) if not read_as.way]
                at_issue = shared.one | shared.other
                if any(takes_up_elsewhere(each.item.work, each.item.finding, at_issue) for each in denying):
                    continue
                phrases = candidate_phrases(one.item.finding.text) | candidate_phrases(other.item.finding.text)
                sides = [
                    max((p for p in phrases if set(p) <= side), key=lambda p: (len(p), p), default=())
                    for side in (shared.one, shared.other)
                ]
                if not all(sides):
                    continue
                matter = " compared with ".join(forms[side] for side in sides)
                earlier, later = sorted((one, other), key=lambda each: (each.item.year, each.item.work.citekey))
                yield _Pair(len(shared.one | shared.other | shared.outcome), matter, earlier.item, later.item)
                break


def _join(difference: Difference, pair: _Pair, taken: set[str]) -> Difference:
    ones, others = ({_key(item) for item in side} for side in (difference.ones, difference.others))
    for known, new in ((pair.one, pair.other), (pair.other, pair.one)):
        works = {item.work.citekey for item in difference.items}
        if _key(new) in ones | others | taken or new.work.citekey in works or pair.matter != difference.matter:
            continue
        if _key(known) in ones and len(others) < _MOST_OF_A_SIDE:
            return replace(difference, others=(*difference.others, new))
        if _key(known) in others and len(ones) < _MOST_OF_A_SIDE:
            return replace(difference, ones=(*difference.ones, new))
    return difference


def _key(item: Item) -> str:
    return item.finding.finding_id


def contrast(earlier: Finding, later: Finding) -> str:
    """Return a linking phrase if one finding denies what cue words of the other affirm, else an empty string.

    The two must be about the same relation: the same subject, the same outcome.
    """
    former, latter = read_relations(earlier.text), read_relations(later.text)
    if len(former) != 1 or len(latter) != 1 or latter[0].sign == former[0].sign:
        return ""
    affirming, denying = (former, latter) if latter[0].sign < 0 else (latter, former)
    if not find_contested(affirming, denying):
        return ""
    return "By contrast," if latter is denying else "In contrast,"
