"""Two ways of grouping the same works, crossed: which works share a topic group and a semantic group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contingency:
    """Every work in one cell (topic group, semantic group); `second` is the other semantic group of works in two.

    `cells` holds the works of each cell that has some, by id; cells are in order.
    """

    cell_of: Mapping[str, Cell]
    second: Mapping[str, int]
    cells: Mapping[Cell, tuple[str, ...]]


def cross_groups(topic_of: Mapping[str, int], semantic: Sequence[Sequence[str]]) -> Contingency:
    """Return the works crossed by their groups.

    A work in two semantic groups is counted in the one that holds more works of its topic group (of those in one group
    only), in case of a tie the first.

    Args:
        topic_of: The topic group of each work.
        semantic: The works of each semantic group; every work is in at least one. Beyond two, groups don't count.
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
