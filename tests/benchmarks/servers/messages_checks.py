"""What the Messages API refuses, and with which sentence: what a model does not take, forms it cannot follow.

The rules stand here by themselves, not in the table that requests are built from, so that a wrong row of that table is
found out. Sources: the recorded requests and answers of the real API, the documentation of its parameters, and for the
5.5 models the model pages as of 2026-10-24. Where the API accepts a deprecated parameter, this one refuses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.benchmarks.servers.messages_metering import count_prompt
from tests.benchmarks.servers.messages_schema import check_schema
from tests.benchmarks.servers.refused import Refused


@dataclass(frozen=True, slots=True)
class Rules:
    """What a model takes. `always` thinks without being asked; sizes are tokens."""

    adaptive: bool = True
    always: bool = False
    budget: bool = False
    sampling: bool = False
    prefill: bool = False
    efforts: tuple[str, ...] = ("low", "medium", "high", "xhigh", "max")
    context: int = 1_000_000
    output: int = 128_000
    cacheable: int = 1024


_CURRENT = Rules()
_FOUR = ("low", "medium", "high", "max")
_OLDER = Rules(
    adaptive=False, budget=True, sampling=True, prefill=True, efforts=(), context=200_000, output=64_000, cacheable=4096
)
MODELS = {
    "claude-opus-5-5": replace(_CURRENT, always=True),
    "claude-sonnet-5-5": _CURRENT,
    "claude-haiku-5-5": _CURRENT,
    "claude-opus-5": replace(_CURRENT, cacheable=512),
    "claude-sonnet-5": _CURRENT,
    "claude-opus-4-8": _CURRENT,
    "claude-opus-4-6": replace(_CURRENT, budget=True, sampling=True, efforts=_FOUR, cacheable=4096),
    "claude-sonnet-4-6": replace(_CURRENT, budget=True, sampling=True, efforts=_FOUR, output=64_000, cacheable=2048),
    "claude-haiku-4-5": _OLDER,
}
_PARAMETERS = {
    *("model", "max_tokens", "messages", "system", "output_config", "thinking", "metadata", "stop_sequences", "stream"),
    *("temperature", "top_p", "top_k", "tools", "tool_choice", "service_tier", "cache_control", "inference_geo"),
}
_EFFORTS = "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"
_LEAST_BUDGET, _MOST_BREAKPOINTS = 1024, 4


def check_request(body: Any) -> Rules:
    """Return the rules of the model that a request is for.

    Raises:
        Refused: the API would not take the request.
    """
    if not isinstance(body, dict):
        raise Refused(400, "The request body is not valid JSON.")
    for name in ("model", "max_tokens", "messages"):
        if name not in body:
            raise Refused(400, f"{name}: Field required")
    if unknown := sorted(set(body) - _PARAMETERS):
        raise Refused(400, f"{unknown[0]}: Extra inputs are not permitted")
    if body["model"] not in MODELS:
        raise Refused(404, f"model: {body['model']}")
    rules = MODELS[body["model"]]
    _check_sampling(body, rules)
    _check_thinking(body, rules)
    _check_texts(body, rules)
    config = body.get("output_config") or {}
    if (effort := config.get("effort")) is not None and effort not in rules.efforts:
        raise Refused(400, _EFFORTS if rules.efforts else "This model does not support the effort parameter.")
    form = config.get("format")
    if form is not None:
        if form.get("type") != "json_schema" or set(form) != {"type", "schema"}:
            raise Refused(400, "output_config.format: Input should be {'type': 'json_schema', 'schema': …}")
        check_schema(form["schema"])
    _check_sizes(body, rules)
    return rules


def _check_sampling(body: Mapping[str, Any], rules: Rules) -> None:
    if body.get("stream"):
        raise Refused(400, "stream: this server does not stream")
    thinks = (body.get("thinking") or {}).get("type") == "enabled"
    for name in ("temperature", "top_p", "top_k"):
        if name in body and (not rules.sampling or thinks):
            raise Refused(400, f"`{name}` is deprecated for this model.")


def _check_thinking(body: Mapping[str, Any], rules: Rules) -> None:
    thinking = body.get("thinking") or {}
    kind = thinking.get("type")
    forced = (body.get("tool_choice") or {}).get("type") in ("any", "tool")
    if forced and (rules.always or kind in ("adaptive", "enabled")):
        raise Refused(400, "Thinking may not be enabled when tool_choice forces tool use.")
    if kind == "adaptive" and not rules.adaptive:
        raise Refused(400, "adaptive thinking is not supported on this model")
    if kind == "disabled" and rules.always:
        raise Refused(400, '"thinking.type.disabled" is not supported for this model.')
    if kind != "enabled":
        if kind not in (None, "adaptive", "disabled"):
            raise Refused(400, f"thinking: Input tag '{kind}' found using 'type' does not match any expected tags")
        return
    if not rules.budget:
        raise Refused(
            400,
            '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and '
            '"output_config.effort" to control thinking behavior.',
        )
    budget = thinking.get("budget_tokens")
    if not isinstance(budget, int) or budget < _LEAST_BUDGET:
        raise Refused(400, f"thinking.enabled.budget_tokens: Input should be greater than or equal to {_LEAST_BUDGET}")
    if budget >= body["max_tokens"]:
        raise Refused(400, "`max_tokens` must be greater than `thinking.budget_tokens`.")


def _check_texts(body: Mapping[str, Any], rules: Rules) -> None:
    messages = body["messages"]
    if not isinstance(messages, list) or not messages:
        raise Refused(400, "messages: at least one message is required")
    if messages[0].get("role") != "user":
        raise Refused(400, 'messages: first message must use the "user" role')
    if messages[-1].get("role") == "assistant" and not rules.prefill:
        raise Refused(400, "This model does not support assistant message prefill.")
    blocks = [("system", block) for block in as_blocks(body.get("system", []))]
    blocks += [(f"messages.{n}", b) for n, message in enumerate(messages) for b in as_blocks(message.get("content"))]
    for place, block in blocks:
        _check_block(place, block)
    marks = [block["cache_control"].get("ttl", "5m") for _, block in blocks if "cache_control" in block]
    if len(marks) > _MOST_BREAKPOINTS:
        raise Refused(400, f"A maximum of 4 blocks with cache_control may be provided. Found {len(marks)}.")
    if marks != sorted(marks):
        raise Refused(400, "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.")


def _check_block(place: str, block: Mapping[str, Any]) -> None:
    if block.get("type") != "text" or not isinstance(block.get("text"), str):
        raise Refused(400, f"{place}.content: this server reads text blocks alone")
    if unknown := sorted(set(block) - {"type", "text", "cache_control"}):
        raise Refused(400, f"{place}.content.text.{unknown[0]}: Extra inputs are not permitted")
    if not block["text"].strip():
        raise Refused(400, f"{place}: text content blocks must be non-empty")
    mark = block.get("cache_control", {"type": "ephemeral"})
    if mark.get("type") != "ephemeral" or mark.get("ttl", "5m") not in ("5m", "1h") or set(mark) - {"type", "ttl"}:
        raise Refused(400, f"{place}.content.cache_control: Input should be ephemeral, for '5m' or '1h'")


def as_blocks(content: Any) -> list[dict[str, Any]]:
    """Return a content as a list of blocks; a string stands for one of text."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])


def _check_sizes(body: Mapping[str, Any], rules: Rules) -> None:
    most = body["max_tokens"]
    if not isinstance(most, int) or most < 1:
        raise Refused(400, "max_tokens: Input should be greater than or equal to 1")
    if most > rules.output:
        raise Refused(
            400,
            f"max_tokens: {most} > {rules.output}, which is the maximum allowed number of output tokens for "
            f"{body['model']}",
        )
    tokens = count_prompt(body)
    if tokens > rules.context:
        raise Refused(400, f"prompt is too long: {tokens} tokens > {rules.context} maximum")
    if tokens + most > rules.context:
        raise Refused(400, f"input length and `max_tokens` exceed context limit: {tokens} + {most} > {rules.context}")
