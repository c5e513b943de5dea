"""What the tests of the loopback Anthropic share: a script, a post, a question put to it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from tests.benchmarks.servers.messages_server import LoopbackAnthropic
from tests.benchmarks.servers.scripted.protocol import Asked

HEADERS = {"x-api-key": "sk-test", "anthropic-version": "2026-10-21", "content-type": "application/json"}


def judge(asked: Asked) -> dict[str, Any]:
    """Return a verdict for each work in the data."""
    return {
        "verdicts": [
            {"work_id": work["id"], "score": 0.5, "side": "for", "note": f"see [@{work['id']}:f1]"}
            for work in asked.blocks["works"]
        ]
    }


SCRIPTS = {"Verdicts": judge}


def call(
    server: LoopbackAnthropic, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """Return status and JSON that the server answers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data, HEADERS if headers is None else headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - a loopback address
            lines = [json.loads(line) for line in answer.read().splitlines()]
            return answer.status, lines if path.endswith("/results") else lines[0]
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def post(server: LoopbackAnthropic, body: Any) -> tuple[int, Any]:
    """Return status and JSON of a request for a message."""
    return call(server, "/v1/messages", body)


def read_text(message: dict[str, Any]) -> str:
    """Return the text of a message."""
    return "".join(block["text"] for block in message["content"] if block["type"] == "text")
