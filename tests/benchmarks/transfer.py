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
from tasks.screening.inclusion_bound import OFFSET, SLOPE, bound_inclusion, expect_relevance
from tests.benchmarks.made_worlds import Made, make_worlds
from tests.benchmarks.pools import read_rated_pool
from tests.benchmarks.rank import describe_ranking
from tests.benchmarks.recall import Search, find_reachable, search_world
from tests.benchmarks.rows import MEAN, Row

Choice = tuple[float, ...]
# By family, then world, then choice: the figures of that choice.
Figures = dict[str, dict[str, dict[Choice, tuple[float, ...]]]]

_EQUAL = (1.0, 1.0)
_WEIGHTS = tuple(product((0.5, 1.0, 2.0), repeat=2))
_INCLUDED = ("log-likelihood a work", "included of reachable", "precision of included", "share of found included")
_SLOPES = (0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.8)
_OFFSETS = (-3.0, -2.75, -2.5, -2.25, -2.0, -1.75, -1.5, -1.0)
_CURVES = tuple(product(_SLOPES, _OFFSETS))


def measure_transfer(*, searches: bool) -> list[Row]:
    """Return the figures of the settings in use, of those chosen on all worlds and of those chosen on the others.

    For the ranking (AUC and recall at 25%) these are the weights of links and of citations a year against wording. With
    `searches`, which takes an hour, also the curve from scores to relevance by which works are included when a search
    has ended: the one under which the relevance of the works judged is most likely where it is chosen. The last rows
    are means over families.
    """
    with TemporaryDirectory(prefix="litreview-bench-") as folder:
        worlds = list(make_worlds(Path(folder)))
        rows = _describe(measure_weights(worlds), ("AUC", "recall at 25%"), _EQUAL, _choose_weights)
        if searches:
            kept = (
                "log-likelihood a work",
                "included of reachable",
                "precision of included",
                "share of found included",
            )
            rows += _describe(measure_curves(worlds), kept, (SLOPE, OFFSET), _choose_curve)
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


def measure_curves(worlds: Iterable[Made]) -> Figures:
    """Return how likely each curve makes what is relevant, and what including by it keeps of a search of each world.

    That is the log-likelihood a work judged, the share of the works to find that is included, their share of those
    included, and the share of the works found that is included. To find are included works that citations reach from
    the first search, and those that a search by words came upon. The search does not depend on the curve.
    """
    figures: Figures = defaultdict(dict)
    for made in worlds:
        search = search_world(made.world, "high_quality")
        seen = set(search.discoveries["work_id"])
        reachable = made.world.gold & (seen | find_reachable(made.world, _find_first(search)))
        judged = search.decisions.filter(pl.col("score").is_not_null())
        if not reachable or judged.is_empty():
            continue
        scores, relevant = judged["score"].to_numpy(), judged["work_id"].is_in(sorted(made.world.gold)).to_numpy()
        figures[made.family][made.world.name] = own = {}
        for slope, offset in _CURVES:
            expected = expect_relevance(scores, slope=slope, offset=offset)
            kept = scores > bound_inclusion(scores.tolist(), slope=slope, offset=offset)
            found = int(relevant[kept].sum())
            own[slope, offset] = (
                float(np.log(np.where(relevant, expected, 1 - expected)).mean()),
                found / len(reachable),
                found / max(1, int(kept.sum())),
                float(kept.sum()) / len(seen),
            )
    return figures


def _find_first(search: Search) -> set[str]:
    return set(search.discoveries.filter(pl.col("stage") == 0)["work_id"])


def _choose_weights(means: Mapping[Choice, tuple[float, ...]]) -> Choice:
    return max(means, key=lambda choice: sum(means[choice]))


def _choose_curve(means: Mapping[Choice, tuple[float, ...]]) -> Choice:
    return max(means, key=lambda choice: means[choice][0])


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
