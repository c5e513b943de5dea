"""What may be on the wire: texts of others stand inside of data blocks, each closed once, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from tests.injection.payloads import Payload

_BLOCK = re.compile(r'<data name="[a-z_]+">\n(.*?)\n</data>', re.DOTALL)


def find_leaks(bodies: Iterable[Mapping[str, Any]], payloads: Iterable[Payload]) -> list[str]:
    """Return what is wrong with recorded request bodies, one sentence each; nothing if all is well.

    No payload, whole or by its marker, may occur outside of the data blocks of user texts or, if it was to be withheld,
    anywhere; a block holds JSON without a character that could open or close an element.
    """
    leaks: list[str] = []
    looked_for = list(payloads)
    for number, body in enumerate(bodies, 1):
        within, without = "", orjson.dumps({**body, "messages": []}).decode()
        for message in body["messages"]:
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
    faults += ["a block holds an angle bracket" for block in blocks if set("<>") & set(block)]
    if rest.strip():
        faults.append(f"a user text holds more than blocks: {rest.strip()[:80]!r}")
    return faults


def _is_json(block: str) -> bool:
    try:
        orjson.loads(block)
    except orjson.JSONDecodeError:
        return False
    return True
