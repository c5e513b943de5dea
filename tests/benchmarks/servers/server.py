"""A loopback OpenAlex: its addresses, errors and headers as recorded, over works from files, with faults on request.

``with serve_openalex(World(path)) as server:`` gives `server.url`; `server.play("500")` spoils the next answer. A
fault is one of: burst, daily, plan, 500, short, timed_out, 401, 400, garbage, elsewhere, repeated (the first page
again), those of a wrong number of works (`COUNTS`), those of `delivery.BROKEN`, and "" for none. What is broken on its
way is charged.
"""

from __future__ import annotations

import base64
import json
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.benchmarks.servers.delivery import BROKEN, deliver
from tests.benchmarks.servers.world import World

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
COUNTS: dict[str, Callable[[int], Any]] = {
    "no count": lambda _: None,
    "count 0": lambda _: 0,
    "count in words": lambda _: "many",
    "count below": lambda there: there // 2,
    "count above": lambda there: there + 5,
}
PARAMETERS = {"filter", "search", "sort", "select", "page", "per_page", "per-page", "cursor", "mailto"}
MOST_ROWS, MOST_BY_NUMBER, MOST_VALUES = 100, 10_000, 100
LIST_USD, SEARCH_USD = 0.0001, 0.001


class Refused(Exception):
    """A 400 with its message."""


@dataclass
class Loopback:
    """What is served and what was asked: `requests` are (path, parameters, has a key), `merged` maps ids to ids.

    `allowance` and `spent` are dollars of the day, which has `seconds_left`; `weather` says which fault meets a request
    to a path and query for which none was ordered. `whole` counts the answers that left here whole, by path and query.
    """

    world: World
    url: str = ""
    allowance: float = 1.0
    spent: float = 0.0
    seconds_left: int = 86_400
    weather: Callable[[str], str] = lambda _: ""
    merged: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str], bool]] = field(default_factory=list)
    faults: deque[str] = field(default_factory=deque)
    whole: Counter[str] = field(default_factory=Counter)
    every_word: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def play(self, *faults: str) -> None:
        """Spoil the next answers, one fault each."""
        self.faults.extend(faults)

    def answer(self, target: str, *, has_key: bool) -> tuple[int, dict[str, str], bytes, str]:
        """Return status, headers and body of a request, and the fault of its delivery."""
        path, parameters = urlsplit(target).path, dict(parse_qsl(urlsplit(target).query))
        cost = _price(path, parameters)
        with self.lock:
            self.requests.append((path, parameters, has_key))
            fault = self.faults.popleft() if self.faults else self.weather(target)
            is_used_up = self.spent + cost > self.allowance + 1e-9
            refusal = fault if fault in REFUSALS else "daily" if is_used_up else ""
            self.spent += 0.0 if refusal else cost
            self.whole[target] += fault in ("", "slow") and not refusal
        headers = self._headers(0.0 if refusal else cost, cost)
        if refusal:
            status, more, refused = REFUSALS[refusal]
            wait = {"Retry-After": str(self.seconds_left)} if refusal == "daily" else {}
            return status, headers | more | wait, json.dumps(refused).encode(), ""
        if fault == "garbage":
            return 200, headers, b"<html>one moment please</html>", ""
        if fault == "elsewhere":
            return 301, {"Location": "http://other.invalid/works"}, b"", ""
        status, more, answer = self._read(path, parameters | ({"page": "1"} if fault == "repeated" else {}))
        body = json.dumps(_spoil(answer, fault)).encode()
        return status, headers | more, body, fault if fault in BROKEN else ""

    def _headers(self, cost: float, required: float) -> dict[str, str]:
        left = max(self.allowance - self.spent, 0)
        return {
            "Content-Type": "application/json",
            "X-RateLimit-Limit": f"{self.allowance / LIST_USD:.0f}",
            "X-RateLimit-Remaining": f"{left / LIST_USD:.0f}",
            "X-RateLimit-Credits-Used": f"{cost / LIST_USD:.0f}",
            "X-RateLimit-Limit-USD": f"{self.allowance:g}",
            "X-RateLimit-Remaining-USD": f"{left:g}",
            "X-RateLimit-Cost-USD": f"{cost:g}",
            "X-RateLimit-Cost-Required-USD": f"{required:g}",
            "X-RateLimit-Reset": str(self.seconds_left),
        }

    def _read(self, path: str, parameters: dict[str, str]) -> tuple[int, dict[str, str], dict[str, Any]]:
        try:
            return self._find_resource(path, parameters)
        except Refused as refused:
            return 400, {}, {"error": INVALID, "message": str(refused)}

    def _find_resource(self, path: str, parameters: dict[str, str]) -> tuple[int, dict[str, str], dict[str, Any]]:
        if unknown := set(parameters) - PARAMETERS:
            raise Refused(f"{min(unknown)} is not a valid parameter.")
        if path != "/works" and not path.startswith("/works/"):
            return 404, {}, {"error": "Not found"}
        if path != "/works":
            return self._read_single(unquote(path.removeprefix("/works/")), parameters)
        return 200, {}, self._read_list(parameters)

    def _read_single(self, key: str, parameters: dict[str, str]) -> tuple[int, dict[str, str], dict[str, Any]]:
        if key in self.merged:
            query = f"?select={parameters['select']}" if "select" in parameters else ""
            return 301, {"Location": f"/works/{self.merged[key]}{query}"}, {}
        kind, _, number = key.partition(":")
        doi = key.removeprefix("doi:")
        found = key if key in self.world.records else next((w for w, v in self.world.works.items() if v.doi == doi), "")
        if kind == "pmid":
            found = self.world.find_pmid(number)
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


def _spoil(answer: dict[str, Any], fault: str) -> dict[str, Any]:
    """Return the answer to a question about a list with what a fault does to it."""
    if "meta" not in answer:
        return answer
    if fault in COUNTS:
        answer["meta"]["count"] = COUNTS[fault](answer["meta"]["count"])
    if fault == "short":
        answer["results"] = answer["results"][: len(answer["results"]) // 2]
    if fault == "timed_out":
        answer["meta"]["timed_out"] = True
        answer["results"] = []
    return answer


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
            deliver(self, *loopback.answer(self.path, has_key="Authorization" in self.headers))

        def log_message(self, *_: object) -> None:
            """Keep the terminal quiet."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        loopback.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield loopback
        finally:
            server.shutdown()
