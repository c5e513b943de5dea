"""The rank bench measures a ranking as one would by hand, and real worlds as promised."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from tasks.screening.cold_start import phrase_topic, rank_cold
from tasks.screening.features import RankingPool, build_features
from tests.benchmarks.pools import read_rated_pool
from tests.benchmarks.rank import count_outstanding, describe_cutoff, describe_ranking, measure_rank
from tests.benchmarks.rows import MEAN
from tests.benchmarks.worlds import World, read_world

pytestmark = pytest.mark.slow


def made_up(gold: set[str], count: int) -> tuple[World, RankingPool]:
    ids = tuple(f"W{i}" for i in range(count))
    pool = RankingPool(ids, ids, ((),) * count)
    return World("made up", Path("works.jsonl.gz"), "title", dict.fromkeys(ids, ()), frozenset(gold)), pool


def test_a_ranking_is_measured():
    """Of eight works with W0 and W3 to find, W0 first and W3 third: one of 12 pairs is in the wrong order."""
    world, pool = made_up({"W0", "W3"}, 8)
    rows = {row.measure: row for row in describe_ranking(world, pool, np.array([8.0, 7, 5, 6, 4, 3, 2, 1]))}
    assert rows["AUC"].value == pytest.approx(11 / 12, abs=1e-4)
    assert (rows["recall at 25%"].value, rows["recall at 25%"].bound) == (0.5, 1.0)
    assert rows["recall at 3 x included"].value == 1.0


def test_a_world_of_nothing_but_included_works_has_no_area():
    """Without a work to tell them from, there is no AUC; a quarter of the pool holds a quarter at best."""
    world, pool = made_up({f"W{i}" for i in range(4)}, 4)
    rows = {row.measure: row for row in describe_ranking(world, pool, np.arange(4.0))}
    assert rows["AUC"].value is None
    assert (rows["recall at 25%"].value, rows["recall at 25%"].bound) == (0.25, 0.25)


def test_a_cutoff_is_measured():
    """Two works stand far out, one of them is one of the two included."""
    world, pool = made_up({"W0", "W5"}, 30)
    scores = np.linspace(1, 0, 30)
    scores[:2] = 10
    assert [row.value for row in describe_cutoff(world, pool, scores)] == [2, 1.0, 0.5]


def test_a_small_world_has_all_rows(tmp_path):
    """The bench embeds, ranks and averages a world from its folder, the peers beside it."""
    subjects = [
        "Hair cortisol in obesity",
        "Obesity and hair glucocorticoids",
        *(f"Soil of area {i}" for i in range(6)),
    ]
    works = [{"id": f"https://openalex.org/W{i}", "title": title} for i, title in enumerate(subjects)]
    (tmp_path / "works.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, works)).encode()))
    (tmp_path / "labels.csv").write_text("openalex_id,included\nW0,1\nW1,1\nW2,0\n")
    (tmp_path / "review.json").write_text('{"review_title": "Hair cortisol and obesity: a systematic review"}')
    rows = measure_rank([read_world(tmp_path)])
    values = {(row.world, row.measure): row.value for row in rows}
    for name in ("AUC", "AUC, BM25 alone", "AUC, MiniLM alone", "recall at 25%", "recall at 25%, MiniLM alone"):
        assert values[MEAN, name] == 1.0
    assert (MEAN, "included that stand out") in values


def test_real_worlds_are_ranked_without_a_model(shared_data):
    """On two gold worlds the title's words, links and feedback alone reach what is asked: AUC 0.80, recall 0.70."""
    for name in ("oud_2018", "donners_2021"):
        world = read_world(shared_data / "worlds" / name)
        pool, rates = read_rated_pool(world)
        scores = rank_cold(build_features(pool), phrase_topic(world.title), None, rates)
        rows = {row.measure: row.value for row in describe_ranking(world, pool, scores)}
        assert rows["AUC"] >= 0.9
        assert rows["recall at 25%"] >= 0.85


def test_what_stands_out_is_counted():
    """Works far above the bulk are counted, those of the bulk are not; equal scores and no scores have none."""
    bulk = np.linspace(-1, 1, 101)
    assert count_outstanding(np.concatenate([bulk, [5.0, 6.0, 7.0]])) == 3
    assert count_outstanding(np.zeros(10)) == 0
    assert count_outstanding(np.zeros(0)) == 0
