"""How well being co-cited or coupled with relevant works tells relevance, beside the semantic score and combined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import orjson
import polars as pl

from tasks.screening.tasks import STRUCTURAL_LINKS, THRESHOLD
from tests.benchmarks.recall import Search, search_world
from tests.benchmarks.rows import Row, average, share
from tests.benchmarks.worlds import World

_CANDIDATES = "candidates of snowballing"
_ALL = "all works, linked to stage 0"
_RULES = ("structural", "semantic", "both", "either", "structural alone")


def measure_structural(worlds: Sequence[World], quality: str) -> list[Row]:
    """Return precision and recall of the rules for each world, then their means over worlds."""
    rows: list[Row] = []
    for world in worlds:
        search = search_world(world, quality)
        rows += _compare(world, _CANDIDATES, *_judge_candidates(search))
        rows += _compare(world, _ALL, *_judge_all(world, search))
    return rows + average(
        rows,
        [
            f"{pool}: {rule}, {measure}"
            for pool in (_CANDIDATES, _ALL)
            for rule in _RULES
            for measure in ("precision", "recall")
        ],
    )


def _judge_candidates(search: Search) -> tuple[set[str], set[str], set[str]]:
    """Return the candidates of the diffusion stages, those the structural and those the semantic rule would include."""
    pool, structural, semantic = set(), set(), set()
    for row in search.decisions.filter(pl.col("stage") > 0).iter_rows(named=True):
        features: dict[str, Any] = orjson.loads(row["features"] or "{}")
        pool.add(row["work_id"])
        if max(features.get("cocited_with", 0), features.get("coupled_with", 0)) >= STRUCTURAL_LINKS:
            structural.add(row["work_id"])
        if row["score"] > THRESHOLD:
            semantic.add(row["work_id"])
    return pool, structural, semantic


def _judge_all(world: World, search: Search) -> tuple[set[str], set[str], set[str]]:
    """Return the world's works not in its first relevant set, and those each rule would include, given that set.

    What was never screened has no score, so the semantic rule does not include it.
    """
    relevant = set(search.decisions.filter((pl.col("stage") == 0) & pl.col("accepted"))["work_id"])
    links = count_structural_links(world, relevant)
    pool = set(world.references) - relevant
    structural = {work_id for work_id in pool if max(links[work_id]) >= STRUCTURAL_LINKS}
    return pool, structural, set(search.decisions.filter(pl.col("score") > THRESHOLD)["work_id"]) & pool


def count_structural_links(world: World, relevant: set[str]) -> dict[str, tuple[int, int]]:
    """Return for every work of the world with how many relevant works it is cited together, and shares references.

    Co-citation after Small (1973), bibliographic coupling after Kessler (1963); references outside the world count.
    """
    cited_with: defaultdict[str, set[str]] = defaultdict(set)
    users: defaultdict[str, set[str]] = defaultdict(set)
    for work_id, references in world.references.items():
        for cited in references:
            cited_with[cited] |= relevant.intersection(references)
            if work_id in relevant:
                users[cited].add(work_id)
    counts = {}
    for work_id, references in world.references.items():
        coupled = {user for cited in references for user in users[cited]}
        counts[work_id] = (len(cited_with[work_id] - {work_id}), len(coupled - {work_id}))
    return counts


def _compare(world: World, where: str, pool: set[str], structural: set[str], semantic: set[str]) -> list[Row]:
    """Return works included, precision and recall of each rule; precision has including the whole pool as its peer.

    "structural alone" is what auto-inclusion would add to the score.
    """
    gold = world.gold & pool
    included = {
        "structural": structural,
        "semantic": semantic,
        "both": structural & semantic,
        "either": structural | semantic,
        "structural alone": structural - semantic,
    }
    rows = [Row(world.name, f"{where}: works", len(pool)), Row(world.name, f"{where}: included", len(gold))]
    for rule in _RULES:
        works = included[rule]
        hits, prevalence = len(works & gold), share(len(gold), len(pool))
        rows += [
            Row(world.name, f"{where}: {rule}, works", len(works)),
            Row(world.name, f"{where}: {rule}, precision", share(hits, len(works)), peer=prevalence),
            Row(world.name, f"{where}: {rule}, recall", share(hits, len(gold)), peer=share(len(works), len(pool))),
        ]
    return rows
