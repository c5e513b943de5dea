"""From a question to the request of one model, and from the service's answer back to what the analyst asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from storage.runs.language_models import ModelCall, Settlement
from tasks.language_models.anthropic.wire import build_request, prefix_sha256, request_sha256
from tasks.language_models.dialogue import Answer, Question
from tasks.language_models.table import Model, Usage, most_usd, price


@dataclass(frozen=True)
class Request:
    """A question put to a model: the body to send, the hash that identifies it, what it can cost."""

    question: Question
    model: Model

    @cached_property
    def body(self) -> dict[str, Any]:
        """Return the JSON body of a single request."""
        return build_request(self.question, self.model)

    @cached_property
    def batch_body(self) -> dict[str, Any]:
        """Return the JSON body of the same request in a batch, where a cached prefix must live longer."""
        return build_request(self.question, self.model, batch=True)

    @cached_property
    def sha256(self) -> str:
        """Return the hash of the request, the same alone and in a batch."""
        return request_sha256(self.body)

    @cached_property
    def prefix_sha256(self) -> str | None:
        """Return the hash of the prefix shared with requests of its kind, None if nothing is cached."""
        return prefix_sha256(self.body)

    def most_usd(self, *, batch: bool) -> float:
        """Return the most that the request can cost, in dollars."""
        return most_usd(self.batch_body if batch else self.body, self.model, batch=batch)

    def settle(self, message: Mapping[str, Any], *, batch: bool) -> Settlement:
        """Return the service's answer with the call that brought it and its price."""
        usage = Usage.read(message["usage"])
        call = ModelCall(
            request_sha256=self.sha256,
            step=self.question.step,
            phase=self.question.phase,
            tier=self.question.tier,
            model=self.model.id,
            effort=self.question.effort,
            prompt_sha256=self.question.prompt_sha256,
            prefix_sha256=self.prefix_sha256,
            stop_reason=str(message.get("stop_reason")),
            input_tokens=usage.input,
            output_tokens=usage.output,
            cache_read=usage.cache_read,
            cache_write=usage.cache_write_5m + usage.cache_write_1h,
            batch=batch,
            usd=price(usage, self.model, batch=batch),
            full_usd=price(usage, self.model, batch=False),
        )
        return Settlement(call, orjson.dumps(message, option=orjson.OPT_SORT_KEYS).decode())


def read_answer(body: str) -> Answer:
    """Return what the model said, from the service's message; thinking is left out."""
    message = orjson.loads(body)
    blocks = message.get("content") or []
    text = "".join(block.get("text", "") for block in blocks if block.get("type") == "text")
    tool = any(block.get("type") not in {"text", "thinking", "redacted_thinking"} for block in blocks)
    return Answer(text, str(message.get("stop_reason")), called_tool=tool or message.get("stop_reason") == "tool_use")
