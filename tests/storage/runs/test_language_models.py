"""What language models were asked: answers kept once, money set aside and settled, batches found again."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from storage.core.errors import InputError
from storage.core.ledger import Ledger
from storage.runs.language_models import (
    ModelCall,
    Settlement,
    add_batch,
    end_batch,
    find_answer,
    known_batches,
    open_batches,
    read_economies,
    read_recorded,
    read_spending,
    release,
    reserve,
    settle,
    unaccounted_requests,
    write_off,
)
from storage.runs.reviews import add_problem

CALL = ModelCall(
    request_sha256="a",
    step="summary",
    phase="summarization",
    tier="sonnet",
    model="claude-sonnet-5-5",
    effort="low",
    prompt_sha256="p",
    prefix_sha256=None,
    stop_reason="end_turn",
    input_tokens=100,
    output_tokens=20,
    cache_read=0,
    cache_write=0,
    batch=False,
    usd=0.25,
    full_usd=0.25,
)


def test_reserved_money_counts_until_its_call_is_settled(ledger: Ledger) -> None:
    """What is set aside is reserved; the answer turns it into what the call cost."""
    reserve(ledger, [("a", 0.5), ("b", 0.75)], batch=False)
    assert read_spending(ledger) == (0.0, 1.25)
    settle(ledger, [Settlement(CALL, "{}")])
    assert read_spending(ledger) == (0.25, 0.75)


def test_open_reservation_is_taken_over(ledger: Ledger) -> None:
    """A request that a killed run had set money aside for is reserved once, not twice."""
    reserve(ledger, [("a", 0.5)], batch=True)
    reserve(ledger, [("a", 0.6)], batch=False)
    assert read_spending(ledger) == (0.0, 0.6)


def test_what_nobody_asks_again_is_written_off(ledger: Ledger) -> None:
    """Money set aside by a run that was cut, for a request that is never asked again, counts as spent in the end."""
    reserve(ledger, [("a", 0.5), ("b", 0.75)], batch=False)
    settle(ledger, [Settlement(CALL, "{}")])
    for _ in range(2):
        write_off(ledger)
        assert read_spending(ledger) == (1.0, 0.0)
    assert find_answer(ledger, "b") is None


def test_answer_is_kept_by_its_request(ledger: Ledger) -> None:
    """An answer is found by the hash of its request, and a request never asked has none."""
    settle(ledger, [Settlement(CALL, '{"content": "Ω"}')])
    assert find_answer(ledger, "a") == '{"content": "Ω"}'
    assert find_answer(ledger, "b") is None


def test_batch_that_was_not_recorded_is_missed(ledger: Ledger) -> None:
    """Requests set aside for a batch that is on no record are unaccounted for; recorded or failed ones are not."""
    reserve(ledger, [("a", 0.5), ("b", 0.5)], batch=True)
    reserve(ledger, [("c", 0.5)], batch=False)
    lost, since = unaccounted_requests(ledger)
    assert lost == {"a", "b"}
    assert isinstance(since, datetime)
    add_batch(ledger, "batch_1", since, ["a", "b"])
    assert unaccounted_requests(ledger) == (set(), None)
    assert open_batches(ledger) == {"batch_1": ["a", "b"]}
    settle(ledger, [Settlement(replace(CALL, batch=True), "{}")])
    release(ledger, [("b", "expired")])
    end_batch(ledger, "batch_1")
    assert open_batches(ledger) == {}
    assert known_batches(ledger) == {"batch_1"}
    assert unaccounted_requests(ledger) == (set(), None)
    assert ledger.select("SELECT custom_id, status FROM llm_batch_item ORDER BY 1").rows() == [
        ("a", "succeeded"),
        ("b", "expired"),
    ]


def test_cost_is_told_by_phase_and_tier(ledger: Ledger) -> None:
    """The view adds up calls, tokens and dollars, and what batches saved."""
    calls = [
        CALL,
        replace(CALL, request_sha256="b", usd=0.125, batch=True),
        replace(CALL, request_sha256="c", phase="synthesis", tier="opus", cache_read=7, usd=1.0),
    ]
    settle(ledger, [Settlement(call, "{}") for call in calls])
    rows = ledger.select(
        "SELECT phase, tier, calls, input_tokens, cache_read, saved_by_batch, usd FROM cost ORDER BY phase"
    ).rows()
    assert rows == [("summarization", "sonnet", 2, 200, 0, 0.125, 0.375), ("synthesis", "opus", 1, 100, 7, 0.0, 1.0)]


def test_another_reviews_answers_are_read_at_no_price(ledger: Ledger) -> None:
    """A replay gets answers and calls by request, free of charge, and the economies that were in force."""
    settle(ledger, [Settlement(CALL, '{"a": 1}')])
    add_problem(ledger, "budget", "opus", "90% of the budget is used")
    ledger.publish()
    recorded = read_recorded(ledger.folder)
    assert recorded["a"].body == '{"a": 1}'
    assert recorded["a"].call == replace(CALL, usd=0.0, full_usd=0.0)
    assert read_economies(ledger.folder) == {"opus"}


def test_replay_of_nothing_is_refused(tmp_path: Path) -> None:
    """A folder without a published review is named in the error."""
    with pytest.raises(InputError, match="no review in"):
        read_recorded(tmp_path)
