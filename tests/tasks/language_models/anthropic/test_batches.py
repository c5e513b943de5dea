"""Batches: made once, found again, read by custom id."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest
from pydantic import SecretStr

from storage.core.errors import AnswerLost, InputError, LitreviewError, SpendLimitReached
from tasks.language_models.anthropic import messages as anthropic_batches
from tasks.language_models.anthropic.messages import (
    LanguageService,
    create_batch,
    list_batches,
    read_batch,
    read_results,
)
from tasks.language_models.anthropic.wire import build_request, request_sha256
from tasks.language_models.table import read_table
from tests.benchmarks.checks.messages_loopback import SCRIPTS
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.tasks.language_models.questions import LONG_TOPIC, put

T = TypeVar("T")
HAIKU = read_table()["claude-haiku-5-5"]
BODIES = [build_request(put(shared=LONG_TOPIC, work=f"W{n}"), HAIKU, batch=True) for n in range(4)]
ITEMS = [(request_sha256(body), body) for body in BODIES]
LONG_AGO = datetime(2020, 1, 1)  # noqa: DTZ001 - as the ledger keeps times


@pytest.fixture
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a server whose batches end after one look."""
    with serve_anthropic(SCRIPTS, looks=1) as served:
        yield served


@pytest.fixture
def service(server: LoopbackAnthropic) -> LanguageService:
    """Return the server as a service."""
    return LanguageService(server.url, SecretStr("sk-test"))


def run(waiting: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns."""
    return asyncio.run(waiting)


def test_a_batch_is_made_awaited_and_read(service: LanguageService):
    """Hashes of requests are custom ids; results are sorted by them, however they came."""
    batch = run(create_batch(service, ITEMS))
    assert batch["processing_status"] == "in_progress"
    assert run(read_batch(service, batch["id"]))["processing_status"] == "in_progress"
    assert run(read_batch(service, batch["id"]))["processing_status"] == "ended"
    results = run(read_results(service, batch["id"]))
    assert [custom_id for custom_id, _, _ in results] == sorted(custom_id for custom_id, _ in ITEMS)
    assert {outcome for _, outcome, _ in results} == {"succeeded"}
    assert all(isinstance(message, dict) and message["type"] == "message" for _, _, message in results)


@pytest.mark.parametrize(("fate", "reason"), [("expired", "expired"), ("errored", "Internal server error")])
def test_what_came_to_nothing_says_why(server: LoopbackAnthropic, service: LanguageService, fate: str, reason: str):
    """The rest is there."""
    server.play(fate)
    batch = run(create_batch(service, ITEMS))
    run(read_batch(service, batch["id"]))
    results = {custom_id: (outcome, content) for custom_id, outcome, content in run(read_results(service, batch["id"]))}
    assert [results[custom_id][0] for custom_id, _ in ITEMS] == [fate, "succeeded", "succeeded", fate]
    assert results[ITEMS[0][0]][1] == reason


def test_a_batch_that_was_made_unheard_is_not_made_twice(server: LoopbackAnthropic, service: LanguageService):
    """The answer is lost, the request is not repeated, and listing finds the batch."""
    before = datetime.now(UTC) - timedelta(seconds=1)
    server.play("lost")
    with pytest.raises(AnswerLost, match=r"broke off .*, once"):
        run(create_batch(service, ITEMS))
    found = run(list_batches(service, before))
    assert [sum(batch["request_counts"].values()) for batch in found] == [4]
    assert run(list_batches(service, datetime.now(UTC) + timedelta(hours=1))) == []


@pytest.mark.parametrize(
    ("fault", "times"), [("429", 2), ("529", 2), ("503", 2), ("500", 1), ("disconnect", 1), ("garbage", 1)]
)
def test_creating_is_repeated_only_where_nothing_was_begun(
    server: LoopbackAnthropic, service: LanguageService, fault: str, times: int
):
    """Too busy is safe to repeat; a failure half-way is not."""
    server.play(fault)
    if times == 1:
        with pytest.raises(AnswerLost):
            run(create_batch(service, ITEMS))
    else:
        run(create_batch(service, ITEMS))
    assert len(server.requests) == times


@pytest.mark.parametrize("fault", ["429", "500", "529", "disconnect", "garbage", "bad gzip", "cut", "empty"])
def test_looking_listing_and_reading_are_repeated(server: LoopbackAnthropic, service: LanguageService, fault: str):
    """They change nothing."""
    batch_id = run(create_batch(service, ITEMS))["id"]
    server.play(fault, "", fault, "", fault)
    assert run(read_batch(service, batch_id))["id"] == batch_id
    run(read_batch(service, batch_id))
    assert len(run(list_batches(service, LONG_AGO))) == 1
    assert len(run(read_results(service, batch_id))) == 4


def test_all_pages_of_a_long_list_are_read(
    server: LoopbackAnthropic, service: LanguageService, monkeypatch: pytest.MonkeyPatch
):
    """Newest first, each once, and no page more than there is."""
    monkeypatch.setattr(anthropic_batches, "_PAGE", 2)
    made = [run(create_batch(service, ITEMS[:1]))["id"] for _ in range(5)]
    server.requests.clear()
    assert [batch["id"] for batch in run(list_batches(service, LONG_AGO))] == made[::-1]
    assert len(server.requests) == 3


def test_a_list_is_read_no_further_than_the_time_asked_for(
    server: LoopbackAnthropic, service: LanguageService, monkeypatch: pytest.MonkeyPatch
):
    """An account may have thousands of old ones."""
    monkeypatch.setattr(anthropic_batches, "_PAGE", 1)
    run(create_batch(service, ITEMS[:1]))
    old = run(create_batch(service, ITEMS[:1]))
    new = run(create_batch(service, ITEMS[:1]))
    run(create_batch(service, ITEMS[:1]))
    server.requests.clear()
    found = run(list_batches(service, datetime.fromisoformat(new["created_at"])))
    assert [batch["id"] for batch in found][1:] == [new["id"]]
    assert old["id"] not in {batch["id"] for batch in found}
    assert len(server.requests) == 3


def test_a_batch_of_another_key_is_the_user_s_to_find(service: LanguageService):
    """Nothing is paid for twice because of a wrong key; but results thrown away are no results."""
    with pytest.raises(InputError, match=r"does not know a batch.*ANTHROPIC_API_KEY"):
        run(read_batch(service, "msgbatch_other"))
    assert run(read_results(service, "msgbatch_other")) == []


def test_money_ends_a_batch_at_once(server: LoopbackAnthropic, service: LanguageService):
    """As it ends a single request."""
    server.play("spend")
    with pytest.raises(SpendLimitReached):
        run(create_batch(service, ITEMS))
    assert len(server.requests) == 1


def test_a_wrong_batch_is_refused_with_the_service_s_sentence(service: LanguageService):
    """A DOI is no custom id."""
    with pytest.raises(LitreviewError, match="should match pattern"):
        run(create_batch(service, [("10.1000/xyz", BODIES[0])]))


def test_results_before_the_end_are_an_error(service: LanguageService):
    """The caller is to wait."""
    batch = run(create_batch(service, ITEMS))
    with pytest.raises(LitreviewError, match="has not ended"):
        run(read_results(service, batch["id"]))
