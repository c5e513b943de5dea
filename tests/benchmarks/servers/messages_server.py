"""A loopback Anthropic: Messages and Batches as the API answers them, from scripts, with faults and prices.

``with serve_anthropic(SCRIPTS) as server:`` gives `server.url` for ANTHROPIC_BASE_URL, and any key will do. What is
asked is told by the title of the answer's schema. `server.play("529", "refusal")` spoils the next answers (names in
`messages_faults`, `messages_answers`, `messages_batches`); `server.requests` is what came over the wire,
`server.meter` what it cost, `server.most_in_flight` how many requests there were at once.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import orjson

from tests.benchmarks.servers import delivery, messages_answers, messages_batches
from tests.benchmarks.servers.messages_answers import compose_message, read_request, run_script
from tests.benchmarks.servers.messages_batches import BatchStore, read_items
from tests.benchmarks.servers.messages_checks import check_request
from tests.benchmarks.servers.messages_faults import BROKEN, REFUSALS, Faults
from tests.benchmarks.servers.messages_metering import Meter, PromptCache
from tests.benchmarks.servers.refused import Refused, describe
from tests.benchmarks.servers.scripted.protocol import Asked, Script

MESSAGES, BATCHES = "/v1/messages", "/v1/messages/batches"
_VERSIONS = {"2023-06-01", "2026-10-21"}
_HTTP_FAULTS = {*REFUSALS, *BROKEN}

HttpAnswer = tuple[int, dict[str, str], bytes]
Delivery = tuple[int, dict[str, str], bytes, str]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One request as it came: headers by lower-case name without the key, the body as JSON (None for none)."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class LoopbackAnthropic:
    """What is served, and what was asked. A batch has ended after `looks` looks at it, an answer takes `seconds`.

    `weather` says which fault meets a request, named by method, path and hash of its body, for which none was ordered;
    `whole` counts the answers that left here whole, by the same name.
    """

    scripts: Mapping[str, Script]
    looks: int = 0
    seconds: float = 0.0
    url: str = ""
    requests: list[Recorded] = field(default_factory=list)
    weather: Callable[[str], str] = lambda _: ""
    whole: Counter[str] = field(default_factory=Counter)
    meter: Meter = field(default_factory=Meter)
    most_in_flight: int = 0
    _in_flight: int = 0
    _faults: Faults = field(default_factory=Faults)
    _cache: PromptCache = field(default_factory=PromptCache)
    _batches: BatchStore = field(default_factory=BatchStore)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def play(self, *faults: str) -> None:
        """Spoil the next answers, one fault each; "" leaves one whole.

        Raises:
            ValueError: there is no such fault.
        """
        self._faults.add(*faults)

    def pass_time(self, seconds: float) -> None:
        """Let the prompt cache grow older."""
        self._cache.ahead += seconds

    def answer(self, method: str, target: str, headers: Mapping[str, str], raw: bytes) -> Delivery:
        """Return status, headers and body for a request, and the fault of its delivery."""
        request = Recorded(method, target, {k: v for k, v in headers.items() if k not in _SECRET}, _read_json(raw))
        with self._lock:
            self.requests.append(request)
            number = len(self.requests)
            self._in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self._in_flight)
        fault = ""
        try:
            answer, fault = self._handle(request, has_key=_has_key(headers))
        except Refused as refused:
            answer = _answer_json(refused.status, describe(refused.status, str(refused)))
        finally:
            with self._lock:
                self._in_flight -= 1
        return answer[0], {"request-id": f"req_{number:024d}", **answer[1]}, answer[2], fault

    def _handle(self, request: Recorded, *, has_key: bool) -> tuple[HttpAnswer, str]:
        if not has_key:
            raise Refused(401, "invalid x-api-key")
        if request.headers.get("anthropic-version") not in _VERSIONS:
            raise Refused(400, "anthropic-version: header is required and must name a version")
        body = sha256(orjson.dumps(request.body, option=orjson.OPT_SORT_KEYS)).hexdigest()
        name = f"{request.method} {request.path} {body}"
        with self._lock:
            fault = self._faults.take(_HTTP_FAULTS) or self.weather(name)
            self.whole[name] += fault in ("", "slow")
        if fault in REFUSALS:
            status, headers, message, code = REFUSALS[fault]
            return _answer_json(status, describe(status, message, code), headers), ""
        if fault == "disconnect":
            return (200, {}, b""), "hang up"
        if fault == "garbage":
            return (200, {"content-type": "text/html"}, b"<html>one moment please</html>"), ""
        if fault == "elsewhere":
            return (307, {"location": "http://other.invalid/v1/messages"}, b""), ""
        answer = self._route(request)
        return answer, "hang up" if fault == "lost" else fault if fault in delivery.BROKEN else ""

    def _route(self, request: Recorded) -> HttpAnswer:
        path, _, query = request.path.partition("?")
        below = path.removeprefix(f"{BATCHES}/").split("/")
        if (request.method, path) == ("POST", MESSAGES):
            with self._lock:
                fault = self._faults.take({"", *messages_answers.FAULTS})
            return _answer_json(200, self._answer_message(request.body, fault, batch=False))
        if (request.method, path) == ("POST", BATCHES):
            return _answer_json(200, self._create_batch(request.body))
        if (request.method, path) == ("GET", BATCHES):
            return _answer_json(200, self._batches.show_page(dict(parse_qsl(query)), self.url))
        if request.method == "GET" and path.startswith(f"{BATCHES}/") and below[1:] in ([], ["results"]):
            return self._read_batch(below[0], results=below[1:] == ["results"])
        raise Refused(404, "Not Found")

    def _answer_message(self, body: Any, fault: str, *, batch: bool) -> dict[str, Any]:
        rules = check_request(body)
        asked = read_request(body)
        with self._lock:
            use = self._cache.look_up(body, rules.cacheable)
        if self.seconds and not batch:
            time.sleep(self.seconds)
        reply = self._reply(body, asked, batch=batch)
        message = compose_message(body, rules, asked, reply, use, fault=fault, batch=batch)
        with self._lock:
            self._cache.keep(use)
            self.meter.add(asked.title, message, batch=batch)
        return message

    def _reply(self, body: Mapping[str, Any], asked: Asked, *, batch: bool) -> dict[str, Any]:  # noqa: ARG002
        """Return what is answered to a valid request; who answers otherwise than by script says so here."""
        if asked.title not in self.scripts:
            raise Refused(400, f"no script is written for an answer of the form '{asked.title}'")
        return run_script(self.scripts[asked.title], asked)

    def _create_batch(self, body: Any) -> dict[str, Any]:
        items = read_items(body)
        with self._lock:
            fate = self._faults.take(messages_batches.FAULTS)
            results = {
                custom_id: self._answer_item(params, fate if place % 3 == 0 else "")
                for place, (custom_id, params) in enumerate(items)
            }
            return self._batches.add(results, self.looks).describe(self.url, new=True)

    def _answer_item(self, params: Any, fate: str) -> dict[str, Any]:
        if fate == "expired":
            return {"type": "expired"}
        if fate == "errored":
            return {"type": "errored", "error": describe(500, "Internal server error")}
        fault = self._faults.take({"", *messages_answers.FAULTS})
        try:
            return {"type": "succeeded", "message": self._answer_message(params, fault, batch=True)}
        except Refused as refused:
            return {"type": "errored", "error": describe(refused.status, str(refused))}

    def _read_batch(self, batch_id: str, *, results: bool) -> HttpAnswer:
        with self._lock:
            batch = self._batches.find(batch_id)
            if not results:
                described = batch.describe(self.url)
                batch.looks -= 1
                return _answer_json(200, described)
        if batch.looks > 0:
            raise Refused(400, f"Message batch {batch_id} has not ended yet, so it has no results.")
        lines = [orjson.dumps({"custom_id": key, "result": result}) for key, result in batch.results.items()]
        return 200, {"content-type": "application/x-jsonl"}, b"\n".join(lines[::-1]) + b"\n"


Served = TypeVar("Served", bound=LoopbackAnthropic)

_SECRET = {"x-api-key", "authorization"}


def _has_key(headers: Mapping[str, str]) -> bool:
    """Return whether there is a key, where older clients put it or where the current one does (anthropic 2.11)."""
    return bool(headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer "))


def _read_json(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        return None


def _answer_json(status: int, content: dict[str, Any], headers: Mapping[str, str] | None = None) -> HttpAnswer:
    return status, {"content-type": "application/json", **(headers or {})}, orjson.dumps(content)


@contextmanager
def serve_anthropic(
    scripts: Mapping[str, Script], *, looks: int = 0, seconds: float = 0.0
) -> Iterator[LoopbackAnthropic]:
    """Yield a server on a free port of this machine; an answer takes `seconds`, a batch ends after `looks` looks."""
    with serve(LoopbackAnthropic(scripts, looks, seconds)) as loopback:
        yield loopback


@contextmanager
def serve(loopback: Served, port: int = 0) -> Iterator[Served]:
    """Yield what is served on a port of this machine, a free one unless told."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._respond()

        def do_POST(self) -> None:
            self._respond()

        def _respond(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            delivery.deliver(self, *loopback.answer(self.command, self.path, headers, raw))

        def log_message(self, *_: object) -> None:
            """Keep the terminal quiet."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 128
        daemon_threads = True

    with Server(("127.0.0.1", port), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        loopback.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield loopback
        finally:
            server.shutdown()
