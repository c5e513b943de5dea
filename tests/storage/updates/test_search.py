"""Which stored queries an update runs again, which rest, and what second indexes of citations led it to."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from storage.records.citations import CitationAnswer
from storage.records.search import Response
from storage.searching.citations import StatedCitations, add_answers, add_citations
from storage.updates.search import add_stated, pending_queries
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


def test_what_second_indexes_state_of_works_asked_about_is_found_once(ledger, make_work, find_works):
    """Works cited of any year, works citing since then, each through the first; what was found before is not news."""
    update = _update(1)
    find_works(ledger, [make_work(1), make_work(2), make_work(3)])
    own = [make_work(11, year=1990), make_work(12, year=2025), make_work(13, year=2024), make_work(14)]
    answer = Response("semanticscholar", "http://s2/1", "{}")
    edges = {("W1", "W11"), ("W2", "W11"), ("W12", "W1"), ("W13", "W1"), ("W1", "W3"), ("W3", "W14"), ("W1", "W99")}
    asked = [CitationAnswer("W1", answer), CitationAnswer("W2", answer)]
    add_answers(ledger, "semantic-scholar", update.stage, asked, ())
    add_answers(ledger, "semantic-scholar", 1, [CitationAnswer("W3", answer)], ())
    add_citations(ledger, StatedCitations("semantic-scholar", tuple(own), frozenset(edges), ()), update.stage)
    for _ in range(2):
        add_stated(ledger, update)
        found = ledger.select("SELECT work_id, via_work_id, strategy FROM discovery WHERE stage > 100 ORDER BY ALL")
        assert found.rows() == [("W11", "W1", "update"), ("W12", "W1", "update")]
    told = ledger.select("SELECT work_id, sources FROM discovery_source ORDER BY ALL").rows()
    assert told == [("W11", ["semantic-scholar"]), ("W12", ["semantic-scholar"])]
