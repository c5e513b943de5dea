"""Many like requests go by batch, which is made once, awaited, and found again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from flows.language_models.batches import BATCH_FROM
from storage.core.ledger import Ledger
from storage.runs.language_models import open_batches, read_spending
from tests.benchmarks.servers.messages_server import LoopbackAnthropic
from tests.flows.language_models.conversation import (
    LONG,
    conduct,
    open_gateway,
    sent,
    words,
)


@contextmanager
def killed_at(monkeypatch: pytest.MonkeyPatch, name: str) -> Iterator[None]:
    """Have a block interrupted where batches call a function."""

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(f"flows.language_models.batches.{name}", die)
        yield


def test_many_like_requests_go_by_batch_at_half_price(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """From 21 on one batch is made; each answer costs half."""
    many = words(BATCH_FROM)
    assert conduct(open_gateway(server, ledger, batch=True), many) == {word: word for word in many}
    assert (sent(server), sent(server, "/v1/messages/batches")) == (0, 1)
    assert ledger.select("SELECT sum(usd) / sum(full_usd) FROM llm_call").item() == pytest.approx(0.5)
    assert open_batches(ledger) == {}
    assert conduct(open_gateway(server, ledger, batch=True), words(BATCH_FROM - 1)) == {
        w: w for w in words(BATCH_FROM - 1)
    }


def test_what_the_requests_of_a_batch_share_is_in_the_cache_before(
    server: LoopbackAnthropic, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request goes ahead for an hour of cache; after a kill none does again, nor where too few share a prefix."""
    many = words(30)

    with killed_at(monkeypatch, "add_batch"), pytest.raises(KeyboardInterrupt):
        conduct(open_gateway(server, ledger, batch=True), many, LONG)
    assert conduct(open_gateway(server, ledger, batch=True), many, LONG) == {word: word for word in many}
    assert (sent(server), sent(server, "/v1/messages/batches")) == (1, 1)
    written = ledger.select("SELECT batch, sum(cache_write) FROM llm_call GROUP BY batch ORDER BY batch")
    assert written.rows()[0][1] > 0 == written.rows()[1][1]
    assert read_spending(ledger) == (pytest.approx(server.meter.usd), 0.0)


@pytest.mark.parametrize("fault", ["expired", "errored"])
def test_what_a_batch_did_not_answer_is_asked_alone(server: LoopbackAnthropic, ledger: Ledger, fault: str) -> None:
    """Items that expired or failed are sent by themselves, and none is paid for twice."""
    server.play(fault)
    many = words(30)
    assert conduct(open_gateway(server, ledger, batch=True), many) == {word: word for word in many}
    assert (sent(server), sent(server, "/v1/messages/batches")) == (10, 1)
    assert ledger.select("SELECT status, count(*) FROM llm_batch_item GROUP BY 1 ORDER BY 1").rows() == [
        (fault, 10),
        ("succeeded", 20),
    ]
    assert read_spending(ledger)[1] == 0.0


def test_batch_created_but_not_recorded_is_found_again(
    server: LoopbackAnthropic, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run killed between creating a batch and recording it leaves a batch that the next run adopts."""
    many = words(30)

    with killed_at(monkeypatch, "add_batch"), pytest.raises(KeyboardInterrupt):
        conduct(open_gateway(server, ledger, batch=True), many)
    assert read_spending(ledger)[1] > 0
    assert conduct(open_gateway(server, ledger, batch=True), many) == {word: word for word in many}
    assert (sent(server), sent(server, "/v1/messages/batches")) == (0, 1)
    assert read_spending(ledger)[1] == 0.0


@pytest.mark.parametrize("fault", ["lost", "500", "garbage", "disconnect", "bad gzip"])
def test_batch_whose_answer_was_lost_is_looked_for_and_not_made_twice(
    server: LoopbackAnthropic, ledger: Ledger, fault: str
) -> None:
    """The run goes on with the batch, or with another where none was made; what is spent is what was charged."""
    many = words(30)
    server.play(fault)
    assert conduct(open_gateway(server, ledger, batch=True), many) == {word: word for word in many}
    assert sent(server, "/v1/messages/batches") == (1 if fault in ("lost", "bad gzip") else 2)
    assert read_spending(ledger) == (pytest.approx(server.meter.usd), 0.0)


def test_batch_under_way_is_awaited_by_the_next_run(
    server: LoopbackAnthropic, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run killed while it waits leaves a batch on record, which the next one reads."""
    many = words(30)

    with killed_at(monkeypatch, "settle"), pytest.raises(KeyboardInterrupt):
        conduct(open_gateway(server, ledger, batch=True), many)
    assert len(open_batches(ledger)) == 1
    assert conduct(open_gateway(server, ledger, batch=True), many) == {word: word for word in many}
    assert sent(server, "/v1/messages/batches") == 1


def test_batch_is_no_larger_than_the_budget(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """Requests that do not fit into the budget wait for the next batch, which has what the first did not use."""
    many = words(40)
    assert conduct(open_gateway(server, ledger, limit=0.6, batch=True), many) == {word: word for word in many}
    assert sent(server, "/v1/messages/batches") > 1
