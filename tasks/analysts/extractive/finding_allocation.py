"""Which finding may be reported in which section: a partition, so that no sentence appears twice in a review.

A work's best finding belongs to its theme; the content id places the rest, independently of the order of writing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.claims import states_claim
from tasks.analysts.extractive.discourse_cues import (
    is_procedural,
    needs_context,
    opens_dangling,
    points_back,
    polarity,
    states_dispute,
    states_implication,
)
from tasks.analysts.extractive.half_told import is_half
from tasks.analysts.extractive.keyphrases import all_stems
from tasks.analysts.extractive.lesser_results import affirms, denies, find_lesser, read_aim_words
from tasks.analysts.extractive.main_first import read_aims_of
from tasks.analysts.extractive.main_results import MAIN, rank_caveat, weigh_result
from tasks.analysts.extractive.null_results import find_null
from tasks.analysts.extractive.sentences import clean
from tasks.analysts.extractive.stale_results import is_stale, tells_present
from tasks.analysts.extractive.statements import read_statement
from tasks.analysts.extractive.turns import head_of
from tasks.evidence.harms import states_harm
from tasks.text.antecedents import lacks_antecedent
from tasks.text.group_scopes import goes_on_about_group
from tasks.text.lone_sentences import is_garbled, needs_neighbours
from tasks.text.pointers import means_told_before, points_outside

Place = Literal["theme", "introduction", "discussion", "conclusions"]


@dataclass(frozen=True, slots=True)
class Item:
    """A finding with its work; `rank` counts from 0 within its kind and work, `stems` are those of its text.

    `weight` says how far it is the work's main result (`main_results`).
    """

    work: ReadWork
    finding: Finding
    rank: int
    stems: tuple[str, ...]
    weight: float

    @property
    def is_main(self) -> bool:
        """Return whether this is the result that the work is to be known by."""
        return self.weight >= MAIN

    @property
    def is_pooled(self) -> bool:
        """Return whether the work pools studies."""
        return read_aims_of(self.work).pools

    @property
    def order(self) -> int:
        """Return the place among the sentences of its work, later where it stands less by itself.

        What it is to be known by, its main result or the claim that tells most of it, keeps its place.
        """
        claims = not self.rank and self.finding.kind == "finding" and states_claim(clean(self.finding.quote.text))
        return self.rank + (0 if self.is_main or claims else self.grade)

    @property
    def grade(self) -> int:
        """Return how far the sentence is from a result that stands by itself, from 0 (it is one) to 4."""
        text = head_of(self.finding)
        quoted = read_statement(text).kind == "quoted"
        return 2 * quoted + (self.finding.kind == "finding" and is_procedural(text)) + needs_context(text)

    @property
    def stands_alone(self) -> bool:
        """Return whether no word of the sentence refers to another sentence of its text, and none was lost."""
        text = head_of(self.finding)
        points = points_back(text) or opens_dangling(text) or lacks_antecedent(text) or points_outside(text)
        before = "" if self.finding.quote.page else (self.work.work.abstract or "")[: self.finding.quote.char_start]
        points = points or means_told_before(text, before) or goes_on_about_group(text, before)
        points = points or needs_neighbours(text) or is_half(self.finding, self.work.work.abstract or "")
        return not points and not is_garbled(self.finding.text)

    @property
    def matter(self) -> str:
        """Return the words that say what a sentence is on: its own, the title, for open matters the results."""
        results = [one.text for one in self.work.summary.findings if one.kind == "finding"]
        return ". ".join(
            [self.work.work.title, self.finding.text, *(results if self.finding.kind != "finding" else [])]
        )

    @property
    def year(self) -> int:
        """Return the year of publication, 0 where unknown."""
        return self.work.work.year or 0


def items_of(works: Sequence[ReadWork], place: Place, *kinds: str) -> list[Item]:
    """Return the findings of these kinds that belong to a place: every work's best first, works in the order given."""
    found = [
        item
        for position, work in enumerate(works)
        for item, allotted in _allot(work, leads=not position)
        if item.finding.kind in kinds and allotted == place
    ]
    return sorted(found, key=lambda item: item.order)


def list_items(works: Sequence[ReadWork], *kinds: str) -> list[Item]:
    """Return all findings of these kinds, wherever they belong, works in the order given and each work's best first."""
    return [item for work in works for item in _rank(work) if item.finding.kind in kinds]


def pair_opposites(works: Sequence[ReadWork]) -> dict[str, Item]:
    """Return for a finding that affirms a relation the best one of its work that denies one, and the other way round.

    So that neither is told without the other. Where none affirms one, a sentence stands in of which a clause does; of
    several affirming ones the main result leads, then that which says most of what the title names.
    Findings are named by their id; works that only affirm have none. A main result with a null in it denies, and is
    told beside what else its work affirms, which names the groups that it may call "both groups".
    """
    pairs: dict[str, Item] = {}
    for work in works:
        items = [
            item
            for item in list_items([work], "finding")
            if (item.stands_alone or _is_missed(item)) and item.weight >= 0
        ]
        denying = [item for item in items if denies(item.finding.text) or _is_missed(item)]
        rest = [item for item in items if item not in denying]
        affirming = [item for item in rest if polarity(item.finding.text) > 0 and affirms(item.finding.text)]
        affirming = affirming or [item for item in rest if affirms(item.finding.text)]
        if affirming and denying:
            title = work.work.title
            denying.sort(key=lambda item: (not _is_missed(item), polarity(item.finding.text)))
            affirming.sort(key=lambda item: (not item.is_main, -len(read_aim_words(title, item.finding.text))))
            pairs |= {item.finding.finding_id: denying[0] for item in affirming}
            pairs |= {item.finding.finding_id: affirming[0] for item in denying}
    return pairs


def _is_missed(item: Item) -> bool:
    """Return whether a work's main result, in one sentence, is none: what was after all no difference."""
    return item.is_main and not item.is_pooled and find_null(clean(item.finding.quote.text)) is not None


def pair_caveats(works: Sequence[ReadWork]) -> dict[str, Item]:
    """Return for the pooled effect of a work what it says of how far the studies agree or can be trusted.

    Effects are named by the id of their finding.
    """
    pairs: dict[str, Item] = {}
    for work in works:
        items = [item for item in list_items([work], "finding") if item.stands_alone]
        effect = next((item for item in items if item.is_main and item.is_pooled), None)
        ranked = [(rank_caveat(item.finding.text), item) for item in items if item.weight < 0]
        caveats = sorted(((rank, item) for rank, item in ranked if rank is not None), key=lambda pair: pair[0])
        if effect and caveats:
            pairs[effect.finding.finding_id] = caveats[0][1]
    return pairs


def find_mains(items: Iterable[Item]) -> dict[str, Item]:
    """Return the main result of each work that has one among its items, by citekey; it may be told."""
    mains: dict[str, Item] = {}
    for item in items:
        if item.is_main and item.stands_alone:
            mains.setdefault(item.work.citekey, item)
    return mains


def drop_stale(items: Sequence[Item], results: Sequence[Item], newest: int) -> list[Item]:
    """Return the items without what is stale of works with one among these results that is not and stands by itself."""
    fresh = {
        one.work.citekey for one in results if one.stands_alone and not is_stale(one.finding.text, one.year, newest)
    }
    return [
        item for item in items if item.work.citekey not in fresh or not is_stale(item.finding.text, item.year, newest)
    ]


def _allot(work: ReadWork, *, leads: bool) -> Iterator[tuple[Item, Place]]:
    """Yield the findings of a work with the place of each; a theme's first work, cited most, `leads` it.

    What affirms and what denies a relation stays together in the theme. The introduction presents a result of the
    leading work beside its best, which is the theme's; none of a work known by one result, with what qualifies that.
    """
    opposed = pair_opposites([work])
    items = list(_rank(work))
    places = {item.finding.finding_id: _place_in_full(item, opposed) for item in items}
    results = sorted((item for item in items if item.finding.kind == "finding"), key=lambda item: item.order)
    if not any(item.stands_alone and places[item.finding.finding_id] == "theme" for item in results):
        # A theme tells a result of each work that has one to tell, whatever stands before it.
        places |= {item.finding.finding_id: "theme" for item in results if item.stands_alone}
    # Nor is a work known there by what tells less of it, or of its title, than what is told elsewhere.
    alone = [item for item in items if item.finding.kind == "finding" and item.stands_alone]
    aims = [len(read_aim_words(work.work.title, item.finding.text)) for item in alone]
    ranked = sorted(zip(aims, alone, strict=True), key=lambda pair: (pair[1].grade, -pair[0]))
    on_aim = [item for count, item in ranked if count > aims[0] + 1]
    # What is going on is stale one day, and then another result is told in its place; so it is for what tells less.
    lesser = find_lesser(work.work.title, [item.finding.text for item in alone])
    lasting = [item for i, item in enumerate(alone) if i not in lesser and not tells_present(item.finding.text)][:1]
    places |= {item.finding.finding_id: "theme" for item in (*alone[:1], *lasting, *on_aim[:1])}
    landmark = not leads or bool(find_mains(items))
    for item in items:
        finding, place = item.finding, places[item.finding.finding_id]
        free = finding.kind == "finding" and item.rank and place != "theme" and not item.grade
        if free and not landmark and polarity(head_of(finding)) > 0:
            landmark, place = True, "introduction"
        yield item, place


def _place_in_full(item: Item, opposed: Mapping[str, Item]) -> Place:
    stays = item.finding.finding_id in opposed or item.is_main or item.weight < 0
    return "theme" if stays else _place(item.finding, item.rank)


def _rank(work: ReadWork) -> Iterator[Item]:
    """Yield the findings of a work, each with its rank within its kind."""
    ranks: Counter[str] = Counter()
    aims = read_aims_of(work)
    for finding in work.summary.findings:
        weight = weigh_result(aims, clean(finding.quote.text)) if finding.kind == "finding" else 0
        yield Item(work, finding, ranks[finding.kind], tuple(all_stems(finding.text)), weight)
        ranks[finding.kind] += 1


def _place(finding: Finding, rank: int) -> Place:
    bucket = int(finding.finding_id[:8], 16)
    if finding.kind == "background":
        return "introduction" if bucket % 3 and not states_dispute(finding.text) else "theme"
    if finding.kind in {"limitation", "future_work"}:
        return ("theme", "discussion", "theme", "conclusions", "theme")[bucket % 5]
    if finding.kind == "finding" and states_harm(finding.text):
        return "theme"
    if finding.kind == "finding" and rank and _concludes(finding):
        return "discussion" if bucket % 2 or states_implication(finding.text) else "conclusions"
    if finding.kind == "finding" and rank:
        return ("theme", "discussion", "theme", "conclusions", "theme", "discussion")[bucket % 6]
    return "theme"


def _concludes(finding: Finding) -> bool:
    """Return whether a sentence speaks in the present, as conclusions do and details of results do not."""
    return not _PAST.search(finding.text)


_PAST = re.compile(r"\b(?:was|were|had|did)\b", re.IGNORECASE)
