"""Dialogues are conducted: every answer is paid for once, kept at once, and found again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from flows.language_models.single_requests import AT_ONCE
from storage.core.errors import RecordMissing, ServiceUnavailable, SpendLimitReached
from storage.core.ledger import Ledger
from storage.runs.language_models import read_recorded, read_spending
from tasks.language_models.dialogue import Dialogue, Remark
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.flows.language_models.conversation import (
    LONG,
    conduct,
    echo,
    open_gateway,
    say,
    sent,
    words,
)
from tests.new_ledger import open_new_ledger


def test_answers_are_kept_and_never_asked_again(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """A second conduct of the same dialogues sends nothing, and what was spent is what the service charged."""
    expected = {word: word for word in words(12)}
    assert conduct(open_gateway(server, ledger), words(12)) == expected
    assert conduct(open_gateway(server, ledger), words(12)) == expected
    assert sent(server) == 12
    assert read_spending(ledger) == (pytest.approx(server.meter.usd), 0.0)


def test_one_request_is_sent_once_for_all_who_ask_it(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """Dialogues with the same question share its answer."""
    gateway = open_gateway(server, ledger)
    said = list(gateway.conduct((place, say("twin")) for place in range(5)))
    assert sorted(said) == [(place, "twin") for place in range(5)]
    assert sent(server) == 1


def test_first_of_a_fan_out_goes_ahead_so_that_the_rest_read_its_cache(ledger: Ledger) -> None:
    """Of requests with one long beginning the first is answered before the others start; they read, none writes."""
    with serve_anthropic({"Echo": echo}, seconds=0.05) as server:
        conduct(open_gateway(server, ledger), words(20), LONG)
        assert server.most_in_flight <= AT_ONCE
    written = ledger.select("SELECT count(*) FILTER (cache_write > 0), count(*) FILTER (cache_read > 0) FROM llm_call")
    assert written.row(0) == (1, 19)


def test_at_most_so_many_requests_are_in_flight(ledger: Ledger) -> None:
    """However many there are, the service sees at most the limit at the same time, and it does see several."""
    with serve_anthropic({"Echo": echo}, seconds=0.05) as server:
        conduct(open_gateway(server, ledger), words(20))
        assert 1 < server.most_in_flight <= AT_ONCE


def test_refusal_of_the_service_keeps_what_it_had_answered(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """When the spend limit is reached nothing more is sent, what was in flight is kept, and the rest is asked later."""
    server.play("", "", "", "spend")
    with pytest.raises(SpendLimitReached):
        conduct(open_gateway(server, ledger), words(20))
    kept = ledger.select("SELECT count(*) FROM llm_answer").item()
    assert kept == sent(server) - 1 < 20
    assert conduct(open_gateway(server, ledger), words(20)) == {word: word for word in words(20)}
    assert sent(server) == 21
    assert read_spending(ledger)[1] == 0.0


@pytest.mark.parametrize("fault", ["429", "529", "500", "503"])
def test_busy_service_is_asked_again(server: LoopbackAnthropic, ledger: Ledger, fault: str) -> None:
    """A request that was put off is sent again, and paid for once."""
    server.play(fault)
    assert conduct(open_gateway(server, ledger), ["word"]) == {"word": "word"}
    assert sent(server) == 2
    assert ledger.select("SELECT count(*) FROM llm_call").item() == 1


def test_long_wait_ends_the_run(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """A service that wants an hour's rest is left alone; the run stops short and says how to go on."""
    server.play("429 in an hour")
    with pytest.raises(ServiceUnavailable, match="resume"):
        conduct(open_gateway(server, ledger), ["word"])


@pytest.mark.parametrize("fault", ["refusal", "invalid", "tool", "max_tokens"])
def test_answer_that_is_none_is_on_record(server: LoopbackAnthropic, ledger: Ledger, fault: str) -> None:
    """A refusal is not asked again; anything else is, with the reason; then the dialogue goes on without."""
    server.play(fault, fault)
    assert conduct(open_gateway(server, ledger), ["word"]) == {"word": None}
    assert sent(server) == (1 if fault == "refusal" else 2)
    assert ledger.select("SELECT phase, kind FROM problem").rows() == [("asking", "echo not answered")]
    if fault != "refusal":
        assert "correction" in str(server.requests[1].body)


def test_replay_asks_nobody(server: LoopbackAnthropic, ledger: Ledger, tmp_path: Path) -> None:
    """Another review's answers are given for its requests, free of charge; what it never asked is an error."""
    conduct(open_gateway(server, ledger), words(3))
    ledger.publish()
    with open_new_ledger(tmp_path / "again") as again:
        gateway = replace(open_gateway(server, again), singles=None, recorded=read_recorded(ledger.folder))
        assert conduct(gateway, words(3)) == {word: word for word in words(3)}
        assert (sent(server), read_spending(again)) == (3, (0.0, 0.0))
        with pytest.raises(RecordMissing, match="echo new"):
            conduct(gateway, ["new"])


def test_remarks_of_a_dialogue_are_problems_on_record(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """What an analyst remarks is kept once, however often the dialogue starts over."""

    def remarking() -> Dialogue[str | None]:
        yield Remark("odd", "something is odd", "W1")
        return (yield from say("word"))

    for _ in range(2):
        assert list(open_gateway(server, ledger).conduct([("key", remarking())])) == [("key", "word")]
    assert ledger.select("SELECT kind, message, work_id FROM problem").rows() == [("odd", "something is odd", "W1")]
