"""The harms that works of a theme state, with their numbers: what a reader of results must not have to look for."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.discourse_cues import polarity
from tasks.analysts.extractive.finding_allocation import Item, list_items
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.turns import head_of
from tasks.analysts.passages import Line, Paragraph, cite, state
from tasks.evidence.harms import has_figures, is_outdone, rank_gravity, states_harm
from tasks.text.words import spell

_PER_SENTENCE = 8  # whose it is, and what it was on
_FEW = 2
_MOST = 2  # sentences a work


def write_harms(writer: Writer, works: Sequence[ReadWork], words: int) -> list[Paragraph]:
    """Return a paragraph on the harms that works state, how many they are first; empty where none does.

    Of each work the gravest comes first, then what has figures, and a second where there is room once each has had its
    first; that something was well tolerated is left out where a harm happened. Works whose sentence tells a benefit as
    well, cannot stand alone or finds no room are cited.
    """
    stated = [item for item in list_items(works, "finding") if states_harm(item.finding.text)]
    best: dict[str, list[Item]] = {}
    for item in sorted(stated, key=_weigh):
        best.setdefault(item.work.citekey, []).append(item)
    best = {citekey: _leave_out_outdone(items) for citekey, items in best.items()}
    if not best:
        return []
    lines: dict[str, list[Line]] = {}
    rest: list[tuple[ReadWork, Finding]] = []
    for citekey, (item, *_) in best.items():
        if _may_stand(writer, item) and (_length(item) <= words or len(lines) < _FEW):
            lines[citekey] = [writer.tell(item.work, item.finding)]
            words -= _length(item)
        else:
            rest.append((item.work, item.finding))
    for citekey, own in lines.items():
        for item in best[citekey][1:_MOST]:
            if _may_stand(writer, item) and _length(item) <= words:
                own.append(writer.tell(item.work, item.finding))
                words -= _length(item)
    count = _count(len(best), len(works))
    told = [line for of_work in lines.values() for line in of_work]
    return [[state(f"{count}."), *told, *_cite_rest(rest)]] if told else [[cite(count, rest)]]


def _leave_out_outdone(items: Sequence[Item]) -> list[Item]:
    texts = [item.finding.text for item in items]
    return [item for item in items if not is_outdone(item.finding.text, texts)]


def _may_stand(writer: Writer, item: Item) -> bool:
    return item.stands_alone and _may_be_told(item) and writer.is_new(item.finding)


def _length(item: Item) -> int:
    return len(item.finding.text.split()) + _PER_SENTENCE


def _weigh(item: Item) -> tuple[bool, bool, int, bool]:
    text = item.finding.text
    return not _may_be_told(item), not item.stands_alone, rank_gravity(text), not has_figures(text)


def is_of_harm(item: Item) -> bool:
    """Return whether a sentence is on harms and on nothing else that works."""
    return states_harm(item.finding.text) and polarity(item.finding.text) <= 0 and polarity(head_of(item.finding)) <= 0


def _may_be_told(item: Item) -> bool:
    """Return whether a sentence says of harms more than that there are some beside a benefit."""
    return is_of_harm(item) or has_figures(item.finding.text)


def _count(some: int, works: int) -> str:
    if works == 1:
        return "The work of this theme states harms, or that there were none"
    who = f"All {spell(works)}" if some == works else f"{spell(some).capitalize()} of the {spell(works)}"
    return f"{who} works of this theme {'states' if some == 1 else 'state'} harms, or that there were none"


def _cite_rest(rest: Sequence[tuple[ReadWork, Finding]]) -> list[Line]:
    if not rest:
        return []
    told = "One further work does" if len(rest) == 1 else f"{spell(len(rest)).capitalize()} further works do"
    return [cite(f"{told} so too", rest)]
