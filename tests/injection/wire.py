"""What may be on the wire: texts of others stand inside of data blocks, each closed once, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import orjson

from tasks.analysts.llm.relevance_answers import MENDING
from tasks.analysts.llm.summary_request import STATEMENTS_WANTED
from tasks.language_models.dialogue import WHOLE
from tasks.prompts import read_prompt
from tests.injection.payloads import Payload

_ELEMENT = re.compile(r"<\s*/?\s*data\b", re.IGNORECASE)
_PROMPTS = [file.name.removesuffix(".md") for file in files("tasks.prompts").iterdir() if file.name.endswith(".md")]
_TASKS = [read_prompt(name).task for name in _PROMPTS if name != "rules"]
_OURS = {"", WHOLE, STATEMENTS_WANTED, MENDING.wanted} | {
    f"These are all the data. Your task, by the rules above: {task}." for task in _TASKS
}
_BLOCK = re.compile(r'<data name="[a-z_]+">\n(.*?)\n</data>', re.DOTALL)


def find_leaks(bodies: Iterable[Mapping[str, Any]], payloads: Iterable[Payload]) -> list[str]:
    """Return what is wrong with recorded request bodies, one sentence each; nothing if all is well.

    No payload, whole or by its marker, may occur outside of the data blocks of user texts or, if it was to be withheld,
    anywhere; a block holds JSON without what could open or close one. Beside blocks stand sentences of ours alone; a
    turn of the model's own is its answer, given back to it.
    """
    leaks: list[str] = []
    looked_for = list(payloads)
    for number, body in enumerate(bodies, 1):
        within, without = "", orjson.dumps({**body, "messages": []}).decode()
        for message in body["messages"]:
            if message["role"] == "assistant":
                within += "\n".join(_texts(message["content"]))
                continue
            for part in _texts(message["content"]):
                blocks = _BLOCK.findall(part)
                rest = _BLOCK.sub("", part)
                leaks += [f"request {number}: {fault}" for fault in _object_to_blocks(blocks, rest)]
                within += "\n".join(orjson.dumps(orjson.loads(block)).decode() for block in blocks if _is_json(block))
                without += rest + str(message["role"])
        for payload in looked_for:
            forms = {payload.text, payload.marker, orjson.dumps(payload.text).decode()[1:-1]}
            if any(form in without for form in forms):
                leaks.append(f"request {number}: '{payload.name}' stands outside of the data blocks")
            if payload.tagged and any(form in within for form in forms):
                leaks.append(f"request {number}: '{payload.name}' was to be withheld")
    return leaks


def _texts(content: Any) -> list[str]:
    return [content] if isinstance(content, str) else [part["text"] for part in content]


def _object_to_blocks(blocks: list[str], rest: str) -> list[str]:
    faults = ["a block is no JSON" for block in blocks if not _is_json(block)]
    faults += ["a block holds what could end it" for block in blocks if _ELEMENT.search(block)]
    if rest.strip() not in _OURS:
        faults.append(f"a user text holds more than blocks: {rest.strip()[:80]!r}")
    return faults


def _is_json(block: str) -> bool:
    try:
        orjson.loads(block)
    except orjson.JSONDecodeError:
        return False
    return True
