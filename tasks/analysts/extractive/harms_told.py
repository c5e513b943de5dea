"""The harms that works of a theme state, with their numbers: what a reader of results must not have to look for."""

from __future__ import annotations

from collections.abc import Sequence

from storage.records.writing import Finding, ReadWork
from tasks.analysts.extractive.discourse_cues import polarity
from tasks.analysts.extractive.finding_allocation import Item, list_items
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.passages import Line, Paragraph, cite, state
from tasks.evidence.harms import has_figures, states_harm
from tasks.text.words import spell

_PER_SENTENCE = 5
_FEW = 2


def write_harms(writer: Writer, works: Sequence[ReadWork], words: int) -> list[Paragraph]:
    """Return a paragraph on the harms that works state, how many they are first; empty where none does.

    Of each work the sentence with figures comes first. Works whose sentence tells a benefit as well, cannot stand alone
    or finds no room are cited.
    """
    stated = [item for item in list_items(works, "finding") if states_harm(item.finding.text)]
    best: dict[str, Item] = {}
    for item in sorted(stated, key=_weigh):
        best.setdefault(item.work.citekey, item)
    if not best:
        return []
    lines: list[Line] = []
    rest: list[tuple[ReadWork, Finding]] = []
    for item in best.values():
        length = len(item.finding.text.split()) + _PER_SENTENCE
        alone = item.stands_alone and _may_be_told(item) and writer.is_new(item.finding)
        if alone and (length <= words or len(lines) < _FEW):
            lines.append(writer.tell(item.work, item.finding))
            words -= length
        else:
            rest.append((item.work, item.finding))
    count = _count(len(best), len(works))
    return [[state(f"{count}."), *lines, *_cite_rest(rest)]] if lines else [[cite(count, rest)]]


def _weigh(item: Item) -> tuple[bool, bool, bool]:
    return not _may_be_told(item), not item.stands_alone, not has_figures(item.finding.text)


def is_of_harm(item: Item) -> bool:
    """Return whether a sentence is on harms and on nothing else that works."""
    return states_harm(item.finding.text) and polarity(item.finding.text) <= 0


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
