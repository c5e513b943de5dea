"""Recall is measured on a real search of a small world, and by hand on made-up outcomes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import polars as pl
import pytest

from storage.core.errors import InputError
from tests.benchmarks.commands import bench_app
from tests.benchmarks.recall import Search, describe_search, find_reachable, measure_recall
from tests.benchmarks.rows import Row, average, share, write_json, write_table
from tests.benchmarks.structural import count_structural_links, measure_structural
from tests.benchmarks.worlds import World, read_world

pytestmark = pytest.mark.slow

TITLES = {
    "W1": "Hair cortisol and obesity in adults",
    "W2": "Hair cortisol as a marker of stress and obesity",
    "W3": "Obesity and long-term cortisol in hair of children",
    "W4": "Glucocorticoids and body mass",
    "W5": "Soil moisture of alpine meadows",
    "W6": "Bird song in cities",
    "W7": "Cortisone and waist circumference",
}
REFERENCES = {"W1": ["W4", "W5"], "W2": ["W4", "W1"], "W3": ["W4", "W1"]}


def made_up(references: dict[str, tuple[str, ...]], gold: set[str]) -> World:
    return World("made up", Path("works.jsonl.gz"), "title", references, frozenset(gold))


def outcome(found: list[tuple[str, str, int]], accepted: dict[str, bool], corpus: set[str]) -> Search:
    stages = {work_id: stage for work_id, _, stage in reversed(found)}
    return Search(
        pl.DataFrame(found, schema=["work_id", "strategy", "stage"], orient="row"),
        pl.DataFrame(
            [(work_id, stages[work_id], kept, 0.9 if kept else 0.1, None) for work_id, kept in accepted.items()],
            schema=["work_id", "stage", "accepted", "score", "features"],
            orient="row",
        ),
        frozenset(corpus),
    )


@pytest.fixture
def small_world(tmp_path, monkeypatch) -> World:
    """Return a world of seven works, judged with instant vectors from an empty cache."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_ANALYST", "instant")
    folder = tmp_path / "small world"
    folder.mkdir()
    address = "https://openalex.org/"
    records = [
        {
            "id": address + work_id,
            "title": title,
            "publication_year": 2015,
            "type": "article",
            "cited_by_count": 40,
            "referenced_works": [address + cited for cited in REFERENCES.get(work_id, [])],
        }
        for work_id, title in TITLES.items()
    ]
    (folder / "works.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, records)).encode()))
    labels = "".join(f"{address}{work_id},{int(work_id in {'W1', 'W2', 'W7'})}\n" for work_id in TITLES)
    (folder / "labels.csv").write_text("openalex_id,included\n" + labels)
    (folder / "review.json").write_text('{"review_title": "Hair cortisol and obesity: a systematic review"}')
    return read_world(folder)


def values(rows: list[Row], world: str) -> dict[str, float | None]:
    return {row.measure: row.value for row in rows if row.world == world}


def test_a_real_search_is_measured(small_world):
    """Works the search can reach are seen, an isolated one without the topic's words is neither seen nor reachable."""
    rows = measure_recall([small_world], "quick")
    measured = values(rows, "small world")
    assert (measured["works"], measured["included"]) == (7, 3)
    assert measured["reachable"] == measured["seen"] == 0.6667
    assert 0 < measured["screened"] < 7
    assert measured["strategy keyword: included seen"] == 2
    assert measured["stage 0: screened"] + measured.get("stage 1: screened", 0) == measured["screened"]
    assert values(rows, "mean of worlds")["seen"] == measured["seen"]


def test_a_search_without_a_hit_is_measured_too(small_world):
    """A title no work matches gives an empty corpus and shares of zero or none, not an error."""
    lost = World("lost", small_world.works_file, "Zymurgy", small_world.references, small_world.gold)
    measured = values(measure_recall([lost], "quick"), "lost")
    assert (measured["seen"], measured["in corpus"], measured["precision"]) == (0, 0, None)


def test_the_same_world_gives_the_same_rows(small_world):
    """Measuring twice prints the same bytes."""
    once, again = (write_json(measure_structural([small_world], "quick")) for _ in range(2))
    assert once == again


def test_measures_by_hand():
    """Shares, bounds and peers are those a person counts."""
    world = made_up({"W1": ("W2",), "W2": (), "W3": (), "W4": ("W3",), "W5": ()}, {"W1", "W2", "W3", "W5"})
    search = outcome(
        [("W1", "keyword", 0), ("W4", "keyword", 0), ("W1", "expert", 0), ("W2", "backward", 1), ("W4", "forward", 1)],
        {"W1": True, "W4": True, "W2": False},
        {"W1", "W4"},
    )
    rows = {row.measure: row for row in describe_search(world, search)}
    assert (rows["seen"].value, rows["seen"].bound) == (0.5, 0.75)
    assert (rows["in corpus"].value, rows["in corpus"].bound) == (0.25, 0.75)
    assert (rows["precision"].value, rows["precision"].peer) == (0.5, 0.6667)
    assert (rows["screened, included among them"].value, rows["screened, included among them"].peer) == (2, 2.4)
    assert rows["share of the world screened"].value == 0.6
    assert rows["strategy expert: acceptance rate"].value == 1
    assert rows["strategy keyword: included accepted"].value == 1
    assert rows["stage 1: found"].value == 1, "a work found at stage 0 is not a find of stage 1"
    assert rows["stage 1: acceptance rate"].value == 0


def test_reachable_follows_citations_both_ways_inside_the_world():
    """A reference both share outside the world connects nothing; a citation connects in both directions."""
    world = made_up({"W1": ("W2",), "W2": (), "W3": ("W2", "W9"), "W4": ("W9",)}, {"W1"})
    assert find_reachable(world, {"W1"}) == {"W1", "W2", "W3"}
    assert find_reachable(world, set()) == set()


def test_structural_links_are_counted_without_the_work_itself():
    """Co-citation and coupling count distinct relevant works other than the work; outside references couple."""
    world = made_up({"W1": ("W8", "W9"), "W2": ("W9",), "W3": ("W1", "W2"), "W4": ("W1", "W2")}, {"W1"})
    links = count_structural_links(world, {"W1", "W2"})
    assert links == {"W1": (1, 1), "W2": (1, 1), "W3": (0, 0), "W4": (0, 0)}


def test_rows_are_written_for_machines_and_people():
    """JSON has a bound or peer only where there is one, and no number where there is nothing to take a share of."""
    rows = [Row("w", "seen", 0.5, bound=0.75), Row("w", "precision", share(0, 0)), Row("w", "works", 7)]
    assert json.loads(write_json(rows)) == [
        {"world": "w", "seed": 0, "measure": "seen", "value": 0.5, "bound": 0.75},
        {"world": "w", "seed": 0, "measure": "precision", "value": None},
        {"world": "w", "seed": 0, "measure": "works", "value": 7},
    ]
    lines = [line.split() for line in write_table(rows).splitlines()]
    assert lines == [["w"], ["seen", "0.500", "bound", "0.750"], ["precision", "-"], ["works", "7"]]
    assert average([*rows, Row("v", "seen", 1.0)], ["seen", "precision"]) == [
        Row("mean of worlds", "seen", 0.75, bound=0.75)
    ]


def test_the_command_prints_json_alone(small_world, capfd):
    """With --json standard output is one JSON array of rows; a folder that is no world is exit 2."""
    bench_app(
        ["recall", "--world", str(small_world.works_file.parent), "--quality", "quick", "--json"], standalone_mode=False
    )
    rows = json.loads(capfd.readouterr().out)
    assert {"world": "small world", "seed": 0, "measure": "works", "value": 7} in rows
    with pytest.raises(InputError, match=r"has no works\.jsonl\.gz"):
        bench_app(["structural", "--world", str(small_world.works_file.parents[1])], standalone_mode=False)
