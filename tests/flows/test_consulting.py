"""Dialogues are conducted: every answer is paid for once, kept at once, and found again; money is set aside before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, SecretStr

from flows.language_models.batches import BATCH_FROM, Batches
from flows.language_models.budget import Purse
from flows.language_models.gateway import Consultant
from flows.language_models.single_requests import AT_ONCE, Singles
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from storage.core.errors import AnswerLost, BudgetExhausted, RecordMissing, ServiceUnavailable, SpendLimitReached
from storage.core.ledger import Ledger
from storage.runs.language_models import open_batches, read_recorded, read_spending
from tasks.language_models import calls as asking
from tasks.language_models.anthropic.messages import LanguageService
from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Dialogue, Question, Remark, ask
from tasks.language_models.requests import Request
from tasks.language_models.table import choose_models
from tests.benchmarks.servers.delivery import BROKEN
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.benchmarks.servers.scripted.protocol import Asked

LONG = "Echo the word. " * 400


class Echo(BaseModel):
    """A word."""

    word: str


def echo(asked: Asked) -> dict[str, Any]:
    """Return the word asked about."""
    return {"word": asked.blocks["word"]}


@pytest.fixture
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a service that echoes words."""
    with serve_anthropic({"Echo": echo}) as loopback:
        yield loopback


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Yield an empty ledger."""
    with Ledger(tmp_path / "review") as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the waits after faults from seconds to hundredths."""
    monkeypatch.setattr(asking, "_PAUSE", 0.001)


def word_question(word: str, instructions: str = "Echo the word.") -> Question:
    return Question(
        step="echo",
        phase="testing",
        tier="opus",
        effort="low",
        instructions=instructions,
        prompt_sha256="0" * 64,
        data=write_block("word", word),
        answer=Echo,
        answer_tokens=100,
        label=f"echo {word}",
    )


def say(word: str, instructions: str = "Echo the word.") -> Dialogue[str | None]:
    reply = yield from ask(word_question(word, instructions), Echo, lambda _: [])
    return reply.word if reply else None


def word_question_usd() -> float:
    """Return the most that asking about a word can cost."""
    return Request(word_question("word"), choose_models({})["opus"]).most_usd(batch=False)


def engage(server: LoopbackAnthropic, ledger: Ledger, *, limit: float | None = None, batch: bool = False) -> Consultant:
    service = LanguageService(server.url, SecretStr("key"))
    progress, purse, driver = Progress(quiet=True), Purse(ledger, limit), Driver()
    batches = Batches(ledger, driver, progress, purse, service) if batch else None
    return Consultant(ledger, progress, purse, choose_models({}), Singles(ledger, driver, purse, service), batches)


def conduct(consultant: Consultant, words: list[str], instructions: str = "Echo the word.") -> dict[str, Any]:
    return dict(consultant.conduct((word, say(word, instructions)) for word in words))


def words(count: int) -> list[str]:
    return [f"word{number}" for number in range(count)]


def sent(server: LoopbackAnthropic, path: str = "/v1/messages") -> int:
    return sum(request.method == "POST" and request.path == path for request in server.requests)


def test_answers_are_kept_and_never_asked_again(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """A second conduct of the same dialogues sends nothing, and what was spent is what the service charged."""
    expected = {word: word for word in words(12)}
    assert conduct(engage(server, ledger), words(12)) == expected
    assert conduct(engage(server, ledger), words(12)) == expected
    assert sent(server) == 12
    assert read_spending(ledger) == (pytest.approx(server.meter.usd), 0.0)


def test_one_request_is_sent_once_for_all_who_ask_it(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """Dialogues with the same question share its answer."""
    consultant = engage(server, ledger)
    said = list(consultant.conduct((place, say("twin")) for place in range(5)))
    assert sorted(said) == [(place, "twin") for place in range(5)]
    assert sent(server) == 1


def test_first_of_a_fan_out_goes_ahead_so_that_the_rest_read_its_cache(ledger: Ledger) -> None:
    """Of requests with one long beginning the first is answered before the others start; they read, none writes."""
    with serve_anthropic({"Echo": echo}, seconds=0.05) as server:
        conduct(engage(server, ledger), words(20), LONG)
        assert server.most_in_flight <= AT_ONCE
    written = ledger.select("SELECT count(*) FILTER (cache_write > 0), count(*) FILTER (cache_read > 0) FROM llm_call")
    assert written.row(0) == (1, 19)


def test_at_most_so_many_requests_are_in_flight(ledger: Ledger) -> None:
    """However many there are, the service sees at most the limit at the same time, and it does see several."""
    with serve_anthropic({"Echo": echo}, seconds=0.05) as server:
        conduct(engage(server, ledger), words(20))
        assert 1 < server.most_in_flight <= AT_ONCE


def test_refusal_of_the_service_keeps_what_it_had_answered(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """When the spend limit is reached nothing more is sent, what was in flight is kept, and the rest is asked later."""
    server.play("", "", "", "spend")
    with pytest.raises(SpendLimitReached):
        conduct(engage(server, ledger), words(20))
    kept = ledger.select("SELECT count(*) FROM llm_answer").item()
    assert kept == sent(server) - 1 < 20
    assert conduct(engage(server, ledger), words(20)) == {word: word for word in words(20)}
    assert sent(server) == 21
    assert read_spending(ledger)[1] == 0.0


@pytest.mark.parametrize("fault", ["429", "529", "500", "503"])
def test_busy_service_is_asked_again(server: LoopbackAnthropic, ledger: Ledger, fault: str) -> None:
    """A request that was put off is sent again, and paid for once."""
    server.play(fault)
    assert conduct(engage(server, ledger), ["word"]) == {"word": "word"}
    assert sent(server) == 2
    assert ledger.select("SELECT count(*) FROM llm_call").item() == 1


@pytest.mark.parametrize("fault", ["lost", "garbage", *sorted(BROKEN - {"slow"})])
def test_lost_answer_is_asked_for_again_and_counts_as_spent(
    server: LoopbackAnthropic, ledger: Ledger, fault: str
) -> None:
    """One lost answer ends no run; what it may have cost is counted, so that never less is spent than was charged."""
    server.play("", fault)
    assert conduct(engage(server, ledger), words(4)) == {word: word for word in words(4)}
    assert sent(server) == 5
    spent, reserved = read_spending(ledger)
    lost = ledger.select("SELECT sum(usd) FROM llm_call WHERE step = 'lost request'").item()
    answered = ledger.select("SELECT sum(usd) FROM llm_call WHERE step <> 'lost request'").item()
    charged_for_lost = server.meter.usd - answered
    assert (spent, reserved) == (pytest.approx(answered + lost), 0.0)
    assert lost >= charged_for_lost >= 0


def test_answers_lost_again_and_again_end_the_run(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """Five times in a row; the next run asks again, and knows what the five may have cost."""
    server.play(*["lost"] * 5)
    with pytest.raises(AnswerLost, match="resume"):
        conduct(engage(server, ledger), ["word"])
    assert sent(server) == 5
    assert sum(read_spending(ledger)) >= server.meter.usd
    assert conduct(engage(server, ledger), ["word"]) == {"word": "word"}
    assert read_spending(ledger)[0] >= server.meter.usd
    assert read_spending(ledger)[1] == 0.0


def test_budget_holds_when_answers_are_lost(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """What a lost answer may have cost has to fit into the budget beside the next try."""
    most = word_question_usd()
    server.play("lost", "lost")
    with pytest.raises(BudgetExhausted):
        conduct(engage(server, ledger, limit=1.5 * most), ["word"])
    assert sent(server) == 1
    assert sum(read_spending(ledger)) <= 1.5 * most


def test_request_that_a_killed_run_had_sent_counts_as_spent(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """It may have been charged; so it counts beside the one that takes its place."""
    conduct(engage(server, ledger), ["word"])
    ledger.change("DELETE FROM llm_answer")
    ledger.change("UPDATE reservation SET settled = false")
    conduct(engage(server, ledger), ["word"])
    assert read_spending(ledger)[0] >= server.meter.usd


def test_long_wait_ends_the_run(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """A service that wants an hour's rest is left alone; the run stops short and says how to go on."""
    server.play("429 in an hour")
    with pytest.raises(ServiceUnavailable, match="resume"):
        conduct(engage(server, ledger), ["word"])


@pytest.mark.parametrize("fault", ["refusal", "invalid", "tool", "max_tokens"])
def test_answer_that_is_none_is_on_record(server: LoopbackAnthropic, ledger: Ledger, fault: str) -> None:
    """A refusal is not asked again; anything else is, with the reason; then the dialogue goes on without."""
    server.play(fault, fault)
    assert conduct(engage(server, ledger), ["word"]) == {"word": None}
    assert sent(server) == (1 if fault == "refusal" else 2)
    assert ledger.select("SELECT phase, kind FROM problem").rows() == [("asking", "echo not answered")]
    if fault != "refusal":
        assert "correction" in str(server.requests[1].body)


def test_run_stops_before_the_budget_is_passed(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """With the most of the next call over what is left, the run ends; under a larger budget it goes on."""
    limit = 0.08
    with pytest.raises(BudgetExhausted, match="--budget"):
        conduct(engage(server, ledger, limit=limit), words(60))
    spent, reserved = read_spending(ledger)
    asked = sent(server)
    assert reserved == 0.0
    assert limit > spent > 0
    assert ledger.select("SELECT count(*) FROM llm_answer").item() == asked < 60
    assert conduct(engage(server, ledger, limit=10.0), words(60)) == {word: word for word in words(60)}
    assert sent(server) == 60


def test_open_reservation_counts_as_spent(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """Money that a killed run had set aside is not there for others, until its request is asked again and settled."""
    ledger.change("INSERT INTO reservation (request_sha256, max_usd, settled, batch) VALUES ('x', 0.99, false, false)")
    with pytest.raises(BudgetExhausted):
        conduct(engage(server, ledger, limit=1.0), ["word"])
    assert sent(server) == 0


def test_largest_model_gives_way_when_money_runs_short(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """From nine tenths of the budget on the middle model is asked; its answers hold when there is money again."""
    ledger.change("INSERT INTO reservation (request_sha256, max_usd, settled, batch) VALUES ('x', 9.1, false, false)")
    assert conduct(engage(server, ledger, limit=10.0), ["word"]) == {"word": "word"}
    assert ledger.select("SELECT tier, model FROM llm_call").rows() == [("opus", "claude-sonnet-5-5")]
    assert ledger.select("SELECT kind FROM problem WHERE phase = 'budget'").rows() == [("opus",)]
    assert conduct(engage(server, ledger, limit=100.0), ["word", "other"]) == {"word": "word", "other": "other"}
    assert sent(server) == 2


def test_many_like_requests_go_by_batch_at_half_price(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """From 21 on one batch is made; each answer costs half."""
    many = words(BATCH_FROM)
    assert conduct(engage(server, ledger, batch=True), many) == {word: word for word in many}
    assert (sent(server), sent(server, "/v1/messages/batches")) == (0, 1)
    assert ledger.select("SELECT sum(usd) / sum(full_usd) FROM llm_call").item() == pytest.approx(0.5)
    assert open_batches(ledger) == {}
    assert conduct(engage(server, ledger, batch=True), words(BATCH_FROM - 1)) == {w: w for w in words(BATCH_FROM - 1)}


@pytest.mark.parametrize("fault", ["expired", "errored"])
def test_what_a_batch_did_not_answer_is_asked_alone(server: LoopbackAnthropic, ledger: Ledger, fault: str) -> None:
    """Items that expired or failed are sent by themselves, and none is paid for twice."""
    server.play(fault)
    many = words(30)
    assert conduct(engage(server, ledger, batch=True), many) == {word: word for word in many}
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

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr("flows.language_models.batches.add_batch", die)
        with pytest.raises(KeyboardInterrupt):
            conduct(engage(server, ledger, batch=True), many)
    assert read_spending(ledger)[1] > 0
    assert conduct(engage(server, ledger, batch=True), many) == {word: word for word in many}
    assert (sent(server), sent(server, "/v1/messages/batches")) == (0, 1)
    assert read_spending(ledger)[1] == 0.0


@pytest.mark.parametrize("fault", ["lost", "500", "garbage", "disconnect", "bad gzip"])
def test_batch_whose_answer_was_lost_is_looked_for_and_not_made_twice(
    server: LoopbackAnthropic, ledger: Ledger, fault: str
) -> None:
    """The run goes on with the batch, or with another where none was made; what is spent is what was charged."""
    many = words(30)
    server.play(fault)
    assert conduct(engage(server, ledger, batch=True), many) == {word: word for word in many}
    assert sent(server, "/v1/messages/batches") == (1 if fault in ("lost", "bad gzip") else 2)
    assert read_spending(ledger) == (pytest.approx(server.meter.usd), 0.0)


def test_batch_under_way_is_awaited_by_the_next_run(
    server: LoopbackAnthropic, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run killed while it waits leaves a batch on record, which the next one reads."""
    many = words(30)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr("flows.language_models.batches.settle", die)
        with pytest.raises(KeyboardInterrupt):
            conduct(engage(server, ledger, batch=True), many)
    assert len(open_batches(ledger)) == 1
    assert conduct(engage(server, ledger, batch=True), many) == {word: word for word in many}
    assert sent(server, "/v1/messages/batches") == 1


def test_batch_is_no_larger_than_the_budget(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """Requests that do not fit into the budget wait for the next batch, which has what the first did not use."""
    many = words(40)
    assert conduct(engage(server, ledger, limit=0.6, batch=True), many) == {word: word for word in many}
    assert sent(server, "/v1/messages/batches") > 1


def test_replay_asks_nobody(server: LoopbackAnthropic, ledger: Ledger, tmp_path: Path) -> None:
    """Another review's answers are given for its requests, free of charge; what it never asked is an error."""
    conduct(engage(server, ledger), words(3))
    ledger.publish()
    with Ledger(tmp_path / "again") as again:
        consultant = replace(engage(server, again), singles=None, recorded=read_recorded(ledger.folder))
        assert conduct(consultant, words(3)) == {word: word for word in words(3)}
        assert (sent(server), read_spending(again)) == (3, (0.0, 0.0))
        with pytest.raises(RecordMissing, match="echo new"):
            conduct(consultant, ["new"])


def test_remarks_of_a_dialogue_are_problems_on_record(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """What an analyst remarks is kept once, however often the dialogue starts over."""

    def remarking() -> Dialogue[str | None]:
        yield Remark("odd", "something is odd", "W1")
        return (yield from say("word"))

    for _ in range(2):
        assert list(engage(server, ledger).conduct([("key", remarking())])) == [("key", "word")]
    assert ledger.select("SELECT kind, message, work_id FROM problem").rows() == [("odd", "something is odd", "W1")]
