"""The protocol that servers of local models share: OpenAI's chat completions, with answers held to a JSON schema.

llama.cpp, Ollama and vLLM all speak it. Of llama.cpp's server `/v1/messages` ignores the form of the answer (tried with
its release of October 2026), so requests in Anthropic's form are reworded here, and answers put back into that form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import orjson
from pydantic import SecretStr

from storage.core.errors import InputError
from tasks.language_models.anthropic.messages import LanguageService, call_service
from tasks.language_models.anthropic.refusals import PromptTooLong
from tasks.language_models.anthropic.wire import TOO_LONG
from tasks.language_models.local.model_server import ModelServer
from tasks.metadata.fields import count, entries, entry

SETTING = "LITREVIEW_LOCAL_MODEL"

_PATH = "/v1/chat/completions"
_NO_KEY = SecretStr("none")
_HERE = {"127.0.0.1", "localhost", "::1"}
_PATIENCE = 4 * 3600.0  # seconds for an answer: a processor may write one token a second
_STOPS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal", "tool_calls": "tool_use"}
# No tokenizer spends fewer than a token on so many bytes of prose: a prompt counted shorter was cut by the server.
_MOST_BYTES_PER_TOKEN = 8
_LONG = 4_000  # bytes
_FORM = "Answer with one JSON object, and nothing else, that is valid against this JSON schema:\n"
# At 0 small models repeat themselves. What a string of an answer says over and over becomes unlikely once 64 tokens
# were the same, longer than what is quoted; servers that do not know this way of sampling (DRY, llama.cpp's) pass over
# it.
_SAMPLING = {
    "temperature": 0.2,
    "seed": 1,
    "dry_multiplier": 0.8,
    "dry_allowed_length": 64,
    "dry_penalty_last_n": 512,
}


@dataclass(frozen=True, slots=True)
class LocalService:
    """The server of a local model: one that runs at `address`, or `server`, which is started when first asked.

    `context_tokens` is the room that prompt and answer share.
    """

    context_tokens: int
    address: str = ""
    server: ModelServer | None = None

    async def send(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the message that answers a request (see `anthropic.wire.build_request`), in Anthropic's form.

        A prompt for which the context has no room is answered by nothing, with the stop reason TOO_LONG.

        Raises:
            InputError: the model cannot be loaded, or the server does not know it or wants a key. AnswerLost,
            ServiceUnavailable, LitreviewError: as `anthropic.messages.send_message` does.
        """
        asked = write_completion(body)
        if count_prompt(asked) >= self.context_tokens * _MOST_BYTES_PER_TOKEN:
            return _refuse(body)
        try:
            answer = await self.complete(asked)
        except PromptTooLong:
            return _refuse(body)
        message = read_completion(answer, str(body["model"]))
        tokens = message["usage"]["input_tokens"]
        was_cut = count_prompt(asked) > max(_LONG, tokens * _MOST_BYTES_PER_TOKEN)
        return _refuse(body) if was_cut and tokens else message

    async def complete(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the chat completion that the server answers.

        Raises:
            PromptTooLong: the context has no room for it. InputError, AnswerLost, ServiceUnavailable, LitreviewError:
            as `send` does.
        """
        address = self.server.start() if self.server else self.address
        service = LanguageService(address, _NO_KEY, SETTING, _PATIENCE, near=httpx.URL(address).host in _HERE)
        try:
            answer: dict[str, Any] = await call_service(service, "POST", _PATH, _is_completion, body=asked)
        except InputError as error:
            raise InputError(
                f"the server that {SETTING} names does not know the model '{asked['model']}', or wants a key; write "
                "the model's name behind the address, after a '#', or use --analyst anthropic with ANTHROPIC_BASE_URL"
            ) from error
        return answer


def write_completion(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chat completion that asks what a request in Anthropic's form asks.

    The form of the answer is said in words as well: a grammar alone leaves a model to guess what the fields mean.
    """
    schema = body["output_config"]["format"]["schema"]
    instructions = [block["text"] for block in body["system"]]
    system = "\n\n".join([*instructions, _FORM + orjson.dumps(schema).decode()])
    turns = [
        {"role": turn["role"], "content": "\n\n".join(block["text"] for block in turn["content"])}
        for turn in body["messages"]
    ]
    return {
        "model": body["model"],
        "max_tokens": body["max_tokens"],
        "messages": [{"role": "system", "content": system}, *turns],
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}},
        **_SAMPLING,
    }


def count_prompt(completion: Mapping[str, Any]) -> int:
    """Return the bytes of what a model is to read."""
    return sum(len(turn["content"].encode()) for turn in completion["messages"])


def read_completion(answer: Mapping[str, Any], model: str) -> dict[str, Any]:
    """Return a chat completion as a message in Anthropic's form; what a model thought aloud is left out."""
    choice = entry(entries(answer.get("choices"))[0])
    text = entry(choice.get("message")).get("content")
    usage, finish = entry(answer.get("usage")), str(choice.get("finish_reason"))
    tokens = {"input_tokens": count(usage.get("prompt_tokens")), "output_tokens": count(usage.get("completion_tokens"))}
    return _write_message(model, text if isinstance(text, str) else "", _STOPS.get(finish, finish), tokens)


def _refuse(body: Mapping[str, Any]) -> dict[str, Any]:
    return _write_message(str(body["model"]), "", TOO_LONG, {"input_tokens": 0, "output_tokens": 0})


def _write_message(model: str, text: str, stop_reason: str, usage: Mapping[str, int]) -> dict[str, Any]:
    return {
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": text}],
        "stop_reason": stop_reason,
        "usage": dict(usage),
    }


def _is_completion(answer: Any) -> bool:
    return isinstance(answer, dict) and bool(entries(answer.get("choices")))
