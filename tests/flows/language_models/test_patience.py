"""A model of the user's own that answers nothing is asked no more; one that answers now and then is asked on."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from flows.language_models.gateway import PATIENCE, Gateway
from storage.core.ledger import Ledger
from storage.runs.language_models import count_shortfalls
from tasks.language_models.dialogue import Answer, Question, Remark
from tests.benchmarks.servers.messages_server import serve_anthropic
from tests.benchmarks.servers.scripted.protocol import Asked
from tests.flows.language_models.conversation import conduct, open_gateway, say, sent, words


def mumble(_asked: Asked) -> dict[str, Any]:
    """Return what has not the form asked for."""
    return {"mumble": "mumble"}


def patient(gateway: Gateway) -> Gateway:
    """Return a gateway that sets a model aside."""
    gateway.patience = PATIENCE
    return gateway


def problems(ledger: Ledger) -> dict[str, int]:
    """Return how many problems of each kind there are."""
    return dict(ledger.select("SELECT kind, count(*) FROM problem GROUP BY kind").rows())


def test_a_model_that_answers_nothing_is_set_aside(ledger: Ledger) -> None:
    """Six tasks are tried, each twice; the others end without an answer and without a request, said once."""
    with serve_anthropic({"Echo": mumble}) as server:
        gateway = patient(open_gateway(server, ledger))
        assert set(conduct(gateway, words(PATIENCE + 20)).values()) == {None}
        assert conduct(gateway, ["later"]) == {"later": None}
        assert sent(server) == 2 * PATIENCE
    assert problems(ledger) == {"echo not answered": PATIENCE + 21, "model set aside": 1}
    assert count_shortfalls(ledger) == {"unanswered": PATIENCE + 21, "model set aside": 1}


def test_what_is_on_record_holds_when_it_is_set_aside(ledger: Ledger) -> None:
    """Answers kept before are found again by a run that has set the model aside meanwhile."""
    with serve_anthropic({"Echo": lambda asked: {"word": asked.blocks["word"]}}) as server:
        conduct(open_gateway(server, ledger), ["kept"])
    with serve_anthropic({"Echo": mumble}) as server:
        gateway = patient(open_gateway(server, ledger))
        conduct(gateway, words(PATIENCE))
        assert conduct(gateway, ["kept", "new"]) == {"kept": "kept", "new": None}


@pytest.mark.parametrize("patience", [None, PATIENCE])
def test_one_answer_in_a_row_is_enough(ledger: Ledger, patience: int | None) -> None:
    """Where one of a row is answered, all are asked; and a service is never set aside."""
    turns = count()

    def mostly_mumble(asked: Asked) -> dict[str, Any]:
        answers = patience is not None and next(turns) % (2 * PATIENCE) == 2 * PATIENCE - 3
        return {"word": asked.blocks["word"]} if answers else mumble(asked)

    with serve_anthropic({"Echo": mostly_mumble}) as server:
        gateway = open_gateway(server, ledger)
        gateway.patience = patience
        if gateway.singles:
            gateway.singles.at_once = 1
        said = conduct(gateway, words(4 * PATIENCE))
        assert sent(server) > 7 * PATIENCE
    assert any(said.values()) == (patience is not None)
    assert "model set aside" not in problems(ledger)


def test_a_model_that_goes_in_circles_is_not_asked_the_same_again() -> None:
    """Of a cut answer that only repeats itself and has not the form, there is no better second one."""
    dialogue = say("word")
    assert isinstance(next(dialogue), Question)
    said = dialogue.send(Answer("the review is that " * 400, "max_tokens"))
    assert isinstance(said, Remark)
    assert said.message == "echo word: the answer went in circles until it was cut"
    with pytest.raises(StopIteration):
        dialogue.send(None)
