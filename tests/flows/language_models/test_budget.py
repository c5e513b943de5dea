"""Money is set aside before it is spent; what may have been charged counts as spent."""

from __future__ import annotations

import pytest

from storage.core.errors import AnswerLost, BudgetExhausted
from storage.core.ledger import Ledger
from storage.runs.language_models import read_spending
from tests.benchmarks.servers.delivery import BROKEN
from tests.benchmarks.servers.messages_server import LoopbackAnthropic
from tests.flows.language_models.conversation import (
    conduct,
    open_gateway,
    sent,
    word_question_usd,
    words,
)


@pytest.mark.parametrize("fault", ["lost", "garbage", *sorted(BROKEN - {"slow"})])
def test_lost_answer_is_asked_for_again_and_counts_as_spent(
    server: LoopbackAnthropic, ledger: Ledger, fault: str
) -> None:
    """One lost answer ends no run; what it may have cost is counted, so that never less is spent than was charged."""
    server.play("", fault)
    assert conduct(open_gateway(server, ledger), words(4)) == {word: word for word in words(4)}
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
        conduct(open_gateway(server, ledger), ["word"])
    assert sent(server) == 5
    assert sum(read_spending(ledger)) >= server.meter.usd
    assert conduct(open_gateway(server, ledger), ["word"]) == {"word": "word"}
    assert read_spending(ledger)[0] >= server.meter.usd
    assert read_spending(ledger)[1] == 0.0


def test_budget_holds_when_answers_are_lost(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """What a lost answer may have cost has to fit into the budget beside the next try."""
    most = word_question_usd()
    server.play("lost", "lost")
    with pytest.raises(BudgetExhausted):
        conduct(open_gateway(server, ledger, limit=1.5 * most), ["word"])
    assert sent(server) == 1
    assert sum(read_spending(ledger)) <= 1.5 * most


def test_request_that_a_killed_run_had_sent_counts_as_spent(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """It may have been charged; so it counts beside the one that takes its place."""
    conduct(open_gateway(server, ledger), ["word"])
    ledger.change("DELETE FROM llm_answer")
    ledger.change("UPDATE reservation SET settled = false")
    conduct(open_gateway(server, ledger), ["word"])
    assert read_spending(ledger)[0] >= server.meter.usd


def test_run_stops_before_the_budget_is_passed(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """With the most of the next call over what is left, the run ends; under a larger budget it goes on."""
    limit = 0.08
    with pytest.raises(BudgetExhausted, match="--budget"):
        conduct(open_gateway(server, ledger, limit=limit), words(60))
    spent, reserved = read_spending(ledger)
    asked = sent(server)
    assert reserved == 0.0
    assert limit > spent > 0
    assert ledger.select("SELECT count(*) FROM llm_answer").item() == asked < 60
    assert conduct(open_gateway(server, ledger, limit=10.0), words(60)) == {word: word for word in words(60)}
    assert sent(server) == 60


def test_open_reservation_counts_as_spent(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """Money that a killed run had set aside is not there for others, until its request is asked again and settled."""
    ledger.change("INSERT INTO reservation (request_sha256, max_usd, settled, batch) VALUES ('x', 0.99, false, false)")
    with pytest.raises(BudgetExhausted):
        conduct(open_gateway(server, ledger, limit=1.0), ["word"])
    assert sent(server) == 0


def test_largest_model_gives_way_when_money_runs_short(server: LoopbackAnthropic, ledger: Ledger) -> None:
    """From nine tenths of the budget on the middle model is asked; its answers hold when there is money again."""
    ledger.change("INSERT INTO reservation (request_sha256, max_usd, settled, batch) VALUES ('x', 9.1, false, false)")
    assert conduct(open_gateway(server, ledger, limit=10.0), ["word"]) == {"word": "word"}
    assert ledger.select("SELECT tier, model FROM llm_call").rows() == [("opus", "claude-sonnet-5-5")]
    assert ledger.select("SELECT kind FROM problem WHERE phase = 'budget'").rows() == [("opus",)]
    assert conduct(open_gateway(server, ledger, limit=100.0), ["word", "other"]) == {"word": "word", "other": "other"}
    assert sent(server) == 2
