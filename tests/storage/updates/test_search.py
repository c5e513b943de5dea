"""Which stored queries an update runs again, and which rest."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from storage.updates.search import pending_queries
from storage.updates.updates import FIRST_STAGE, Update

REST = 28
STARTS = (datetime(2026, 1, 5), datetime(2026, 1, 12), datetime(2026, 2, 16))  # noqa: DTZ001 - UTC without zone, as stored


def _update(number):
    return Update(number, FIRST_STAGE + number, 2025, "", {}, is_static=False)


@pytest.fixture
def searched(ledger):
    """Return a ledger of two queries and two updates, a week apart, of which only the first ran them."""
    for query_id, strategy in (("q1", "keyword"), ("q2", "expert"), ("named", "seed")):
        ledger.change(
            "INSERT INTO search_query BY NAME SELECT $query_id AS query_id, $strategy AS strategy, 'topic' AS framing, "
            "'hair cortisol' AS text, '{\"limit\": 5}' AS filters, 'c' AS catalogue, 'u' AS url, 1 AS hits, "
            "1 AS retrieved, now()::TIMESTAMP AS retrieved_at",
            query_id=query_id,
            strategy=strategy,
        )
    for number, start in enumerate(STARTS, 1):
        ledger.change(
            "INSERT INTO living_update VALUES ($number, $stage, 2025, 2026, 'c', 'c', 'e', '{}', $start)",
            number=number,
            stage=FIRST_STAGE + number,
            start=start,
        )
    for asked in ("q1", "q2"):
        ledger.change("INSERT INTO living_search VALUES (1, $asked, 0, 0)", asked=asked)
    return ledger


def _due(ledger, number, rest):
    return [query_id for query_id, _ in pending_queries(ledger, _update(number), rest)]


def test_queries_rest_after_an_update_ran_them(searched):
    """For so many days from that update's beginning; where nothing rests, every update runs them; seeds never are."""
    assert _due(searched, 2, REST) == []
    assert _due(searched, 2, 0) == ["q1", "q2"]
    assert STARTS[2] - STARTS[0] > timedelta(days=REST)
    assert _due(searched, 3, REST) == ["q1", "q2"]


def test_what_an_update_ran_it_does_not_run_again(searched):
    """An update that was interrupted goes on with the queries it has not run, whatever rests."""
    searched.change("INSERT INTO living_search VALUES (3, 'q1', 0, 0)")
    assert _due(searched, 3, REST) == ["q2"]
    assert _due(searched, 3, 0) == ["q2"]
