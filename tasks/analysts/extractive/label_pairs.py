"""Two phrases that name a theme together where none does alone: "Old roads and stone bridges"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from tasks.analysts.extractive.label_holding import HOLDS_FOR, share_of
from tasks.analysts.extractive.title_phrases import content_of

_MOST_TERMS, _ALIKE = 3, 0.5
_BEST = 40  # phrases of which all pairs are looked at


def join_two(
    phrases: Sequence[str], scores: Mapping[str, float], works: Sequence[AbstractSet[str]], weak: AbstractSet[str]
) -> tuple[str, str] | None:
    """Return the two phrases, the one of more works first, that score best and hold together for half of the works.

    They share at most words that tell no theme from another (`weak`), better none. `works` are given by their terms.
    Long phrases, and those that join two things themselves, are left out. None where no two are enough.
    """
    single = [one for one in phrases if " and " not in one and len(content_of(one)) <= _MOST_TERMS]
    best = sorted(single, key=lambda one: (-scores[one], one))[:_BEST]
    own = {one: frozenset(content_of(one)) for one in best}
    fit = {
        (one, other): (scores[one] + scores[other]) * held * (_ALIKE if own[one] & own[other] else 1)
        for one, other in combinations(best, 2)
        if own[one] & own[other] <= weak and (held := share_of(one, works, other)) >= HOLDS_FOR
    }
    if not fit:
        return None
    one, other = min(fit, key=lambda pair: (-fit[pair], pair))
    return (one, other) if share_of(one, works) >= share_of(other, works) else (other, one)
