"""The key findings of a theme, grouped by the matters they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.brief_results import BriefResult, find_contrary, list_brief, say_whole
from tasks.analysts.extractive.claims import find_behind
from tasks.analysts.extractive.clear_results import states_size
from tasks.analysts.extractive.debates import are_at_odds, contrast
from tasks.analysts.extractive.finding_allocation import (
    Item,
    drop_stale,
    find_mains,
    items_of,
    pair_caveats,
    pair_opposites,
)
from tasks.analysts.extractive.group_leads import lead_group, lead_pooled
from tasks.analysts.extractive.harms_told import is_of_harm
from tasks.analysts.extractive.lesser_results import find_lesser, read_aim_words
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.sentences import clean
from tasks.analysts.extractive.shared_matters import group_items
from tasks.analysts.extractive.stale_results import find_newest
from tasks.analysts.extractive.turns import head_of
from tasks.analysts.passages import Line, Paragraph, chunk, cite_each, merge_short, state
from tasks.analysts.protocol import ThemeMaterial
from tasks.text.words import content_stems

_PER_SENTENCE = 7
_FILLED = 0.86
_PAIR = 2
_IN_BRIEF, _BRIEF_SHARE = 5, 90  # results of a sentence; words of findings for each work told of in brief
_LEAD_WORDS = 20
_WHOLE_SHARE = 15  # words of findings for each word of results told whole after them
_CLEARLY_MORE, _READ_AT_ONCE = 2, 45  # words of a title that a result says more; words of a result
_MORE, _MOST_NEEDED = 0.3, 2.5  # of the words of findings: on top of them, where no more than this much is needed
_FEW_LEFT = 4  # works that are told of all the same


def write_findings(writer: Writer, material: ThemeMaterial, words: int) -> list[Paragraph]:
    """Return paragraphs of findings, about `words` words: pooled effects, groups on one matter, single ones, others.

    Each work's best finding comes first, so that as many works as possible are cited before any is cited twice. What
    denies a relation stands beside what the same work affirms, a caveat beside the pooled effect it is on. No work's
    other results are told before its main one.
    """
    works, topic = material.works, material.plan.topic
    companions = _accompany(works)
    items = [item for item in _list_usable(works) if writer.is_new(item.finding)]
    lead = _LEAD_WORDS * any(item.is_main and item.is_pooled for item in items)
    heard = _take(items, companions, round(words * _FILLED) - lead)
    mains = find_mains(heard)
    pooled = [item for item in mains.values() if item.is_pooled]
    later = [item for item in heard if item.work.citekey in mains and not item.is_main]
    groups, single = group_items([item for item in heard if item not in pooled and item not in later], topic)
    large = [(matter, group) for matter, group in groups if len(group) > _PAIR]
    pairs = [(matter, group) for matter, group in groups if len(group) <= _PAIR]
    if len(pairs) % 2:
        single += pairs.pop()[1]
    teller = Teller(writer, companions)
    paragraphs: list[Paragraph] = [_write_pooled(teller, pooled, works)] if pooled else []
    paragraphs += [
        _write_group(teller, lead_group(i, matter, group, works), group) for i, (matter, group) in enumerate(large)
    ]
    paragraphs += [_write_pairs(teller, pairs[i : i + 2]) for i in range(0, len(pairs), 2)]
    # What is on no matter of its own does not stand behind a sentence that names one.
    rest = [*_write_single(teller, [*single, *later]), _tell_others(writer, items, heard, words)]
    return [*merge_short(paragraphs), *merge_short(rest)]


Companions = Mapping[str, Sequence[Item]]


def count_least(works: Sequence[ReadWork]) -> int:
    """Return how many words it takes to tell one result of each work that has any, its main one or the briefest."""
    companions = _accompany(works)
    first = _choose_first(_list_usable(works), companions, brief=True)
    return round(sum(_length(item, companions) for item in first.values()) / _FILLED)


def _list_usable(works: Sequence[ReadWork]) -> list[Item]:
    items = [item for item in items_of(works, "theme", "finding") if item.stands_alone and not is_of_harm(item)]
    return drop_stale(items, items, find_newest(works))


def _accompany(works: Sequence[ReadWork]) -> Companions:
    """Return by the id of a finding what is told beside it: a caveat, then what the same work finds to the contrary."""
    companions: dict[str, list[Item]] = {}
    for pairs in (pair_caveats(works), pair_opposites(works)):
        for finding_id, item in pairs.items():
            companions.setdefault(finding_id, []).append(item)
    return companions


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells findings, each followed by the caveat on it and what the same work says to the contrary, if it does."""

    writer: Writer
    companions: Companions

    def tell(self, item: Item, link: str = "", *, again: bool = False) -> list[Line]:
        """Return the finding as a cited sentence, and the findings of its work that belong beside it."""
        lines = [self.writer.tell(item.work, item.finding, link, again=again)]
        beside = self.companions.get(item.finding.finding_id, ())
        told = (
            self.writer.tell(one.work, one.finding, again=True) for one in beside if self.writer.is_new(one.finding)
        )
        return [*lines, *told]


def _take(items: Sequence[Item], companions: Companions, words: int) -> list[Item]:
    """Return the items to tell: one of each work first, its main result or the shortest where there is little room.

    Where works would be left out, each says what it found in its briefest result, and there is more room if then most
    are told; what pools studies and what is cited most within the corpus comes before it ends. The last four are not
    left out.
    """
    first = _choose_first(items, companions, brief=False)
    if sum(_length(item, companions) for item in first.values()) > words:
        first = _choose_first(items, companions, brief=True)
        needed = sum(_length(item, companions) for item in first.values())
        words = min(needed, round(words * (1 + _MORE))) if needed <= words * _MOST_NEEDED else words
    chosen = {item.finding.finding_id for item in first.values()}
    weightiest = sorted(first.values(), key=lambda item: (not (item.is_main and item.is_pooled), -item.work.in_degree))
    ordered = [*weightiest, *(item for item in items if item.finding.finding_id not in chosen)]
    taken: list[Item] = []
    texts: set[tuple[str, ...]] = set()
    for place, item in enumerate(ordered):
        if words <= 0 and not len(first) - _FEW_LEFT <= place < len(first):
            break
        if item.stems not in texts:
            taken.append(item)
            texts |= {item.stems} | {other.stems for other in companions.get(item.finding.finding_id, ())}
            words -= _length(item, companions)
    return taken


def _choose_first(items: Sequence[Item], companions: Companions, *, brief: bool) -> dict[str, Item]:
    """Return by citekey the result that is told of a work before any has a second: its main one, else as asked.

    That is the first that sets groups apart, relates or gives figures, unless one says clearly more of what the title
    names; or the `brief` one, of those that say as much of that and stand as well by themselves. What tells less of the
    work than another result is told first of no work that has that.
    """
    lesser = _find_lesser(items)
    first: dict[str, Item] = {}
    for item in items:
        kept = first.setdefault(item.work.citekey, item)
        less, was_less = (one.finding.finding_id in lesser for one in (item, kept))
        if was_less and not less and states_size(head_of(item.finding)):
            first[item.work.citekey] = item
            continue
        if kept.is_main or item.grade > kept.grade or less > was_less:
            continue
        told, before = (states_size(head_of(one.finding)) for one in (item, kept))
        shorter = _length(item, companions) < _length(kept, companions)
        as_much = len(_read_aims(item)) >= len(_read_aims(kept))
        if (shorter and as_much and told >= before) if brief else (told > before):
            first[item.work.citekey] = item
    return {citekey: _choose_on_aim(items, item, lesser) for citekey, item in first.items()}


def _choose_on_aim(items: Sequence[Item], one: Item, lesser: AbstractSet[str]) -> Item:
    """Return the result of a work that says clearly more of what its title names than this one, or this one.

    It stands as well by itself, is no longer than a sentence that is read at once, and is on what the title names
    first where this one is.
    """
    if one.is_main:
        return one
    lead, aims = next(iter(content_stems(one.work.work.title)), ""), _read_aims(one)
    others = [
        each
        for each in items
        if each.work is one.work
        and each.finding.finding_id not in lesser
        and each.grade <= one.grade
        and states_size(head_of(each.finding)) >= states_size(head_of(one.finding))
        and len(each.finding.text.split()) <= _READ_AT_ONCE
        and len(_read_aims(each)) >= len(aims) + _CLEARLY_MORE
        and (lead in _read_aims(each) or lead not in aims)
    ]
    return max(others, key=lambda each: len(_read_aims(each)), default=one)


def _read_aims(item: Item) -> AbstractSet[str]:
    return read_aim_words(item.work.work.title, item.finding.text)


def _find_lesser(items: Sequence[Item]) -> set[str]:
    """Return the ids of findings that are no main result and tell less than another of their work, or by the way."""
    of_works: dict[str, list[Item]] = {}
    for item in items:
        of_works.setdefault(item.work.citekey, []).append(item)
    return {
        own[place].finding.finding_id
        for own in of_works.values()
        for place in find_lesser(own[0].work.work.title, [item.finding.text for item in own])
        | find_behind([clean(item.finding.quote.text) for item in own])
        if not own[place].is_main
    }


def _length(item: Item, companions: Companions) -> int:
    told = (item, *companions.get(item.finding.finding_id, ()))
    # A main effect is told with its figures, which a finding's text is without.
    texts = (each.finding.quote.text if each.is_main else each.finding.text for each in told)
    return sum(len(text.split()) + _PER_SENTENCE for text in texts)


def _write_pooled(teller: Teller, items: Sequence[Item], works: Sequence[ReadWork]) -> Paragraph:
    lines = [state(lead_pooled(items, works))]
    for item in sorted(items, key=lambda item: (item.year, item.work.citekey)):
        lines += teller.tell(item)
    return lines


def _write_group(teller: Teller, lead: str, items: Sequence[Item]) -> Paragraph:
    lines = [state(lead)]
    earlier: Item | None = None
    for item in items:
        link = _contrast(earlier, item) if earlier and earlier.work is not item.work else ""
        lines += teller.tell(item, link, again=earlier is not None and earlier.work is item.work)
        earlier = item
    return lines


def _write_pairs(teller: Teller, pairs: Sequence[tuple[str, list[Item]]]) -> Paragraph:
    lines: list[Line] = []
    for i, (matter, items) in enumerate(pairs):
        opening = (f"On {matter},", f"Regarding {matter},")[i % 2]
        for j, item in enumerate(items):
            link = _contrast(items[0], item) if j else opening
            lines += teller.tell(item, link)
    return lines


def _contrast(earlier: Item, later: Item) -> str:
    """Return what sets a finding against an earlier one, empty where they are not at odds for all that is known."""
    link = contrast(earlier.finding, later.finding)
    return link if link and are_at_odds(earlier, later) else ""


def _write_single(teller: Teller, items: Sequence[Item]) -> list[Paragraph]:
    ordered = sorted(items, key=lambda item: (item.year, item.work.citekey))
    paragraphs: list[Paragraph] = []
    for part in chunk(ordered, size=4):
        lines: list[Line] = []
        earlier: Item | None = None
        for item in part:
            if teller.writer.is_new(item.finding):
                lines += teller.tell(item, again=earlier is not None and earlier.work is item.work)
                earlier = item
        paragraphs.append(lines)
    return paragraphs


def _tell_others(writer: Writer, items: Sequence[Item], heard: Sequence[Item], words: int) -> list[Line]:
    """Return what works found that there was no room to tell of, in a few words; often nothing.

    A result that goes against what the other works find on the same outcome is told in a sentence of its own.
    """
    cited = {item.work.citekey for item in heard}
    works = {item.work.citekey: item.work for item in items}
    mains, lesser = find_mains(items), _find_lesser(items)
    results = [
        one
        for one in list_brief(list(works.values()))
        if one.finding.finding_id not in lesser
        and (one.work.citekey not in mains or mains[one.work.citekey].finding == one.finding)
    ]
    contrary = find_contrary(results)
    by_finding = {item.finding.finding_id for item in items}
    first: dict[str, BriefResult] = {}
    for result in sorted(results, key=lambda one: one.finding.finding_id not in contrary):
        if result.work.citekey not in cited:
            first.setdefault(result.work.citekey, result)
    told = [*first.values()][: max(_IN_BRIEF, words // _BRIEF_SHARE)]
    apart = [one for one in told if one.finding.finding_id in contrary and one.finding.finding_id in by_finding]
    rest = [(say_whole(one, writer.casing), one.work, one.finding) for one in told if one not in apart]
    lines = [cite_each(_lead_brief(part), part) for part in chunk(rest, _IN_BRIEF)]
    # What cannot be said in brief is told whole; of a work with a main result no other would do.
    room, whole = words // _WHOLE_SHARE, list[Line]()
    for one in _choose_first(items, {}, brief=True).values():
        if one.work.citekey not in cited | first.keys() and (length := _length(one, {})) <= room:
            whole.append(writer.tell(one.work, one.finding))
            room -= length
    return [*lines, *(writer.tell(one.work, one.finding) for one in apart), *whole]


def _lead_brief(parts: Sequence[tuple[str, ReadWork, Finding]]) -> str:
    single = len({work.citekey for _, work, _ in parts}) == 1
    return "In brief, a further work reports" if single else "In brief, further works report"
