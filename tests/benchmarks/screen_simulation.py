"""A review simulated with its published decisions: which works the ranker has screened, in order."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from storage.core.errors import InputError
from tasks.screening.features import Features, RankingPool, build_features
from tasks.screening.learner import rank_by_decisions
from tests.benchmarks.pools import read_pool
from tests.benchmarks.worlds import World

_RECALL = 0.95
_GROWTH = 30


@dataclass(frozen=True, eq=False)
class Labelled:
    """A world's pool with the published decision on each work, by place, and how many included works to find in all."""

    pool: RankingPool
    included: NDArray[np.bool_]
    needed: int


def label_pool(world: World) -> Labelled:
    """Return the world labelled; `needed` is 95% of the included works but one, rounded up, and that one, the prior.

    Raises:
        InputError: the world excludes no work.
    """
    pool = read_pool(world)
    included = np.array([work_id in world.gold for work_id in pool.work_ids])
    if included.all():
        raise InputError(f"the world '{world.name}' excludes no work, so screening cannot be measured; add some")
    return Labelled(pool, included, math.ceil(round(_RECALL * (len(world.gold) - 1), 9)) + 1)


def draw_priors(included: NDArray[np.bool_], seed: int) -> tuple[int, int]:
    """Return the places of one included and one excluded work, drawn by the seed."""
    draw = random.Random(seed)  # noqa: S311 - a draw to be repeated, no secret
    return draw.choice(np.flatnonzero(included).tolist()), draw.choice(np.flatnonzero(~included).tolist())


def simulate_screening(labelled: Labelled, features: Features, priors: Sequence[int]) -> list[int]:
    """Return the places screened after the priors, in order, until the needed included works are found.

    The best of the undecided works are screened next: one at a time, from 60 decisions on a thirtieth of them.
    """
    labels = {place: bool(labelled.included[place]) for place in priors}
    screened: list[int] = []
    found = sum(labels.values())
    while found < labelled.needed:
        scores = rank_by_decisions(features, labels).scores
        ranked = [place for place in np.argsort(-scores, kind="stable").tolist() if place not in labels]
        for place in ranked[: max(1, len(labels) // _GROWTH)]:
            labels[place] = bool(labelled.included[place])
            screened.append(place)
            found += labels[place]
            if found == labelled.needed:
                break
    return screened


def join_half(labelled: Labelled, seed: int, *, imports: bool) -> tuple[Labelled, list[int]]:
    """Return a pool in which half of the works, drawn by the seed, is to be screened, and the places of the priors.

    With `imports` the priors are the other half with its labels, else one included and one excluded work of it, and the
    rest of that half is not there. `needed` is 95% of the included works to be screened, rounded up, and the priors'.
    """
    draw = random.Random(seed)  # noqa: S311 - a draw to be repeated, no secret
    drawn = []
    for verdict in (True, False):
        places = np.flatnonzero(labelled.included == verdict).tolist()
        drawn.append(sorted(draw.sample(places, len(places) // 2)))
    known = {place for places in drawn for place in (places if imports else places[:1])}
    held = set(range(len(labelled.included))) - {place for places in drawn for place in places}
    kept = sorted(known | held)
    pool = labelled.pool
    part = RankingPool(
        tuple(pool.work_ids[place] for place in kept),
        tuple(pool.texts[place] for place in kept),
        tuple(pool.references[place] for place in kept),
    )
    priors = [new for new, place in enumerate(kept) if place in known]
    included = labelled.included[kept]
    to_find = int(included.sum() - included[priors].sum())
    return Labelled(part, included, math.ceil(round(_RECALL * to_find, 9)) + int(included[priors].sum())), priors


def simulate_with_title(labelled: Labelled, title: str, seeds: Sequence[int]) -> list[list[int]]:
    """Return for each seed what is screened when the review's title stands beside the priors as an included work."""
    pool = labelled.pool
    titled = RankingPool((*pool.work_ids, "title"), (*pool.texts, title), (*pool.references, ()))
    included = np.append(labelled.included, True)
    features = build_features(titled)
    place = len(pool.work_ids)
    again = Labelled(titled, included, labelled.needed + 1)
    return [simulate_screening(again, features, (*draw_priors(labelled.included, seed), place)) for seed in seeds]
