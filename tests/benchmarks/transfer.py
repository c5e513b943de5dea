"""Whether settings chosen on some worlds hold on others: in-sample against left-out figures.

A setting is chosen on every family of worlds but one and measured on that one. Families count the same, and so do the
worlds of a family.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl

from tasks.screening.cold_start import Meaning, learn_from_best, phrase_topic, weigh_evidence
from tasks.screening.embeddings import embed_texts
from tasks.screening.features import build_features
from tasks.screening.tasks import THRESHOLD
from tests.benchmarks.made_worlds import Made, make_worlds
from tests.benchmarks.pools import read_rated_pool
from tests.benchmarks.rank import describe_ranking
from tests.benchmarks.recall import describe_search, search_world
from tests.benchmarks.rows import MEAN, Row

Choice = tuple[float, ...]
# By family, then world, then choice: the figures of that choice.
Figures = dict[str, dict[str, dict[Choice, tuple[float, ...]]]]

_EQUAL = (1.0, 1.0)
_WEIGHTS = tuple(product((0.5, 1.0, 2.0), repeat=2))
_BOUNDS = tuple((round(0.3 + 0.05 * step, 2),) for step in range(11))
_TARGET = 0.75


def measure_transfer(*, searches: bool) -> list[Row]:
    """Return the figures of the settings in use, of those chosen on all worlds and of those chosen on the others.

    For the ranking (AUC and recall at 25%) these are the weights of links and of citations a year against wording. With
    `searches`, which takes an hour, also the bound that a score must pass to include a work: the largest with which
    three quarters of the reachable works are included where it is chosen. The last rows are means over families.
    """
    with TemporaryDirectory(prefix="litreview-bench-") as folder:
        worlds = list(make_worlds(Path(folder)))
        rows = _describe(measure_weights(worlds), ("AUC", "recall at 25%"), _EQUAL, _choose_weights)
        if searches:
            kept = ("included of reachable", "precision of included")
            rows += _describe(measure_bounds(worlds), kept, (THRESHOLD,), _choose_bound)
    return rows


def measure_weights(worlds: Iterable[Made]) -> Figures:
    """Return AUC and recall at 25% of the cold ranking under each choice of weights."""
    figures: Figures = defaultdict(dict)
    vectors: dict[str, tuple[float, ...]] = {}
    for made in worlds:
        pool, rates = read_rated_pool(made.world)
        queries = phrase_topic(made.world.title)
        missing = [text for text in dict.fromkeys((*pool.texts, *queries)) if text not in vectors]
        vectors |= dict(zip(missing, embed_texts(missing), strict=True))
        meaning = Meaning(*(np.array([vectors[text] for text in texts]) for texts in (pool.texts, queries)))
        features = build_features(pool)
        figures[made.family][made.world.name] = own = {}
        for links, citations in _WEIGHTS:
            first = weigh_evidence(pool, queries, meaning, rates, links=links, citations=citations)
            rows = describe_ranking(made.world, pool, first + learn_from_best(features, first))
            own[links, citations] = (rows[0].value or 0.0, rows[1].value or 0.0)
    return figures


def measure_bounds(worlds: Iterable[Made]) -> Figures:
    """Return, for each bound on the score, the share of the reachable works it includes, and their share of included.

    One search of each world gives the scores; a search with another bound would follow other works.
    """
    figures: Figures = defaultdict(dict)
    for made in worlds:
        search = search_world(made.world, "high_quality")
        reachable = {row.measure: row.value for row in describe_search(made.world, search)}["reachable"]
        if not reachable:
            continue
        figures[made.family][made.world.name] = own = {}
        for bound in _BOUNDS:
            kept = set(search.decisions.filter(pl.col("score") > bound[0])["work_id"])
            found = len(kept & made.world.gold)
            own[bound] = (found / (reachable * len(made.world.gold)), found / max(1, len(kept)))
    return figures


def _choose_weights(means: Mapping[Choice, tuple[float, ...]]) -> Choice:
    return max(means, key=lambda choice: sum(means[choice]))


def _choose_bound(means: Mapping[Choice, tuple[float, ...]]) -> Choice:
    enough = [bound for bound, (found, *_) in means.items() if found >= _TARGET]
    return max(enough, default=min(means))


def _average(figures: Figures, families: Iterable[str]) -> dict[Choice, tuple[float, ...]]:
    """Return the mean figures of each choice, over the worlds of a family and then over families."""
    by_family = [list(figures[family].values()) for family in families]
    return {
        choice: tuple(
            fmean(fmean(world[choice][place] for world in worlds) for worlds in by_family)
            for place in range(len(by_family[0][0][choice]))
        )
        for choice in by_family[0][0]
    }


def _describe(
    figures: Figures,
    measures: tuple[str, ...],
    in_use: Choice,
    choose: Callable[[Mapping[Choice, tuple[float, ...]]], Choice],
) -> list[Row]:
    """Return by family the figures of the choice in use, of the best for all and of the best for the others."""
    best = choose(_average(figures, figures))
    rows: list[Row] = []
    ways: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for family in figures:
        others = choose(_average(figures, [other for other in figures if other != family] or [family]))
        own = _average(figures, [family])
        for way, choice in (("as used", in_use), ("in sample", best), ("left out", others)):
            ways[way].append(own[choice])
            rows += [
                Row(family, f"{measure}, {way}", round(value, 4))
                for measure, value in zip(measures, own[choice], strict=True)
            ]
    return rows + [
        Row(MEAN, f"{measure}, {way}", round(fmean(values[place] for values in found), 4))
        for way, found in ways.items()
        for place, measure in enumerate(measures)
    ]
