"""Tokens, thinking, prompt cache and dollars of a loopback Anthropic: deterministic, so that costs can be compared.

A token is 3.3 bytes of UTF-8, about what current models count of English prose and JSON (3.0 to 3.6). Thinking is a
share of the answer by effort, with a floor. The cache behaves as documented: byte-exact prefixes up to a breakpoint,
per model, readable once the answer that wrote them was given, refreshed by reading. In a batch, items are answered in
order, so all but the first read; the real service promises that for most, not for all.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from tasks.language_models.table import Model, Usage, price, read_table

BYTES_PER_TOKEN = 3.3
_FORM_TOKENS = 180  # what the API adds to describe the form of an answer (recorded: 222 and 231 for tiny prompts)
_SHARES = {"low": (0.1, 20), "medium": (0.6, 150), "high": (1.5, 400), "xhigh": (2.0, 800), "max": (3.0, 1_600)}
_LIVES = {"5m": 300.0, "1h": 3_600.0}  # seconds


def count_tokens(text: str) -> int:
    """Return the tokens of a text, rounded up."""
    return math.ceil(len(text.encode()) / BYTES_PER_TOKEN)


def count_prompt(body: Mapping[str, Any]) -> int:
    """Return the tokens of a request's prompt: form of the answer, instructions and messages."""
    return sum(tokens for _, tokens, _ in _read_parts(body))


def think(body: Mapping[str, Any], answer_tokens: int, *, always: bool) -> int:
    """Return the tokens of thought before an answer: all of a budget, or a share of the answer by effort."""
    thinking = body.get("thinking") or {}
    if thinking.get("type") == "enabled":
        return int(thinking["budget_tokens"])
    if not always and thinking.get("type") != "adaptive":
        return 0
    share, least = _SHARES[(body.get("output_config") or {}).get("effort") or "high"]
    return max(int(answer_tokens * share), least)


@dataclass(frozen=True, slots=True)
class CacheUse:
    """How a prompt is paid for, in tokens, and the prefixes that its answer leaves in the cache."""

    read: int
    write_5m: int
    write_1h: int
    fresh: int
    kept: tuple[tuple[str, str], ...]


@dataclass
class PromptCache:
    """Prefixes by hash, with the time they live until."""

    lives: dict[str, float] = field(default_factory=dict)
    ahead: float = 0.0

    def look_up(self, body: Mapping[str, Any], cacheable: int) -> CacheUse:
        """Return how a prompt that comes now is paid for; what is read lives on."""
        parts, now = _read_parts(body), time.monotonic() + self.ahead
        marks = [place for place, (_, _, ttl) in enumerate(parts) if ttl]
        end = marks[-1] + 1 if marks else 0
        keys, sums = _hash_prefixes(body, parts[:end])
        kept = {place: parts[place][2] for place in marks if sums[place] >= cacheable}
        read = 0
        for place in range(end):
            if self.lives.get(keys[place], 0.0) > now:
                read = sums[place]
                self.lives[keys[place]] = max(self.lives[keys[place]], now + _LIVES[parts[place][2] or "5m"])
        written = max((sums[place] for place in kept), default=0)
        long = max((sums[place] for place, ttl in kept.items() if ttl == "1h"), default=0)
        write_1h = max(long - read, 0)
        write_5m = max(written - max(read, long), 0)
        fresh = sum(tokens for _, tokens, _ in parts) - read - write_1h - write_5m
        return CacheUse(read, write_5m, write_1h, fresh, tuple((keys[place], ttl) for place, ttl in kept.items()))

    def keep(self, use: CacheUse) -> None:
        """Make the prefixes of an answered prompt readable."""
        for key, ttl in use.kept:
            self.lives[key] = max(self.lives.get(key, 0.0), time.monotonic() + self.ahead + _LIVES[ttl])


@dataclass
class Spent:
    """What was answered for one form of answer; `full_usd` is what it had cost without batches."""

    answers: int = 0
    in_batches: int = 0
    input: int = 0
    output: int = 0
    thinking: int = 0
    cache_read: int = 0
    cache_write: int = 0
    usd: float = 0.0
    full_usd: float = 0.0


@dataclass
class Meter:
    """Tokens and dollars by the title of the answer's schema."""

    by_title: dict[str, Spent] = field(default_factory=dict)
    models: dict[str, Model] = field(default_factory=read_table)

    def add(self, title: str, message: Mapping[str, Any], *, batch: bool) -> None:
        """Count an answer, refused and cut ones too: they are paid for."""
        usage, model = Usage.read(message["usage"]), self.models[message["model"]]
        spent = self.by_title.setdefault(title, Spent())
        spent.answers += 1
        spent.in_batches += batch
        spent.input += usage.input
        spent.output += usage.output
        spent.thinking += usage.thinking
        spent.cache_read += usage.cache_read
        spent.cache_write += usage.cache_write_5m + usage.cache_write_1h
        spent.usd += price(usage, model, batch=batch)
        spent.full_usd += price(usage, model)

    @property
    def usd(self) -> float:
        """Return all dollars spent."""
        return math.fsum(spent.usd for spent in self.by_title.values())


def _read_parts(body: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    """Return (text, tokens, lifetime or "") of each part of a prompt, in the order in which it is cached."""
    form = (body.get("output_config") or {}).get("format")
    text = orjson.dumps(form).decode() if form else ""
    parts = [(text, count_tokens(text) + (_FORM_TOKENS if form else 0), "")]
    contents = [body.get("system") or [], *(message.get("content") or [] for message in body["messages"])]
    for content in contents:
        blocks: list[dict[str, Any]] = [{"text": content}] if isinstance(content, str) else content
        for block in blocks:
            mark = block.get("cache_control")
            tokens = count_tokens(block["text"])
            parts.append((block["text"], tokens, mark.get("ttl", "5m") if mark else ""))
    return parts


def _hash_prefixes(body: Mapping[str, Any], parts: list[tuple[str, int, str]]) -> tuple[list[str], list[int]]:
    """Return the hash and the tokens of each prefix of the parts; another model or way of thinking has its own."""
    setting = [body["model"], body.get("thinking"), (body.get("output_config") or {}).get("effort")]
    digest = hashlib.sha256(orjson.dumps(setting))
    keys, sums, total = [], [], 0
    for text, tokens, _ in parts:
        digest.update(len(text).to_bytes(8, "big") + text.encode())
        total += tokens
        keys.append(digest.hexdigest())
        sums.append(total)
    return keys, sums
