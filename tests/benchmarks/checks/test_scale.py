"""The bench of the catalogue at scale measures what its rows say, on a snapshot of a few hundred works."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.scale import QUERIES, draw_queries, measure_scale
from tests.benchmarks.scale_peers import Ours, Scans, Sqlite


@pytest.mark.slow
def test_three_ways_find_the_same_works(tmp_path: Path) -> None:
    """Every way is built and timed, cold and warm, and what is there is not built again."""
    rows = measure_scale([400], 400, tmp_path)
    told = {row.measure: row.value for row in rows}
    assert {row.world for row in rows} == {"400 works"}
    for way in ("", "SQLite FTS5: ", "DuckDB scans: "):
        for question in ("search", "stage"):
            for state in ("warm", "cold"):
                median, worst = (told[f"{way}{question} {state}, {which} seconds"] for which in ("median", "worst"))
                assert median is not None
                assert worst is not None
                assert 0 < median <= worst
    built = (tmp_path / "400" / "store" / "catalogue.json").stat().st_mtime_ns
    measure_scale([400], 0, tmp_path)
    assert (tmp_path / "400" / "store" / "catalogue.json").stat().st_mtime_ns == built
    ours, sqlite = Ours(tmp_path / "400" / "store"), Sqlite(tmp_path / "400" / "works.sqlite")
    for query in draw_queries(QUERIES):
        # Theirs holds the paratext too.
        assert 0 <= sqlite.search(query) - ours.search(query) <= 1
    assert Scans(tmp_path / "400" / "scans").search(draw_queries(1)[0]) > 0
    seeds = ours.find_hits(draw_queries(1)[0])
    assert abs(ours.stage(seeds) - sqlite.stage(seeds)) <= 2
