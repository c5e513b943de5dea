"""Which group of works a few others are nearest to, by the words they share."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

_DECIMALS = 9


def rank_groups(works: Sequence[AbstractSet[str]], groups: Sequence[Sequence[AbstractSet[str]]]) -> list[int]:
    """Return the numbers of the groups, nearest first, of equally near ones the first; a work is the set of its terms.

    Nearness is the cosine of the groups' profiles: for each term the share of a group's works that hold it, times the
    log of how rare it is among all works given (Salton and Buckley 1988).
    """
    everything = [*works, *(work for group in groups for work in group)]
    held = Counter(term for work in everything for term in work)
    rarity = {term: math.log((1 + len(everything)) / count) for term, count in held.items()}
    profile = _profile(works, rarity)
    nearness = [_cosine(profile, _profile(group, rarity)) for group in groups]
    return sorted(range(len(groups)), key=lambda number: (-nearness[number], number))


def _profile(works: Sequence[AbstractSet[str]], rarity: Mapping[str, float]) -> dict[str, float]:
    held = Counter(term for work in works for term in work)
    return {term: count / len(works) * rarity[term] for term, count in held.items()}


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    # fsum is exact, so that the order in which a set happens to give its terms is of no account.
    product = math.fsum(weight * other[term] for term, weight in one.items() if term in other)
    lengths = math.sqrt(math.fsum(w * w for w in one.values()) * math.fsum(w * w for w in other.values()))
    return round(product / lengths, _DECIMALS) if lengths else 0.0
