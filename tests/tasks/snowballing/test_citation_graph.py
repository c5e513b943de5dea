"""The citation graph's metrics, on graphs small enough to check by hand."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest

from tasks.snowballing.citation_graph import GRAPH_METRIC_SCHEMA, measure_graph

AS_OF = 2023


def make_edges(pairs):
    return pl.DataFrame(pairs, schema={"citing_id": pl.String, "cited_id": pl.String}, orient="row")


def make_citations(rows=()):
    return pl.DataFrame(list(rows), schema={"work_id": pl.String, "year": pl.Int64, "count": pl.Int64}, orient="row")


def make_years(rows=()):
    return pl.DataFrame(list(rows), schema={"work_id": pl.String, "year": pl.Int64}, orient="row")


def measure(work_ids, pairs=(), citations=(), years=()):
    frame = measure_graph(work_ids, make_edges(list(pairs)), make_citations(citations), make_years(years), AS_OF)
    return {row["work_id"]: row for row in frame.iter_rows(named=True)}


def test_without_works_the_frame_is_empty_and_typed():
    """No works give no rows, with the columns that the ledger expects."""
    frame = measure_graph([], make_edges([("A", "B")]), make_citations([("A", 2023, 1)]), make_years(), AS_OF)
    assert frame.is_empty()
    assert dict(frame.schema) == GRAPH_METRIC_SCHEMA


def test_in_degree_counts_each_given_citing_work_once():
    """Repeated edges, self-citations and works outside the set do not count."""
    pairs = [("A", "C"), ("A", "C"), ("B", "C"), ("C", "C"), ("X", "C"), ("C", "X")]
    rows = measure(["C", "B", "A", "A"], pairs)
    assert list(rows) == ["A", "B", "C"]
    assert [row["in_degree"] for row in rows.values()] == [0, 0, 2]


def test_betweenness_finds_the_bridge_whoever_cites_whom():
    """On the path A-B-C, B lies on the only shortest path between the others, in any direction of citing."""
    for pairs in ([("A", "B"), ("B", "C")], [("B", "A"), ("B", "C")], [("A", "B"), ("C", "B"), ("B", "C")]):
        rows = measure(["A", "B", "C"], pairs)
        assert [row["betweenness"] for row in rows.values()] == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("published", "counts", "velocity"),
    [
        (2010, [(2020, 99), (2021, 3), (2022, 4), (2023, 5), (2024, 99)], 4.0),
        (2022, [(2022, 2), (2023, 5)], 3.5),
        (2023, [(2023, 7)], 7.0),
        (2024, [(2023, 7)], 7.0),
        (None, [(2023, 7)], 2.333333),
        (2010, [(2015, 50)], 0.0),
        (2010, [], 0.0),
    ],
)
def test_velocity_is_per_year_lived_in_the_last_three(published, counts, velocity):
    """Only the years as_of-2 to as_of count, divided by those in which the work existed; unknown is 0."""
    rows = measure(["A"], (), [("A", year, count) for year, count in counts], [("A", published)])
    assert rows["A"]["velocity"] == velocity


def test_communities_are_works_cited_together():
    """Two sets of works, each cited by its own readers, are two communities, the larger first; the uncited are -1."""
    large, small = ["D1", "D2", "D3", "D4"], ["B1", "B2", "B3"]
    pairs = [(f"R{n}", cited) for n in range(3) for cited in large] + [
        (f"S{n}", cited) for n in range(3) for cited in small
    ]
    readers = sorted({citing for citing, _ in pairs})
    rows = measure([*large, *small, *readers, "Z"], pairs)
    assert {rows[work]["community"] for work in large} == {0}
    assert {rows[work]["community"] for work in small} == {1}
    assert {rows[work]["community"] for work in [*readers, "Z"]} == {-1}


def test_communities_of_equal_size_are_numbered_by_smallest_id():
    """The tie between communities of one size goes to the one with the smallest work id."""
    pairs = [("R", "C1"), ("R", "C2"), ("S", "A1"), ("S", "A2")]
    rows = measure(["R", "S", "C1", "C2", "A1", "A2"], pairs)
    assert [rows[work]["community"] for work in ("A1", "A2", "C1", "C2")] == [0, 0, 1, 1]


def make_random_graph(works, links, seed):
    chance = random.Random(seed)  # noqa: S311 - test data, not a secret
    ids = [f"W{number:04}" for number in range(works)]
    return ids, [tuple(chance.sample(ids, 2)) for _ in range(links)]


def test_the_order_of_the_input_does_not_matter():
    """Shuffled works and edges give the same frame, also where betweenness is sampled."""
    ids, pairs = make_random_graph(520, 2_000, seed=1)
    frames = []
    for seed in (2, 3):
        random.Random(seed).shuffle(ids)  # noqa: S311 - as above
        random.Random(seed).shuffle(pairs)  # noqa: S311 - as above
        frames.append(measure_graph(ids, make_edges(pairs), make_citations(), make_years(), AS_OF))
    assert frames[0].equals(frames[1])
    assert frames[0]["community"].max() > 1
    assert frames[0]["betweenness"].max() > 0


def test_another_process_measures_the_same():
    """The order in which a process walks through sets of strings does not show in any metric."""
    ids, pairs = make_random_graph(60, 300, seed=4)
    script = (
        "import json, sys, polars as pl\n"
        "from tasks.snowballing.citation_graph import measure_graph\n"
        "ids, pairs = json.load(sys.stdin)\n"
        "edges = pl.DataFrame(pairs, schema=['citing_id', 'cited_id'], orient='row')\n"
        "counts = pl.DataFrame(schema={'work_id': pl.String, 'year': pl.Int64, 'count': pl.Int64})\n"
        "print(measure_graph(ids, edges, counts, counts.drop('count'), 2023).write_csv())"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).resolve().parents[3],
            input=json.dumps([ids, pairs]),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") > 60


def test_a_large_corpus_is_measured_whole():
    """600 works with 8,000 links among them, and one work that cites them all: each has its row."""
    ids, pairs = make_random_graph(600, 7_400, seed=5)
    pairs += [(ids[0], cited) for cited in ids[1:]]
    frame = measure_graph(ids, make_edges(pairs), make_citations(), make_years(), AS_OF)
    assert frame.height == 600


def test_a_clique_has_no_bridge():
    """Where every work cites every other, no work lies between two others."""
    rows = measure(["A", "B", "C", "D"], combinations("ABCD", 2))
    assert {row["betweenness"] for row in rows.values()} == {0.0}
