"""From a question to the body of ``POST /v1/messages``, without anything that the model would reject.

Sampling parameters, tools, prefilled answers and citations are never sent. The prefix common to a fan-out (form of the
answer, instructions, shared blocks) comes first and carries one cache breakpoint at its end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import orjson

from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Question
from tasks.language_models.table import Model
from tasks.prompts import Effort

TOO_LONG = "model_context_window_exceeded"
"""Why an answer stops for which the context has no room."""

_BYTES_PER_TOKEN = 4  # of English text: used to estimate what is long enough to be cached, never what anything costs
# Thinking tokens in addition to the answer's: a fixed part, and a share of the answer. Unused tokens are not paid for.
_ROOM: dict[Effort, tuple[int, float]] = {"low": (2_000, 0.5), "medium": (6_000, 1.0), "high": (12_000, 2.0)}


def build_request(question: Question, model: Model, *, batch: bool = False) -> dict[str, Any]:
    """Return the JSON body that asks a model a question, the same bytes for the same question.

    The cached prefix lives for 5 minutes, in a batch for an hour, as its items are not answered immediately.
    """
    from anthropic import transform_schema  # noqa: PLC0415 - two seconds that only language models are worth

    system: list[dict[str, Any]] = [{"type": "text", "text": question.instructions}]
    asked = f"These are all the data. Your task, by the rules above: {question.task}." if question.task else ""
    content = _write_texts(question.shared, question.data, asked)
    messages = [{"role": "user", "content": content}]
    if question.correction:
        objections = write_block("correction", {"reasons": question.correction.split("\n")})
        if question.rejected:
            messages.append({"role": "assistant", "content": _write_texts(question.rejected)})
            messages.append({"role": "user", "content": _write_texts(objections, question.wanted)})
        else:
            content += _write_texts(objections, question.wanted)
    prefix = len((question.instructions + question.shared).encode())
    if prefix // _BYTES_PER_TOKEN >= model.cacheable_tokens:
        last = content[0] if question.shared else system[0]
        last["cache_control"] = {"type": "ephemeral", "ttl": "1h"} if batch else {"type": "ephemeral"}
    body: dict[str, Any] = {
        "model": model.id,
        "max_tokens": min(question.answer_tokens + _think(question, model), model.output_tokens),
        "output_config": {"format": {"type": "json_schema", "schema": transform_schema(question.answer)}},
        "system": system,
        "messages": messages,
    }
    if question.effort in model.effort:
        body["output_config"]["effort"] = question.effort
    if model.thinking == "adaptive":
        body["thinking"] = {"type": "adaptive"}
    elif model.thinking == "budget":
        body["thinking"] = {"type": "enabled", "budget_tokens": model.budget_tokens}
    return body


def _write_texts(*texts: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text} for text in texts if text]


def request_sha256(body: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a request's canonical JSON; caching and its duration do not change it."""
    return _digest({**body, "system": _strip(body["system"]), "messages": _strip_messages(body)})


def prefix_sha256(body: Mapping[str, Any]) -> str | None:
    """Return the SHA-256 of what a request caches or reads from the cache, None if nothing is marked for caching.

    Requests with the same hash read what the first of them wrote, once that has been answered.
    """
    blocks = [(0, block) for block in body["system"]]
    blocks += [(1, block) for message in body["messages"] for block in message["content"]]
    marked = [place for place, (_, block) in enumerate(blocks) if "cache_control" in block]
    if not marked:
        return None
    prefix = [(part, block["text"]) for part, block in blocks[: marked[-1] + 1]]
    return _digest([body["model"], body["output_config"], body.get("thinking"), prefix])


def _think(question: Question, model: Model) -> int:
    if model.thinking == "none":
        return 0
    if model.thinking == "budget":
        return model.budget_tokens
    fixed, share = _ROOM[question.effort]
    return fixed + int(question.answer_tokens * share)


def _strip_messages(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{**message, "content": _strip(message["content"])} for message in body["messages"]]


def _strip(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in block.items() if name != "cache_control"} for block in blocks]


def _digest(content: Any) -> str:
    return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
