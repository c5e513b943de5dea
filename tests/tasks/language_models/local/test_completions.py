"""Requests reworded for servers of local models, and answers put back: forms, stops, prompts there is no room for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from storage.core.errors import InputError, ServiceUnavailable
from tasks.language_models.anthropic.wire import TOO_LONG, build_request
from tasks.language_models.local.completions import LocalService, count_prompt, write_completion
from tasks.language_models.table import read_table
from tests.tasks.language_models.questions import put

PATH = "/v1/chat/completions"
BODY = build_request(put(), read_table()["claude-haiku-5-5"])


def send(server: HTTPServer, context_tokens: int = 8192) -> dict[str, Any]:
    """Return the message that comes of what the server answers."""
    return asyncio.run(LocalService(context_tokens, server.url_for("")).send(BODY))


def complete(text: str = '{"a": 1}', finish: str = "stop", prompt_tokens: int = 700) -> dict[str, Any]:
    """Return a chat completion as llama.cpp's server answers it."""
    choice = {"finish_reason": finish, "index": 0, "message": {"role": "assistant", "content": text}}
    usage = {"completion_tokens": 19, "prompt_tokens": prompt_tokens, "total_tokens": 19 + prompt_tokens}
    return {"choices": [choice], "object": "chat.completion", "usage": usage, "id": "chatcmpl-1"}


def test_what_is_asked_is_what_a_model_of_a_service_reads(httpserver: HTTPServer):
    """The same instructions and data in the same turns, the form both as a grammar and in words, no key of ours."""
    httpserver.expect_ordered_request(PATH, method="POST").respond_with_json(complete())
    send(httpserver)
    (request, _) = httpserver.log[0]
    asked = request.get_json()
    schema = BODY["output_config"]["format"]["schema"]
    assert asked["response_format"]["json_schema"]["schema"] == schema
    system, user = asked["messages"]
    assert system["content"].startswith(BODY["system"][0]["text"])
    assert system["content"].endswith("}")
    assert user["content"] == "\n\n".join(block["text"] for block in BODY["messages"][0]["content"])
    assert (asked["model"], asked["max_tokens"]) == (BODY["model"], BODY["max_tokens"])
    assert request.headers["authorization"] == "Bearer none"


def test_a_correction_keeps_its_turns():
    """The rejected answer goes back as the assistant's turn."""
    turns = [("user", "judge"), ("assistant", '{"a": 2}'), ("user", "again")]
    messages = [{"role": role, "content": [{"type": "text", "text": text}]} for role, text in turns]
    told = write_completion(BODY | {"messages": messages})["messages"][1:]
    assert [(turn["role"], turn["content"]) for turn in told] == turns


@pytest.mark.parametrize(
    ("finish", "stop"),
    [("stop", "end_turn"), ("length", "max_tokens"), ("content_filter", "refusal"), ("tool_calls", "tool_use")],
)
def test_answers_come_in_the_form_of_a_message(httpserver: HTTPServer, finish: str, stop: str):
    """Text, why it stopped, tokens."""
    httpserver.expect_request(PATH).respond_with_json(complete('{"a": "ü"}', finish))
    message = send(httpserver)
    assert message["content"] == [{"type": "text", "text": '{"a": "ü"}'}]
    assert message["stop_reason"] == stop
    assert message["usage"] == {"input_tokens": 700, "output_tokens": 19}


def test_an_answer_without_text_is_empty(httpserver: HTTPServer):
    """As where a model only thought."""
    answer = complete()
    answer["choices"][0]["message"] = {"role": "assistant", "content": None, "reasoning_content": "hm"}
    httpserver.expect_request(PATH).respond_with_json(answer)
    assert send(httpserver)["content"] == [{"type": "text", "text": ""}]


def test_a_prompt_that_cannot_fit_is_not_sent(httpserver: HTTPServer):
    """Whatever the tokenizer, it is longer than the context."""
    assert send(httpserver, context_tokens=count_prompt(write_completion(BODY)) // 8)["stop_reason"] == TOO_LONG
    assert not httpserver.log


@pytest.mark.parametrize(
    "said",
    [
        "request (9124 tokens) exceeds the available context size (8192 tokens), try increasing it",
        "This model's maximum context length is 8192 tokens. However, you requested 9124 tokens",
        "prompt is too long: 9124 tokens > 8192 maximum",
    ],
)
def test_a_prompt_that_the_server_has_no_room_for_ends_nothing(httpserver: HTTPServer, said: str):
    """The words are those of llama.cpp, vLLM and Anthropic."""
    httpserver.expect_request(PATH).respond_with_json({"error": {"code": 400, "message": said}}, status=400)
    message = send(httpserver)
    assert (message["stop_reason"], message["usage"]["input_tokens"]) == (TOO_LONG, 0)


def test_a_prompt_cut_without_a_word_is_noticed(httpserver: HTTPServer):
    """Ollama leaves out what does not fit, and answers what is left."""
    httpserver.expect_request(PATH).respond_with_json(complete(prompt_tokens=64))
    long = BODY | {"messages": [{"role": "user", "content": [{"type": "text", "text": "many words " * 500}]}]}
    service = LocalService(8192, httpserver.url_for(""))
    assert asyncio.run(service.send(long))["stop_reason"] == TOO_LONG


def test_what_runs_here_is_asked_without_a_proxy(
    httpserver: HTTPServer, closed_port: int, monkeypatch: pytest.MonkeyPatch
):
    """Nothing leaves the machine, whatever the environment says of a way out."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{closed_port}")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    httpserver.expect_request(PATH).respond_with_json(complete())
    assert send(httpserver)["stop_reason"] == "end_turn"


@pytest.mark.parametrize("status", [401, 404])
def test_a_server_that_refuses_model_or_key_is_one_sentence(httpserver: HTTPServer, status: int):
    """It names the setting and the remedy."""
    httpserver.expect_request(PATH).respond_with_json({"error": {"message": "model 'x' not found"}}, status=status)
    with pytest.raises(InputError, match=r"LITREVIEW_LOCAL_MODEL .* behind the address, after a '#'"):
        send(httpserver)


def test_a_server_that_is_not_there_is_one_sentence(closed_port: int):
    """And the setting that names it."""
    service = LocalService(8192, f"http://127.0.0.1:{closed_port}")
    with pytest.raises(ServiceUnavailable, match="LITREVIEW_LOCAL_MODEL"):
        asyncio.run(service.send(BODY))
