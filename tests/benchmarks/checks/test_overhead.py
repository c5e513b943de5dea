"""The overhead bench compares a run under Prefect with plain calls, and says what it compared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storage.core.errors import InputError
from tests.benchmarks.overhead import Cost, Repetition, compare_fastest, describe_costs, large_world, measure_overhead
from tests.benchmarks.worlds import World
from tests.fakes.prefect_server import serve_prefect
from tests.faults.world import TOPIC, write_world

RATIO = "overhead, share of a real run"


def test_overhead_is_what_prefect_adds_as_a_share_of_a_real_run():
    """(130 - 100) s of 400 s is 0.075, held against 0.10; the server's processor time counts as Prefect's."""
    costs = Repetition(
        plain=Cost(100, 50, 300, 0), driven=Cost(130, 60, 300, 1500), real=Cost(400, 200, 300, 0), server=20
    )
    rows = {row.measure: row for row in describe_costs("ipbes", 3, costs)}
    assert (rows[RATIO].value, rows[RATIO].bound) == (0.075, 0.10)
    assert rows["overhead, seconds"].value == 30
    assert rows["overhead, milliseconds per task run"].value == 20
    assert rows["overhead, share of processor time"].value == 0.15
    assert (rows["works in the corpus"].value, rows["task runs"].value) == (300, 1500)
    assert {(row.world, row.seed) for row in rows.values()} == {("ipbes", 3)}
    assert [row.measure for row in rows.values() if row.bound is not None] == [RATIO]


def test_of_several_repetitions_the_fastest_runs_are_compared():
    """(110 - 100) s of 250 s is 0.04, each from another repetition; one alone is not compared with itself."""
    first, second = (
        Repetition(Cost(plain, 0, 300, 0), Cost(driven, 0, 300, 9), Cost(real, 0, 300, 0), 0)
        for plain, driven, real in ((100, 130, 400), (120, 110, 250))
    )
    (row,) = compare_fastest("ipbes", [first, second])
    assert (row.value, row.bound) == (0.04, 0.10)
    assert compare_fastest("ipbes", [first]) == []


@pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="a minute long: make together")
def test_the_largest_world_is_reviewed_as_often_as_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Every repetition runs for real: its task runs are counted, and none of the three runs took no time."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    large, small = tmp_path / "large.jsonl", tmp_path / "small.jsonl"
    write_world(large)
    small.write_text(large.read_text().splitlines(keepends=True)[0])
    worlds = [World(path.stem, path, TOPIC, references={}, gold=frozenset()) for path in (small, large)]
    with serve_prefect(tmp_path / "prefect"):
        rows = measure_overhead(worlds, 1)
    values = {row.measure: row.value for row in rows}
    assert {(row.world, row.seed) for row in rows} == {("large", 0)}
    assert values["task runs"] > 20
    assert values["works in the corpus"] > 5
    assert min(values[f"{run}, seconds"] for run in ("plain calls", "under Prefect", "real run")) > 0


def test_a_missing_world_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Without the large field beside the folder the sentence says what to give."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="; give --world"):
        large_world()
