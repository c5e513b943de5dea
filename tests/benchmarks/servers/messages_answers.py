"""The messages of a loopback Anthropic: a script's answer in the shape of the API's, whole or spoilt by a fault."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from tests.benchmarks.servers.messages_checks import Rules, as_blocks
from tests.benchmarks.servers.messages_metering import BYTES_PER_TOKEN, CacheUse, count_tokens, think
from tests.benchmarks.servers.refused import Refused
from tests.benchmarks.servers.scripted.protocol import REFUSAL, TOOL, Asked, Script, read_blocks

FAULTS = {"refusal", "max_tokens", "ids", "invalid", "tool"}
"""What can be wrong with an answer that arrives with status 200."""

_ID = re.compile(r"(?=.*\d)[\w.:-]{2,64}")
_PLACES = {"id", "n", "number", "index", "work", "ref", "i"}
_OTHER = "x9"
_CALL = {"name": "fetch", "input": {"url": "http://other.invalid/"}}


def read_request(body: Mapping[str, Any]) -> Asked:
    """Return what a request asks of a script.

    Raises:
        Refused: it asks for no form of answer, or its data blocks cannot be read.
    """
    config = body.get("output_config") or {}
    schema = (config.get("format") or {}).get("schema") or {}
    if not schema.get("title"):
        raise Refused(400, "this server answers by the title of output_config.format.schema, and there is none")
    texts = [block["text"] for message in body["messages"] for block in as_blocks(message["content"])]
    try:
        blocks = read_blocks("\n".join(texts))
    except ValueError as error:
        raise Refused(400, f"data blocks cannot be read: {error}") from error
    instructions = "\n".join(block["text"] for block in as_blocks(body.get("system", [])))
    return Asked(
        schema["title"], instructions, blocks, body["max_tokens"], schema, body["model"], config.get("effort") or ""
    )


def run_script(script: Script, asked: Asked) -> dict[str, Any]:
    """Return the answer of a script, which can be written as JSON.

    Raises:
        Refused: the script fails; the sentence says how.
    """
    try:
        reply = script(asked)
        orjson.dumps(reply)
    except Exception as error:
        raise Refused(400, f"the script of {asked.title} failed: {type(error).__name__}: {error}") from error
    return reply


def compose_message(
    body: Mapping[str, Any],
    rules: Rules,
    asked: Asked,
    reply: dict[str, Any],
    use: CacheUse,
    *,
    fault: str,
    batch: bool,
) -> dict[str, Any]:
    """Return the message that answers a request, with its usage; the same request has the same message."""
    fault = "refusal" if REFUSAL in reply else fault
    called = reply.get(TOOL) or (_CALL if fault == "tool" else None)
    text = orjson.dumps(_misname(reply, _find_ids(asked.blocks)) if fault == "ids" else reply).decode()
    if fault == "invalid":
        text = "Here is my answer: {" + text
    length = count_tokens(text)
    thought = min(think(body, length, always=rules.always), body["max_tokens"])
    room = body["max_tokens"] - thought
    content: list[dict[str, Any]] = [{"type": "text", "text": text}]
    stop, tokens = "end_turn", thought + length
    if fault == "refusal":
        content, stop, thought, tokens = [], "refusal", 0, 1
    elif called:
        content, stop = [{"type": "tool_use", "id": "toolu_01", **called}], "tool_use"
    elif fault == "max_tokens" or length > room:
        cut = text.encode()[: int(room * BYTES_PER_TOKEN)]
        content[0]["text"] = cut[: len(cut) * 2 // 3 if fault else None].decode("utf-8", "ignore")
        stop, tokens = "max_tokens", body["max_tokens"]
    if thought:
        content.insert(0, {"type": "thinking", "thinking": "", "signature": "c2lnbmVk"})
    refusal = {"type": "refusal", "category": None, "explanation": None}
    usage = {
        "input_tokens": use.fresh,
        "cache_creation_input_tokens": use.write_5m + use.write_1h,
        "cache_read_input_tokens": use.read,
        "cache_creation": {"ephemeral_5m_input_tokens": use.write_5m, "ephemeral_1h_input_tokens": use.write_1h},
        "output_tokens": tokens,
        "output_tokens_details": {"thinking_tokens": thought},
        "service_tier": "batch" if batch else "standard",
        "inference_geo": "global",
    }
    return {
        "id": f"msg_{hashlib.sha256(orjson.dumps([body, fault])).hexdigest()[:24]}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "stop_details": refusal if fault == "refusal" else None,
        "usage": usage,
    }


def _find_ids(content: Any) -> set[str]:
    """Return the texts of data blocks that look like ids or citekeys: one word with a digit in it."""
    return {text for text in _walk(content) if _ID.fullmatch(text)}


def _walk(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        yield from content
        for value in content.values():
            yield from _walk(value)
    elif isinstance(content, list):
        for value in content:
            yield from _walk(value)


def _misname(content: Any, ids: set[str], name: str = "") -> Any:
    """Return an answer in which every id and citation is one that was not in the input."""
    if isinstance(content, dict):
        return {key: _misname(value, ids, key) for key, value in content.items()}
    if isinstance(content, list):
        return [_misname(value, ids, name) for value in content]
    if isinstance(content, int) and not isinstance(content, bool) and name in _PLACES:
        return content + 100_000
    if not isinstance(content, str):
        return content
    if content in ids:
        return content + _OTHER
    return re.sub(r"@([\w.-]*\w)", lambda match: match[0] + (_OTHER if match[1] in ids else ""), content)
