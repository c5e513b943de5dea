"""Groups that are what other groups left over: their words hardly occur together, and their works are nearer to others.

Such a group is no theme; its works go to the groups they are nearest to, as far as that can be measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from tasks.themes.dividing import count_largest
from tasks.themes.merging import size_rule
from tasks.themes.words import rank_groups

_INCOHERENT = -0.1  # of the mean NPMI of its words: below 0, they occur together less often than by chance
_FITTING = 0.75  # of its works are nearer to another group


def dissolve_remainders(
    groups: Sequence[Sequence[str]], coherence: Sequence[float], terms: Mapping[str, AbstractSet[str]]
) -> dict[str, int]:
    """Return the number of the group that each work of a dissolved group goes to; empty where none is dissolved.

    A group is dissolved, the least coherent first, if its coherence is below -0.1 and at least 75% of its works are
    nearer to another group, by words, than to the rest of their own. Numbers of groups stay within the rule, and none
    grows above 30% of 25 or more works.

    Args:
        groups: The works of each group; every work in one.
        coherence: The coherence of each group in [-1, 1].
        terms: The words of each work, as a set.
    """
    works = sum(map(len, groups))
    rule, largest = size_rule(works), count_largest(works)
    standing = {number: list(works) for number, works in enumerate(groups)}
    moved: dict[str, int] = {}
    for number in sorted(standing, key=lambda number: (coherence[number], number)):
        if coherence[number] >= _INCOHERENT or len(standing) <= rule.fewest:
            break
        others = [other for other in standing if other != number]
        homes, nearer = _find_homes(standing[number], [standing[other] for other in others], terms)
        grown = {other: standing[other] + [one for one, at in homes.items() if others[at] == other] for other in others}
        if nearer < _FITTING * len(homes) or max(map(len, grown.values())) > largest:
            continue
        moved |= {work_id: others[at] for work_id, at in homes.items()}
        standing = grown
    return moved


def _find_homes(
    works: Sequence[str], others: Sequence[Sequence[str]], terms: Mapping[str, AbstractSet[str]]
) -> tuple[dict[str, int], int]:
    """Return the nearest of the other groups of each work, and of how many works it is nearer than their own."""
    homes: dict[str, int] = {}
    nearer = 0
    for work_id in sorted(works):
        rest = [terms[one] for one in works if one != work_id]
        groups = [[terms[one] for one in group] for group in others]
        ranked = rank_groups([terms[work_id]], [*groups, rest] if rest else groups)
        homes[work_id] = next(at for at in ranked if at < len(others))
        nearer += ranked[0] < len(others)
    return homes, nearer
