"""What the loopback Anthropic takes and refuses: all that is built for a model passes, and nothing else does."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tasks.language_models.anthropic.wire import build_request
from tasks.language_models.table import Model, Usage, most_usd, price, read_table
from tasks.prompts import Effort
from tests.benchmarks.checks.messages_loopback import HEADERS, SCRIPTS, call, post
from tests.benchmarks.servers.messages_server import LoopbackAnthropic, serve_anthropic
from tests.tasks.language_models.questions import EFFORTS, LONG_TOPIC, put

MODELS = read_table()
CURRENT = ["claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"]
LEGACY = ["claude-opus-5", "claude-sonnet-5", "claude-opus-4-8", "claude-opus-4-6", "claude-sonnet-4-6"]
OLDER = ["claude-haiku-4-5"]


@pytest.fixture(scope="module")
def server() -> Iterator[LoopbackAnthropic]:
    """Yield a server for all tests here; none of them plays a fault."""
    with serve_anthropic(SCRIPTS) as served:
        yield served


@pytest.mark.parametrize("model", MODELS.values(), ids=lambda model: model.id)
@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize("shared", ["", "sleep", LONG_TOPIC], ids=["alone", "short", "long"])
@pytest.mark.parametrize("batch", [False, True])
def test_every_request_built_for_a_model_is_taken_and_costs_no_more_than_foreseen(
    server: LoopbackAnthropic,
    model: Model,
    effort: Effort,
    shared: str,
    batch: bool,  # noqa: FBT001 - a row
):
    """No parameter that the model rejects, singly or in a batch; the most that was set aside is enough."""
    body = build_request(put(effort, shared=shared, correction="again"), model, batch=batch)
    if batch:
        _, created = call(server, "/v1/messages/batches", {"requests": [{"custom_id": "a", "params": body}]})
        _, lines = call(server, f"/v1/messages/batches/{created['id']}/results")
        message = lines[0]["result"]["message"]
    else:
        status, message = post(server, body)
        assert (status, message["stop_reason"]) == (200, "end_turn")
    cost = price(Usage.read(message["usage"]), model, batch=batch)
    assert 0 < cost <= most_usd(body, model, batch=batch)


def test_the_rules_and_the_table_know_the_same_models():
    """A row without rules would be tested by nothing."""
    assert sorted(MODELS) == sorted(CURRENT + LEGACY + OLDER)


def change(**parts: Any) -> Callable[[dict[str, Any]], None]:
    """Return what puts top-level parameters into a request."""
    return lambda body: body.update(parts)


def form(**parts: Any) -> Callable[[dict[str, Any]], None]:
    """Return what puts keywords into the schema of a request."""
    return lambda body: body["output_config"]["format"]["schema"].update(parts)


def effort(value: str) -> Callable[[dict[str, Any]], None]:
    """Return what asks for an effort."""
    return lambda body: body["output_config"].update(effort=value)


def text(place: str, **parts: Any) -> Callable[[dict[str, Any]], None]:
    """Return what puts parts into the first block of system or message."""
    return lambda body: (body["system"] if place == "system" else body["messages"][0]["content"])[0].update(parts)


def mark_five(body: dict[str, Any]) -> None:
    """Put five breakpoints into a request."""
    body["system"] = [{"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}] * 5


BUDGET = {"type": "enabled", "budget_tokens": 2000}
FORCED = {"tool_choice": {"type": "any"}, "tools": [{"name": "find"}]}
WRONG: list[tuple[str, list[str], Callable[[dict[str, Any]], None], int, str]] = [
    ("unknown model", CURRENT, change(model="claude-opus-9"), 404, "model: claude-opus-9"),
    ("unknown parameter", CURRENT + OLDER, change(colour="red"), 400, "colour: Extra inputs are not permitted"),
    ("no limit", CURRENT, lambda body: body.pop("max_tokens"), 400, "max_tokens: Field required"),
    ("temperature", CURRENT + OLDER, change(temperature=1.0), 400, "`temperature`"),
    ("top_p", CURRENT, change(top_p=0.9), 400, "`top_p`"),
    ("top_k", CURRENT, change(top_k=5), 400, "`top_k`"),
    ("budget", CURRENT, change(thinking=BUDGET), 400, "thinking.type.enabled"),
    ("forced tool", CURRENT + OLDER, change(**FORCED), 400, "tool_choice"),
    ("no thinking", ["claude-opus-5-5"], change(thinking={"type": "disabled"}), 400, "thinking.type.disabled"),
    ("adaptive", OLDER, change(thinking={"type": "adaptive"}), 400, "adaptive thinking is not supported"),
    ("effort", OLDER, effort("low"), 400, "does not support the effort parameter"),
    ("odd effort", CURRENT, effort("little"), 400, "output_config.effort"),
    ("small budget", OLDER, change(thinking=BUDGET | {"budget_tokens": 1000}), 400, "greater than or equal to 1024"),
    ("budget of all", OLDER, change(max_tokens=2000, thinking=BUDGET), 400, "greater than `thinking.budget_tokens`"),
    ("long answer", CURRENT, change(max_tokens=128_001), 400, "128001 > 128000, which is the maximum"),
    ("long answer", OLDER, change(max_tokens=64_001), 400, "64001 > 64000, which is the maximum"),
    ("long prompt", OLDER, text("user", text="word " * 170_000), 400, "prompt is too long"),
    ("nearly long prompt", OLDER, text("user", text="word " * 128_000), 400, "exceed context limit"),
    ("open object", CURRENT, form(additionalProperties=True), 400, "'additionalProperties' must be explicitly"),
    ("bound", OLDER, form(properties={"n": {"type": "integer", "minimum": 1}}, required=["n"]), 400, "'minimum'"),
    ("length", OLDER, form(properties={"n": {"type": "string", "maxLength": 1}}, required=["n"]), 400, "'maxLength'"),
    ("recursion", CURRENT, form(properties={"n": {"$ref": "#/$defs/T"}}, required=["n"], **{"$defs": {
        "T": {"type": "array", "items": {"$ref": "#/$defs/T"}}}}), 400, "recursive"),
    ("lost reference", CURRENT, form(properties={"n": {"$ref": "#/$defs/T"}}, required=["n"]), 400, "leads nowhere"),
    ("options", CURRENT, form(properties={f"p{n}": {"type": "string"} for n in range(25)}, required=[]), 400, "many"),
    ("breakpoints", CURRENT + OLDER, mark_five, 400, "maximum of 4 blocks"),
    ("lifetime", CURRENT, text("system", cache_control={"type": "ephemeral", "ttl": "2h"}), 400, "cache_control"),
    ("empty text", CURRENT, text("user", text=" "), 400, "must be non-empty"),
    ("citations", CURRENT, text("user", citations={"enabled": True}), 400, "citations: Extra inputs"),
    ("prefill", CURRENT, lambda body: body["messages"].append({"role": "assistant", "content": "{"}), 400, "prefill"),
    ("no message", CURRENT, change(messages=[]), 400, "at least one message"),
    ("unknown form", CURRENT, form(title="Sonnets"), 400, "no script is written for an answer of the form 'Sonnets'"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("model", "spoil", "status", "sentence"),
    [
        pytest.param(model, spoil, status, sentence, id=f"{name}-{model}")
        for name, models, spoil, status, sentence in WRONG
        for model in models
    ],
)
def test_what_the_api_refuses_is_refused(
    server: LoopbackAnthropic, model: str, spoil: Callable[[dict[str, Any]], None], status: int, sentence: str
):
    """One change of a good request, and the sentence says which; in a batch it is that item's error."""
    body = copy.deepcopy(build_request(put(), MODELS[model]))
    spoil(body)
    answered, error = post(server, body)
    assert (answered, error["type"]) == (status, "error")
    assert sentence in error["error"]["message"]
    _, created = call(server, "/v1/messages/batches", {"requests": [{"custom_id": "a", "params": body}]})
    _, lines = call(server, f"/v1/messages/batches/{created['id']}/results")
    assert (lines[0]["result"]["type"], lines[0]["result"]["error"]["error"]) == ("errored", error["error"])


@pytest.mark.parametrize(("missing", "status"), [("x-api-key", 401), ("anthropic-version", 400)])
def test_key_and_version_are_asked_for(server: LoopbackAnthropic, missing: str, status: int):
    """Both headers, as the API wants them."""
    headers = {name: value for name, value in HEADERS.items() if name != missing}
    assert call(server, "/v1/messages", build_request(put(), MODELS["claude-haiku-5-5"]), headers)[0] == status
    assert call(server, "/v1/messages", {}, HEADERS | {"anthropic-version": "2020-01-01"})[0] == 400


@pytest.mark.parametrize(
    ("requests", "sentence"),
    [
        ([], "at least 1 item"),
        ([{"custom_id": "10.1000/xyz", "params": {}}], "should match pattern"),
        ([{"custom_id": "a" * 65, "params": {}}], "should match pattern"),
        ([{"custom_id": "a", "params": {}}, {"custom_id": "a", "params": {}}], "must be unique"),
        ([{"custom_id": "a"}], "params are required"),
    ],
)
def test_a_wrong_batch_is_refused_as_a_whole(server: LoopbackAnthropic, requests: list[Any], sentence: str):
    """A DOI is no custom id."""
    status, error = call(server, "/v1/messages/batches", {"requests": requests})
    assert status == 400
    assert sentence in error["error"]["message"]
