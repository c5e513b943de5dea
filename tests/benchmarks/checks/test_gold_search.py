"""What a whole search states of its recall, held against the truth."""

from __future__ import annotations

import pytest

from tests.benchmarks.gold_search import (
    GoldSearch,
    covers,
    describe_gold_search,
    search_with_gold,
    summarize_gold_searches,
)
from tests.benchmarks.worlds import read_world


@pytest.mark.parametrize(
    ("recall", "stated", "covered"),
    [
        (0.9, (0.95, 0.9, 1.0), True),
        (0.89, (0.95, 0.9, 1.0), False),
        (1.0, (0.9, 0.8, 0.99), False),
        (1.0, (1.0, None, 1.0), False),
        (1.0, None, False),
    ],
)
def test_an_interval_covers_what_lies_in_it(recall, stated, covered):
    """Its ends belong to it; one that was not stated covers nothing."""
    assert covers(GoldSearch("world", recall, 0.5, "delta", stated)) == covered


def test_rows_of_searches():
    """Shares are over worlds; a search without an estimate has none in its rows."""
    searches = [
        GoldSearch("one", 1.0, 0.5, "certified", (0.9, 0.8, 1.0)),
        GoldSearch("two", 0.5, 0.2, "delta", None),
    ]
    values = {row.measure: row.value for row in summarize_gold_searches(searches)}
    assert values == {"whole search: interval covers": 0.5, "whole search: certified": 1}
    described = {row.measure: row.value for row in describe_gold_search(searches[1])}
    assert described["whole search: estimated recall"] is None
    assert described["whole search: recall"] == 0.5


@pytest.mark.slow
def test_a_search_of_a_gold_world(shared_data, tmp_path, monkeypatch):
    """From its title, with an analyst that knows the gold, all 15 included works of 258 are found, many unscreened."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path))
    search = search_with_gold(read_world(shared_data / "worlds" / "donners_2021"), "high_quality")
    assert search.recall == 1
    assert search.screened < 0.7
    assert covers(search)
