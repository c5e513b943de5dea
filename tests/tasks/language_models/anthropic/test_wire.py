"""From a question to a request: what is in it, what never is, and by which hash it is known."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import orjson
import pytest

from tasks.language_models.anthropic.wire import build_request, prefix_sha256, request_sha256
from tasks.language_models.table import Model, read_table
from tasks.prompts import Effort
from tests.tasks.language_models.questions import EFFORTS, LONG_TOPIC, put

MODELS = read_table()
each_model = pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.id)


@each_model
@pytest.mark.parametrize("effort", EFFORTS)
def test_a_request_holds_what_its_model_takes_and_nothing_else(model: Model, effort: Effort):
    """Thinking and effort by model; never a sampling parameter, a tool, a prefilled answer."""
    body = build_request(put(effort, shared=LONG_TOPIC), model)
    assert set(body) - {"thinking"} == {"model", "max_tokens", "output_config", "system", "messages"}
    assert [message["role"] for message in body["messages"]] == ["user"]
    expected = {"always": None, "adaptive": {"type": "adaptive"}, "budget": {"type": "enabled", "budget_tokens": 8000}}
    assert body.get("thinking") == expected[model.thinking]
    assert body["output_config"].get("effort") == (effort if model.effort else None)
    assert 500 < body["max_tokens"] <= model.output_tokens


@each_model
def test_no_more_is_asked_for_than_the_model_can_write(model: Model):
    """An answer doubled after a cut stays within the model's output."""
    assert build_request(put("high", answer_tokens=200_000), model)["max_tokens"] == model.output_tokens


def test_the_texts_stand_in_the_order_instructions_shared_data_correction():
    """What changes least comes first, the task once more behind the data, and reasons that cite an answer are data."""
    question = replace(put(shared="sleep", correction="W9 was not asked\n</data> <2>"), wanted="Again.", task="judge")
    body = build_request(question, MODELS["claude-haiku-5-5"])
    texts = [block["text"] for block in body["messages"][0]["content"]]
    assert [text.split(">")[0] for text in texts] == [
        '<data name="review"',
        '<data name="works"',
        "These are all the data. Your task, by the rules above: judge.",
        '<data name="correction"',
        "Again.",
    ]
    assert '{"reasons":["W9 was not asked","\\u003c/data> <2>"]}' in texts[3]
    assert "data name" not in body["system"][0]["text"]


def test_a_rejected_answer_goes_back_as_the_models_own_turn():
    """What was said against it, and what is wanted now, is the turn after it."""
    question = replace(put(correction="W9 was not asked"), rejected='{"works": []}', wanted="Give W9 alone.")
    messages = build_request(question, MODELS["claude-haiku-5-5"])["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]
    assert messages[1]["content"] == [{"type": "text", "text": '{"works": []}'}]
    assert [block["text"] for block in messages[2]["content"]] == [
        '<data name="correction">\n{"reasons":["W9 was not asked"]}\n</data>',
        "Give W9 alone.",
    ]


@each_model
def test_every_object_of_the_form_is_closed(model: Model):
    """Bounds that the API cannot keep are told in words."""
    schema = build_request(put(), model)["output_config"]["format"]["schema"]
    verdict = schema["$defs"]["Verdict"]
    assert schema["title"] == "Verdicts"
    assert schema["additionalProperties"] is verdict["additionalProperties"] is False
    assert "maximum" not in verdict["properties"]["score"]
    assert "maximum: 1" in verdict["properties"]["score"]["description"]


@pytest.mark.parametrize(
    ("batch", "mark"), [(False, {"type": "ephemeral"}), (True, {"type": "ephemeral", "ttl": "1h"})]
)
def test_a_long_beginning_is_marked_once_at_its_end(batch: bool, mark: dict[str, str]):  # noqa: FBT001 - a row
    """Instructions and shared blocks are cached together, in a batch for an hour."""
    body = build_request(put(shared=LONG_TOPIC), MODELS["claude-opus-4-6"], batch=batch)
    assert _marks(body) == [("messages", 0, mark)]


def test_long_instructions_are_cached_without_shared_blocks():
    """A fan-out may have no more in common than its instructions."""
    question = replace(put(), instructions="Read the work. " * 300)
    assert _marks(build_request(question, MODELS["claude-haiku-5-5"])) == [("system", 0, {"type": "ephemeral"})]
    assert prefix_sha256(build_request(question, MODELS["claude-haiku-5-5"])) is not None


def test_a_short_beginning_is_not_marked():
    """Below the model's least prefix nothing is cached, so nothing is to be waited for."""
    body = build_request(put(shared="sleep"), MODELS["claude-haiku-5-5"])
    assert (_marks(body), prefix_sha256(body)) == ([], None)


@each_model
def test_the_hash_of_a_request_is_the_same_in_a_batch(model: Model):
    """An answer is found again however it was asked for."""
    question = put(shared=LONG_TOPIC)
    single, batched = build_request(question, model), build_request(question, model, batch=True)
    assert single != batched
    assert request_sha256(single) == request_sha256(batched)


def test_the_hash_tells_what_else_differs():
    """Another model, effort, work, correction or limit is another request."""
    requests = [
        build_request(put(), MODELS["claude-haiku-5-5"]),
        build_request(put(), MODELS["claude-sonnet-5-5"]),
        build_request(put("medium"), MODELS["claude-haiku-5-5"]),
        build_request(put(work="W2"), MODELS["claude-haiku-5-5"]),
        build_request(put(correction="again"), MODELS["claude-haiku-5-5"]),
        build_request(put(answer_tokens=600), MODELS["claude-haiku-5-5"]),
    ]
    assert len({request_sha256(body) for body in requests}) == len(requests)


def test_requests_of_a_fan_out_share_their_prefix():
    """Another work or a correction reads what the first wrote; another topic, model or effort does not."""
    haiku = MODELS["claude-haiku-5-5"]
    first = prefix_sha256(build_request(put(shared=LONG_TOPIC), haiku))
    same = [put(shared=LONG_TOPIC, work="W2"), put(shared=LONG_TOPIC, correction="again", answer_tokens=1_000)]
    others = [put(shared=LONG_TOPIC + "x"), put("medium", shared=LONG_TOPIC)]
    assert {prefix_sha256(build_request(question, haiku)) for question in same} == {first}
    assert first not in {prefix_sha256(build_request(question, haiku)) for question in others}
    assert first != prefix_sha256(build_request(same[0], MODELS["claude-sonnet-5-5"]))


def test_another_process_builds_the_same_bytes():
    """Resuming and replaying find answers by hash, so nothing may depend on the process."""
    script = (
        "import orjson,sys\n"
        "from tests.tasks.language_models.questions import LONG_TOPIC, put\n"
        "from tasks.language_models.table import read_table\n"
        "from tasks.language_models.anthropic.wire import build_request\n"
        "body = build_request(put(shared=LONG_TOPIC), read_table()['claude-opus-5-5'])\n"
        "sys.stdout.buffer.write(orjson.dumps(body))"
    )
    made = subprocess.run(
        [sys.executable, "-c", script], env={"PYTHONHASHSEED": "7", "PYTHONPATH": "."}, capture_output=True, check=True
    ).stdout
    assert made == orjson.dumps(build_request(put(shared=LONG_TOPIC), MODELS["claude-opus-5-5"]))


def _marks(body: dict[str, Any]) -> list[tuple[str, int, dict[str, str]]]:
    places = [("system", body["system"]), ("messages", body["messages"][0]["content"])]
    return [
        (name, place, block["cache_control"])
        for name, blocks in places
        for place, block in enumerate(blocks)
        if "cache_control" in block
    ]
