"""Answers of a weak model in the forms asked for: loops, echoes, wrong ids, nonsense, as a real one gave them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import orjson
from werkzeug import Request, Response

Schema: TypeAlias = Mapping[str, Any]
Manner: TypeAlias = Callable[[Schema, int], tuple[str, str]]
"""What answers a form within so many tokens: the text, and why it ended."""

_CHARACTERS = 4  # of a token
_IDS = {"id", "ref", "refs", "work", "citekey", "citekeys"}


def loop(schema: Schema, tokens: int) -> tuple[str, str]:
    """Say the same item again and again until the answer is cut, the numbers in its ids counted up."""
    text = _Words("The work is on hair cortisol and stress.", 0.05).answer(schema)
    item = re.search(r"\[(\{.*?\}|\".*?\")", text)
    if not item:
        return text[:-2], "length"
    again = range(1, 2 + tokens * _CHARACTERS // len(item[1]))
    items = ",".join(item[1].replace('"w1"', f'"w{n}"') for n in again)
    return (text[: item.start() + 1] + items)[: tokens * _CHARACTERS], "length"


def echo(schema: Schema, _tokens: int) -> tuple[str, str]:
    """Repeat the descriptions of the form about one item, with the lowest score."""
    return _Words("", 0.0).answer(schema), "stop"


def repeat_complaint(schema: Schema, _tokens: int) -> tuple[str, str]:
    """Repeat what an earlier answer was rejected for."""
    return _Words("The answer was cut (max_tokens); be briefer", -1000.0).answer(schema), "stop"


def mistake_ids(schema: Schema, _tokens: int) -> tuple[str, str]:
    """Speak of things that are not in the data."""
    return _Words("Concerns burnout of nurses.", 0.5, "x99", 3).answer(schema), "stop"


def talk_nonsense(schema: Schema, _tokens: int) -> tuple[str, str]:
    """Say nothing in the right form."""
    return _Words("The one link that held was the o of the work", 22.1, "w1", 2).answer(schema), "stop"


def mix(schema: Schema, tokens: int) -> tuple[str, str]:
    """Answer each form in a manner of its own, the same whenever it is asked for within as many tokens."""
    manners = (loop, echo, repeat_complaint, mistake_ids, talk_nonsense)
    drawn = hashlib.sha256(f"{schema['title']} {tokens}".encode()).digest()[0]
    return manners[drawn % len(manners)](schema, tokens)


def answer_with(manner: Manner, before: Callable[[], None] = lambda: None) -> Callable[[Request], Response]:
    """Return what answers every chat completion in one manner; what is to happen `before` is done first."""

    def respond(request: Request) -> Response:
        before()
        asked = request.get_json()
        text, finish = manner(asked["response_format"]["json_schema"]["schema"], asked["max_tokens"])
        choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": len(request.data) // _CHARACTERS, "completion_tokens": len(text) // _CHARACTERS}
        return Response(orjson.dumps({"choices": [choice], "usage": usage}), content_type="application/json")

    return respond


@dataclass(frozen=True, slots=True)
class _Words:
    """What stands wherever a form has words, a number, an id; each list has so many items."""

    words: str
    number: float
    name: str = "w1"
    items: int = 1

    def answer(self, schema: Schema) -> str:
        return orjson.dumps(self._fill(schema, schema.get("$defs", {}), "", "")).decode()

    def _fill(self, part: Schema, defined: Schema, key: str, told: str) -> Any:
        told = part.get("description") or told
        if "$ref" in part:
            return self._fill(defined[part["$ref"].rpartition("/")[2]], defined, key, told)
        if "anyOf" in part:
            return self._fill(part["anyOf"][0], defined, key, told)
        if part.get("type") == "object":
            return {name: self._fill(inner, defined, name, told) for name, inner in part["properties"].items()}
        if part.get("type") == "array":
            return [self._fill(part["items"], defined, "id", told)] * self.items
        said = self.name if key in _IDS else self.words or told
        plain = {"string": said, "number": self.number, "integer": round(self.number), "boolean": False, "null": None}
        return part["enum"][0] if "enum" in part else part.get("const", plain.get(str(part.get("type"))))
