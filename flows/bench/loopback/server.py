"""A loopback OpenAlex: its addresses, errors and headers as recorded, over works from files, with faults on request.

``with serve_openalex(World(path)) as server:`` gives `server.url`; `server.play("500")` spoils the next answer. A
fault is one of: burst, daily, plan, 500, short, timed_out, 401, 400, garbage, elsewhere, repeated (the first page
again), and "" for none.
"""

from __future__ import annotations

import base64
import json
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from flows.bench.loopback.world import World

INVALID = "Invalid query parameters error."
REFUSALS: dict[str, tuple[int, dict[str, str], dict[str, str]]] = {
    "burst": (429, {"Retry-After": "0"}, {"error": "Rate limit exceeded", "message": "Too many requests per second."}),
    "daily": (
        429,
        {"Retry-After": "86400"},
        {"error": "Rate limit exceeded", "message": "Daily budget used up. Resets at midnight UTC."},
    ),
    "plan": (429, {}, {"error": "Rate limit exceeded", "message": "This query requires a paid plan."}),
    "500": (500, {}, {"error": "Server error"}),
    "401": (401, {}, {"error": "Invalid or missing API key", "message": "API key not found"}),
    "400": (400, {}, {"error": INVALID, "message": "DOESNTEXIST is not a valid field."}),
}
PARAMETERS = {"filter", "search", "sort", "select", "page", "per_page", "per-page", "cursor", "mailto"}
MOST_ROWS, MOST_BY_NUMBER, MOST_VALUES = 100, 10_000, 100
LIST_USD, SEARCH_USD = 0.0001, 0.001


class Refused(Exception):
    """A 400 with its message."""


@dataclass
class Loopback:
    """What is served and what was asked: `requests` are (path, parameters, has a key), `merged` maps ids to ids."""

    world: World
    url: str = ""
    allowance: float = 1.0
    spent: float = 0.0
    merged: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str], bool]] = field(default_factory=list)
    faults: deque[str] = field(default_factory=deque)
    every_word: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def play(self, *faults: str) -> None:
        """Spoil the next answers, one fault each."""
        self.faults.extend(faults)

    def answer(self, target: str, *, has_key: bool) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of a request."""
        path, parameters = urlsplit(target).path, dict(parse_qsl(urlsplit(target).query))
        with self.lock:
            self.requests.append((path, parameters, has_key))
            fault = self.faults.popleft() if self.faults else ""
            cost = _price(path, parameters)
            refusal = fault if fault in REFUSALS else "daily" if self.spent + cost > self.allowance else ""
            if not refusal:
                self.spent += cost
        headers = self._headers(cost)
        if refusal:
            status, more, body = REFUSALS[refusal]
            return status, headers | more | {"X-RateLimit-Cost-USD": "0"}, json.dumps(body).encode()
        if fault == "garbage":
            return 200, headers, b"<html>one moment please</html>"
        if fault == "elsewhere":
            return 301, {"Location": "http://other.invalid/works"}, b""
        if fault == "repeated":
            parameters["page"] = "1"
        try:
            status, more, answer = self._read(path, parameters)
        except Refused as refused:
            return 400, headers, json.dumps({"error": INVALID, "message": str(refused)}).encode()
        if fault == "short":
            answer["results"] = answer["results"][: len(answer["results"]) // 2]
        if fault == "timed_out":
            answer["meta"]["timed_out"] = True
            answer["results"] = []
        return status, headers | more, json.dumps(answer).encode()

    def _headers(self, cost: float) -> dict[str, str]:
        return {
            "Content-Type": "application/json",
            "X-RateLimit-Limit-USD": f"{self.allowance:g}",
            "X-RateLimit-Remaining-USD": f"{max(self.allowance - self.spent, 0):g}",
            "X-RateLimit-Cost-USD": f"{cost:g}",
            "X-RateLimit-Reset": "39959",
        }

    def _read(self, path: str, parameters: dict[str, str]) -> tuple[int, dict[str, str], dict[str, Any]]:
        if unknown := set(parameters) - PARAMETERS:
            raise Refused(f"{min(unknown)} is not a valid parameter.")
        if path.startswith("/works/"):
            return self._read_single(unquote(path.removeprefix("/works/")), parameters)
        if path != "/works":
            return 404, {}, {"error": "Not found"}
        return 200, {}, self._read_list(parameters)

    def _read_single(self, key: str, parameters: dict[str, str]) -> tuple[int, dict[str, str], dict[str, Any]]:
        if key in self.merged:
            query = f"?select={parameters['select']}" if "select" in parameters else ""
            return 301, {"Location": f"/works/{self.merged[key]}{query}"}, {}
        doi = key.removeprefix("doi:")
        found = key if key in self.world.records else next((w for w, v in self.world.works.items() if v.doi == doi), "")
        if not found:
            return 404, {}, {"error": "Not found", "message": f"{key} not found"}
        return 200, {}, self._select(found, None, parameters)

    def _read_list(self, parameters: dict[str, str]) -> dict[str, Any]:
        rows = int(parameters.get("per_page") or parameters.get("per-page") or 25)
        if not 1 <= rows <= MOST_ROWS:
            raise Refused(f"per-page parameter must be between 1 and {MOST_ROWS}")
        cursor, page = parameters.get("cursor"), int(parameters.get("page", "1"))
        start = (page - 1) * rows if cursor is None else 0 if cursor == "*" else int(base64.b64decode(cursor))
        if cursor is None and page * rows > MOST_BY_NUMBER:
            raise Refused("Maximum results size of 10,000 records is exceeded. Use cursor paging instead.")
        found = self._find(parameters)
        shown = found[start : start + rows]
        following = base64.b64encode(str(start + rows).encode()).decode() if cursor is not None and shown else None
        return {
            "meta": {
                "count": len(found),
                "db_response_time_ms": 8,
                "page": None if cursor else page,
                "per_page": rows,
                "groups_count": None,
            }
            | ({"next_cursor": following} if cursor is not None else {}),
            "results": [self._select(key, score, parameters) for key, score in shown],
        }

    def _find(self, parameters: dict[str, str]) -> list[tuple[str, float | None]]:
        parts = [part.partition(":") for part in parameters.get("filter", "").split(",") if part]
        filters = [(name, value) for name, _, value in parts]
        for name, value in filters:
            if value.count("|") >= MOST_VALUES:
                raise Refused(
                    f"Maximum number of values exceeded for {name}. Decrease values to {MOST_VALUES} or below"
                )
        text = parameters.get("search", "")
        try:
            found = self.world.find(filters, text, parameters.get("sort", ""))
        except KeyError as unknown:
            raise Refused(
                f"{unknown.args[0]} is not a valid field. Valid fields are underscore or hyphenated"
            ) from None
        if self.every_word and " OR " not in text:
            held = [{key for key, _ in self.world.find([], word, "")} for word in text.split()]
            found = [pair for pair in found if all(pair[0] in keys for keys in held)]
        return found

    def _select(self, key: str, score: float | None, parameters: dict[str, str]) -> dict[str, Any]:
        record = self.world.records[key] | ({} if score is None else {"relevance_score": score})
        if "select" not in parameters:
            return record
        names = parameters["select"].split(",")
        if wrong := {"concepts", "host_venue", "abstract"} & set(names):
            raise Refused(f"{min(wrong)} is not a valid select field. Valid fields for select are: id, doi, title")
        return {name: record[name] for name in names if name in record}


def _price(path: str, parameters: dict[str, str]) -> float:
    if path != "/works":
        return 0.0
    return SEARCH_USD if "search" in parameters else LIST_USD


@contextmanager
def serve_openalex(world: World) -> Iterator[Loopback]:
    """Yield a server of the works on a free port of this machine."""
    loopback = Loopback(world)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            status, headers, body = loopback.answer(self.path, has_key="Authorization" in self.headers)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keep the terminal quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        loopback.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield loopback
        finally:
            server.shutdown()
