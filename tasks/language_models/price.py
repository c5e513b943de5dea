"""What an answer cost, and the most that a request can cost before it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from tasks.language_models.table import Model
from tasks.metadata.json_fields import count, entry

_MILLION = 1_000_000
_BATCH_SHARE = 0.5  # of every price
_LEAST_BYTES_PER_TOKEN = 2
_OWN_TOKENS = 1_000  # what the API adds by itself, as to describe the form of the answer; about 200 were recorded


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer as the API counts them: `input` is neither read from nor written to the cache.

    `output` includes `thinking`.
    """

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write_5m: int = 0
    cache_write_1h: int = 0
    thinking: int = 0

    @property
    def prompt(self) -> int:
        """Return the tokens of the whole prompt, however each was paid for."""
        return self.input + self.cache_read + self.cache_write_5m + self.cache_write_1h

    @classmethod
    def read(cls, usage: object) -> Usage:
        """Return the tokens that the `usage` of a message states; what it leaves out is 0.

        A cache write without a stated lifetime counts as the dearer one.
        """
        stated = entry(usage)
        written = entry(stated.get("cache_creation"))
        short = count(written.get("ephemeral_5m_input_tokens"))
        long = count(written.get("ephemeral_1h_input_tokens"))
        return cls(
            input=count(stated.get("input_tokens")),
            output=count(stated.get("output_tokens")),
            cache_read=count(stated.get("cache_read_input_tokens")),
            cache_write_5m=short,
            cache_write_1h=max(long, count(stated.get("cache_creation_input_tokens")) - short),
            thinking=count(entry(stated.get("output_tokens_details")).get("thinking_tokens")),
        )


def price(usage: Usage, model: Model, *, batch: bool = False) -> float:
    """Return what an answer cost, in dollars."""
    dollars = (
        usage.input * model.input_usd
        + usage.output * model.output_usd
        + usage.cache_read * model.cache_read_usd
        + usage.cache_write_5m * model.cache_write_5m_usd
        + usage.cache_write_1h * model.cache_write_1h_usd
    )
    return dollars / _MILLION * _choose_factor(usage.prompt, model) * (_BATCH_SHARE if batch else 1.0)


def most_usd(body: Mapping[str, Any], model: Model, *, batch: bool = False) -> float:
    """Return the most that a request can cost, in dollars: it is set aside before the request is sent.

    A token counts as two bytes of the request's JSON: English takes about four a token, and what is dense (ids,
    numbers, other scripts) is a small part of a request whose names, escapes and punctuation are counted too. All of
    the prompt is taken to be written to the cache where any is marked for it, all of `max_tokens` to be used.
    """
    prompt = len(orjson.dumps(body)) // _LEAST_BYTES_PER_TOKEN + _OWN_TOKENS
    prices = [model.input_usd] + [
        model.cache_write_1h_usd if block["cache_control"].get("ttl") == "1h" else model.cache_write_5m_usd
        for block in [*body["system"], *(block for message in body["messages"] for block in message["content"])]
        if "cache_control" in block
    ]
    dollars = (prompt * max(prices) + body["max_tokens"] * model.output_usd) / _MILLION
    return float(dollars * _choose_factor(prompt, model) * (_BATCH_SHARE if batch else 1.0))


def _choose_factor(prompt: int, model: Model) -> float:
    large = model.large_prompt_tokens is not None and prompt > model.large_prompt_tokens
    return model.large_prompt_factor if large else 1.0
