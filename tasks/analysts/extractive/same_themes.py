"""Groups that are one theme under several names: the same phrase names each of them best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from tasks.themes.dividing import count_largest
from tasks.themes.merging import size_rule
from tasks.themes.words import rank_groups

Named = Callable[[Sequence[Sequence[str]]], Sequence[tuple[AbstractSet[str], ...]]]
"""What names each of the groups of works best, whatever names the others: its terms, then fewer of them each time."""


def join_same(groups: Sequence[Sequence[str]], name: Named, terms: Mapping[str, AbstractSet[str]]) -> list[list[str]]:
    """Return the groups with those that have one name made one, the smallest first into the nearest of its name.

    What is one by all terms of its names goes before what is one by fewer; no terms make nothing one. Numbers of
    groups stay within the rule (`tasks.themes.merging.size_rule`), and none grows above 30% of 25 or more works.

    Args:
        groups: The works of each group; every work in one.
        name: What names groups.
        terms: The words of each work, as a set.
    """
    standing = [list(group) for group in groups]
    works = sum(map(len, standing))
    rule, largest = size_rule(works), count_largest(works)
    while len(standing) > rule.fewest:
        alike = _find_alike(standing, name(standing), largest)
        if not alike:
            break
        small = min((number for pair in alike for number in pair), key=lambda number: (len(standing[number]), number))
        fellows = sorted({number for pair in alike if small in pair for number in pair} - {small})
        ranked = rank_groups(
            [terms[one] for one in sorted(standing[small])],
            [[terms[one] for one in sorted(standing[other])] for other in fellows],
        )
        standing[fellows[ranked[0]]] += standing[small]
        del standing[small]
    return standing


def _find_alike(
    groups: Sequence[Sequence[str]], names: Sequence[tuple[AbstractSet[str], ...]], largest: int
) -> list[tuple[int, int]]:
    """Return the pairs of groups of one name that are not too large together, by the most terms that make any one."""
    for at in range(max(map(len, names))):
        alike = [
            (one, other)
            for one, other in combinations(range(len(groups)), 2)
            if names[one][at]
            and names[one][at] == names[other][at]
            and len(groups[one]) + len(groups[other]) <= largest
        ]
        if alike:
            return alike
    return []


def send_home(
    groups: Sequence[Sequence[str]],
    labels: Sequence[Sequence[str]],
    telling: Sequence[AbstractSet[str]],
    titles: Mapping[str, Sequence[str]],
    terms: Mapping[str, AbstractSet[str]],
) -> list[list[str]]:
    """Return the groups with each work whose title holds the label of another group, not of its own, in that one.

    A title holds a label whose terms stand there side by side; of the label of its own group those are enough that tell
    it apart. Of several such groups it is the nearest by words. A label that over 30% of all titles hold draws none. No
    group becomes smaller than the rule has it, or larger than 30% of 25 or more works.

    Args:
        groups: The works of each group; every work in one.
        labels: The terms of the label of each group, in order; none where it is no reason to move.
        telling: Those of them that tell the group from others, if any do.
        titles: The terms of each work's title, in order.
        terms: The words of each work, as a set.
    """
    works = sum(map(len, groups))
    rule, largest = size_rule(works), count_largest(works)
    standing = [list(group) for group in groups]
    drawing = [
        label if sum(_stands_in(label, title) for title in titles.values()) <= largest else () for label in labels
    ]
    for number, group in enumerate(groups):
        for work_id in group:
            homes = [other for other, label in enumerate(drawing) if label and _stands_in(label, titles[work_id])]
            stays = number in homes or (telling[number] and telling[number] <= set(titles[work_id]))
            if not homes or stays or len(standing[number]) <= rule.smallest:
                continue
            ranked = rank_groups([terms[work_id]], [[terms[one] for one in groups[home]] for home in homes])
            home = homes[ranked[0]]
            if len(standing[home]) < largest:
                standing[number].remove(work_id)
                standing[home].append(work_id)
    return standing


def _stands_in(label: Sequence[str], title: Sequence[str]) -> bool:
    return any(list(title[at : at + len(label)]) == list(label) for at in range(len(title) - len(label) + 1))
