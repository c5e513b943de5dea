"""Calls and dollars are measured on a search of a small world through a loopback OpenAlex, bounds by hand."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import polars as pl
import pytest

from storage.core.errors import InputError
from tests.benchmarks.requests import Spending, bound_calls, describe_spending, measure_requests
from tests.benchmarks.servers.world import World
from tests.faults.world import TOPIC, write_world

pytestmark = pytest.mark.slow


def write_works(path: Path, references: dict[str, list[str]]) -> World:
    address = "https://openalex.org/"
    records = [
        {"id": address + work_id, "title": f"Work {work_id}", "referenced_works": [address + cited for cited in cites]}
        for work_id, cites in references.items()
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return World(path)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a world of 27 works on trees, as a folder."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "trees"
    folder.mkdir()
    works = write_world(tmp_path / "works.jsonl").read_bytes()
    (folder / "works.jsonl.gz").write_bytes(gzip.compress(works))
    (folder / "review.json").write_text(json.dumps({"review_title": TOPIC}))
    return folder


def test_a_search_stays_near_its_bound_and_every_call_is_on_record(folder: Path):
    """Each stage takes at most one call above its bound, all together five in a hundred, and the ledger has each."""
    rows = {row.measure: row for row in measure_requests([folder], "quick")}
    stages = [row for measure, row in rows.items() if measure.startswith("stage ") and row.bound is not None]
    assert stages
    assert all(row.value <= row.bound + 1 for row in stages)
    assert rows["stages of snowballing: calls"].value == sum(row.value for row in stages) > 0
    assert rows["stages of snowballing: calls per call of the bound"].value <= 1.05
    # Where citations bring little, as here, searches go on beside them, and are counted apart.
    assert rows["searches beside snowballing: calls"].value > 0
    assert rows["calls on record"].value == rows["calls on record"].peer
    assert rows["retries"].value == 0
    assert 0.01 < rows["dollars"].value < rows["dollars"].bound


def test_the_bound_counts_what_nobody_could_know_before_asking(tmp_path: Path):
    """Seeds share a call; references that a search, a citing work or an earlier stage brought are free."""
    references = {
        "W1": ["W2", "W3", "W900", *(f"W{number}" for number in range(1000, 1099))],
        "W2": [],
        "W3": ["W1"],
        "W4": ["W900"],
    }
    world = write_works(tmp_path / "works.jsonl", references)
    spending = Spending(
        seeds=pl.DataFrame([(1, "W1"), (2, "W4")], schema=["stage", "work_id"], orient="row"),
        discoveries=pl.DataFrame(
            [("W1", "keyword", 0), ("W4", "backward", 1)], schema=["work_id", "strategy", "stage"], orient="row"
        ),
        calls=pl.DataFrame(
            [(0, "s", 200, 0.001), (1, "a", 200, 0.0001), (1, "b", 429, 0.0), (2, "c", 200, 0.0001)],
            schema=["stage", "url", "status", "usd"],
            orient="row",
        ),
        corpus=2,
        served=4,
    )
    # Stage 1: one call for the seed's one citing work, W3; two for W2, W900 and 99 more. Stage 2: W900 was asked for.
    assert bound_calls(world, spending) == {1: 3, 2: 1}
    rows = {row.measure: (row.value, row.bound) for row in describe_spending("made up", world, spending)}
    assert rows["stage 1: calls"] == (1, 3)
    assert rows["stages of snowballing: calls"] == (2, 4)
    assert rows["retries"] == (1, None)
    assert rows["dollars"] == (0.0012, 0.10)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "has no works.jsonl.gz"),
        ({"works.jsonl.gz": gzip.compress(b'{"id": "https://openalex.org/W1", "title": "A"}\n')}, "has no review.json"),
    ],
)
def test_a_folder_that_is_no_world_is_one_sentence(tmp_path: Path, files: dict[str, bytes], sentence: str):
    """The sentence names the folder and what is missing."""
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=sentence):
        measure_requests([tmp_path], "quick")
