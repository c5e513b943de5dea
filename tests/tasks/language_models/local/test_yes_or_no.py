"""Questions for a yes or a no: the odds of the first word, and where a server cannot tell them."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from tasks.language_models.local.completions import LocalService
from tasks.language_models.local.yes_or_no import read_log_odds, weigh_no


def complete(**probabilities: float) -> dict[str, Any]:
    """Return a chat completion of one token as llama.cpp's server answers it, with what else it could have been."""
    likely = [{"token": token, "logprob": math.log(p), "id": 1, "bytes": []} for token, p in probabilities.items()]
    first = {"token": "Yes", "logprob": -0.1, "top_logprobs": likely}
    message = {"role": "assistant", "content": "Yes"}
    return {"choices": [{"index": 0, "message": message, "logprobs": {"content": [first]}, "finish_reason": "length"}]}


def test_the_odds_of_the_first_word(httpserver: HTTPServer) -> None:
    """All spellings of either word count; one token is asked for, with its alternatives."""
    answer = complete(Yes=0.1, yes=0.1, No=0.5, NO=0.1, Maybe=0.2)
    httpserver.expect_ordered_request("/v1/chat/completions", method="POST").respond_with_json(answer)
    odds = asyncio.run(weigh_no(LocalService(8192, httpserver.url_for("")), "own", "Check.", "Is it so?"))
    assert odds == pytest.approx(math.log(3), abs=1e-4)
    asked = httpserver.log[0][0].get_json()
    assert (asked["model"], asked["max_tokens"], asked["logprobs"]) == ("own", 1, True)
    assert [turn["content"] for turn in asked["messages"]] == ["Check.", "Is it so?"]


@pytest.mark.parametrize(
    "answer",
    [
        {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Yes"}, "finish_reason": "length"}]},
        {"choices": [{"index": 0, "logprobs": None}]},
        complete(Yes=0.001, No=0.002, Hmm=0.9),
    ],
    ids=["no probabilities", "null", "neither word"],
)
def test_what_cannot_be_told_is_none(answer: dict[str, Any]) -> None:
    assert read_log_odds(answer) is None


def test_a_question_too_long_is_not_answered(httpserver: HTTPServer) -> None:
    """The server says that its context has no room for it."""
    error = {"code": 400, "message": "the request exceeds the available context size", "type": "exceed_context_size"}
    httpserver.expect_request("/v1/chat/completions").respond_with_json({"error": error}, status=400)
    assert asyncio.run(weigh_no(LocalService(8192, httpserver.url_for("")), "own", "Check.", "Is it so?")) is None
