"""Groups of two clusterings into themes: every work in one or two, sizes and numbers within the rule, each step kept.

An analyst proposes which groups belong together; which works that means, and where the rest go, is decided here by
rule.

Two ways of grouping the same works, crossed: which works share a topic group and a semantic group.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TypeAlias

from tasks.themes.clusterings import MAX_GROUPS, MAX_SHARE, MIN_GROUPS, SMALL
from tasks.themes.words import rank_groups

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contingency:
    """Every work in one cell (topic group, semantic group); `second` is the other semantic group of works in two.

    `cells` holds the works of each non-empty cell, by id; cells are in order.
    """

    cell_of: Mapping[str, Cell]
    second: Mapping[str, int]
    cells: Mapping[Cell, tuple[str, ...]]


def cross_groups(topic_of: Mapping[str, int], semantic: Sequence[Sequence[str]]) -> Contingency:
    """Return the works crossed by their groups.

    A work in two semantic groups is counted in the one with more works of its topic group (counting only works in a
    single semantic group), or the first in case of a tie.

    Args:
        topic_of: The topic group of each work.
        semantic: The works of each semantic group; every work is in at least one. A third or further group is ignored.
    """
    groups_of: dict[str, list[int]] = {}
    for number, work_ids in enumerate(semantic):
        for work_id in dict.fromkeys(work_ids):
            groups_of.setdefault(work_id, []).append(number)
    company = Counter((topic_of[work_id], groups[0]) for work_id, groups in groups_of.items() if len(groups) == 1)
    cell_of: dict[str, Cell] = {}
    second: dict[str, int] = {}
    for work_id in sorted(topic_of):
        topic = topic_of[work_id]
        ranked = sorted(groups_of[work_id], key=lambda group: (-company[topic, group], group))
        cell_of[work_id] = (topic, ranked[0])
        if len(ranked) > 1:
            second[work_id] = ranked[1]
    cells: dict[Cell, list[str]] = {}
    for work_id, cell in cell_of.items():
        cells.setdefault(cell, []).append(work_id)
    return Contingency(cell_of, second, {cell: tuple(cells[cell]) for cell in sorted(cells)})


Part: TypeAlias = tuple[int | None, int | None]
"""What a theme is made of: a topic group (3, None), a semantic group (None, 2), or what they share (3, 2)."""

_LARGE = 60
_FEWEST_TO_DIVIDE = 4
_LEAST_CLAIMED = 0.5  # share of the works


@dataclass(frozen=True, slots=True)
class Proposal:
    """A theme as an analyst proposes it: the groups it is made of, and why."""

    label: str
    parts: tuple[Part, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SizeRule:
    """How many themes a corpus may have, and of how many works each."""

    fewest: int
    most: int
    smallest: int
    largest: int


@dataclass(slots=True)
class GatheredTheme:
    """The works of a theme with the action and reason of each; `proposal` is None if it was split off by rule."""

    proposal: int | None
    label: str
    steps: dict[str, tuple[str, str]] = field(default_factory=dict)


def size_rule(works: int) -> SizeRule:
    """Return the rule: 5-15 themes of at most 40% of the works; below 25 works 2-4 of any size, below 4 works one.

    No theme has fewer than two works, or fewer than three in a corpus of at least 60.
    """
    if works >= SMALL:
        return SizeRule(MIN_GROUPS, MAX_GROUPS, 3 if works >= _LARGE else 2, math.floor(MAX_SHARE * works))
    return SizeRule(2, 4, 2, works) if works >= _FEWEST_TO_DIVIDE else SizeRule(1, 1, 1, works)


def claim_cells(cells: Sequence[Cell], parts: Sequence[Sequence[Part]]) -> dict[Cell, int]:
    """Return which theme each cell goes to; cells that no theme claims are left out.

    A claim on the cell precedes one on its semantic group, and that precedes one on its topic group; of equal claims
    the first counts.
    """
    claims: dict[Part, int] = {}
    for number, theme_parts in enumerate(parts):
        for part in theme_parts:
            claims.setdefault(part, number)
    owners: dict[Cell, int] = {}
    for topic, semantic in cells:
        claimed = [claims[part] for part in ((topic, semantic), (None, semantic), (topic, None)) if part in claims]
        if claimed:
            owners[topic, semantic] = claimed[0]
    return owners


def gather_themes(
    contingency: Contingency, proposals: Sequence[Proposal], terms: Mapping[str, AbstractSet[str]]
) -> list[GatheredTheme]:
    """Return the themes with every work in one or two of them, in the order of the proposals, split-off ones last.

    Unclaimed cells go to the theme that holds most other works of their groups. Themes that are too small, and the
    smallest while there are too many, join the nearest by words; while there are too few, or one is too large, the
    largest is divided along its topic groups. A work in two semantic groups that went to different themes bridges both,
    unless the second would become too large. No themes are returned if the proposals claim less than half of the works,
    or the size rule cannot be met in this way.

    Args:
        contingency: The works by both groupings.
        proposals: The themes proposed.
        terms: The words of each work, as a set.
    """
    rule = size_rule(len(contingency.cell_of))
    themes = _claim_works(contingency, proposals)
    if sum(len(theme.steps) for theme in themes) < _LEAST_CLAIMED * len(contingency.cell_of):
        return []
    _place_leftovers(contingency, themes, terms)
    themes = [theme for theme in themes if theme.steps]
    # A theme that has to be divided needs room for its parts.
    parts = sum(len(theme.steps) // (rule.largest + 1) for theme in themes)
    _join_small(themes, rule, rule.most - parts, terms)
    _divide_large(themes, rule, contingency)
    if not rule.fewest <= len(themes) <= rule.most:
        return []
    _bridge(themes, rule, contingency)
    return themes


def _claim_works(contingency: Contingency, proposals: Sequence[Proposal]) -> list[GatheredTheme]:
    owners = claim_cells(list(contingency.cells), [proposal.parts for proposal in proposals])
    themes = []
    for number, proposal in enumerate(proposals):
        own = [cell for cell, owner in owners.items() if owner == number]
        step = (_name_action(own, list(contingency.cells)), proposal.reason)
        works = {work_id: step for cell in own for work_id in contingency.cells[cell]}
        themes.append(GatheredTheme(number, proposal.label, works))
    return themes


def _name_action(own: Sequence[Cell], cells: Sequence[Cell]) -> str:
    """Return keep for exactly one group, split for a part of one, merge for anything else."""
    action = "merge"
    for axis in (0, 1):
        if len({cell[axis] for cell in own}) == 1:
            whole = {cell for cell in cells if cell[axis] == own[0][axis]}
            if whole == set(own):
                return "keep"
            action = "split"
    return action


def _place_leftovers(
    contingency: Contingency, themes: Sequence[GatheredTheme], terms: Mapping[str, AbstractSet[str]]
) -> None:
    home = _homes(themes)
    claimed = [cell for cell, works in contingency.cells.items() if works[0] in home]
    for cell, works in contingency.cells.items():
        if cell in claimed:
            continue
        overlap = Counter[int]()
        for other in claimed:
            if other[0] == cell[0] or other[1] == cell[1]:
                overlap[home[contingency.cells[other][0]]] += len(contingency.cells[other])
        if overlap:
            target = themes[min(overlap, key=lambda number: (-overlap[number], number))]
            why = "it went where most works of these groups went"
        else:
            target = _nearest(works, [theme for theme in themes if theme.steps], terms)[0]
            why = "it went to the nearest by words"
        reason = f"No theme claimed topic group {cell[0]} within semantic group {cell[1]}; {why}."
        target.steps.update(dict.fromkeys(works, ("leftover", reason)))


def _join_small(themes: list[GatheredTheme], rule: SizeRule, most: int, terms: Mapping[str, AbstractSet[str]]) -> None:
    while len(themes) > 1:
        small = min(themes, key=_by_size)
        if len(small.steps) >= rule.smallest and len(themes) <= most:
            return
        themes.remove(small)
        ranked = _nearest(list(small.steps), themes, terms)
        fitting = [theme for theme in ranked if len(theme.steps) + len(small.steps) <= rule.largest]
        target = (fitting or ranked)[0]
        why = "too small for a theme" if len(small.steps) < rule.smallest else "the smallest of too many themes"
        reason = f"'{small.label}' was {why} ({len(small.steps)} works) and joined the nearest by words."
        target.steps.update(dict.fromkeys(small.steps, ("merge", reason)))


def _divide_large(themes: list[GatheredTheme], rule: SizeRule, contingency: Contingency) -> None:
    while len(themes) < rule.most:
        few = len(themes) < rule.fewest
        ranked = sorted((theme for theme in themes if few or len(theme.steps) > rule.largest), key=_by_size)
        for theme in reversed(ranked):
            works = _part_off(theme, rule, contingency)
            if works:
                why = "there were too few themes" if few else f"it held {len(theme.steps)} works, too many for one"
                reason = f"Split off '{theme.label}', since {why}."
                themes.append(GatheredTheme(None, "", dict.fromkeys(works, ("split", reason))))
                for work_id in works:
                    del theme.steps[work_id]
                break
        else:
            return


def _part_off(theme: GatheredTheme, rule: SizeRule, contingency: Contingency) -> list[str]:
    """Return up to half of the works, by whole topic groups, else by whole semantic groups, the largest first.

    None are returned if that would leave a theme too small.
    """
    for axis in (0, 1):
        groups: dict[int, list[str]] = {}
        for work_id in sorted(theme.steps):
            groups.setdefault(contingency.cell_of[work_id][axis], []).append(work_id)
        part: list[str] = []
        for group in sorted(groups.values(), key=lambda works: (-len(works), works[0])):
            if 2 * len(part + group) <= len(theme.steps):
                part += group
        if rule.smallest <= len(part) <= len(theme.steps) - rule.smallest:
            return part
    return []


def _bridge(themes: Sequence[GatheredTheme], rule: SizeRule, contingency: Contingency) -> None:
    home = _homes(themes)
    in_semantic: dict[int, list[str]] = {}
    for work_id, (_, semantic) in contingency.cell_of.items():
        in_semantic.setdefault(semantic, []).append(work_id)
    for work_id, second in sorted(contingency.second.items()):
        topic, _ = contingency.cell_of[work_id]
        fellows = contingency.cells.get((topic, second), ()) or tuple(in_semantic.get(second, ()))
        company = Counter(home[fellow] for fellow in fellows)
        if not company:
            continue
        number = min(company, key=lambda number: (-company[number], number))
        if number != home[work_id] and len(themes[number].steps) < rule.largest:
            themes[number].steps[work_id] = ("bridge", f"It is in semantic group {second} too, whose works are here.")


def _homes(themes: Sequence[GatheredTheme]) -> dict[str, int]:
    return {work_id: number for number, theme in enumerate(themes) for work_id in theme.steps}


def _nearest(
    works: Sequence[str], themes: Sequence[GatheredTheme], terms: Mapping[str, AbstractSet[str]]
) -> list[GatheredTheme]:
    groups = [[terms[work_id] for work_id in sorted(theme.steps)] for theme in themes]
    return [themes[number] for number in rank_groups([terms[work_id] for work_id in sorted(works)], groups)]


def _by_size(theme: GatheredTheme) -> tuple[int, str]:
    return len(theme.steps), min(theme.steps)
