"""A Zotero library on loopback: web API v3, or with `local` the local API, as pyzotero asks them.

Versions, write tokens, preconditions, per-item results and the shape of answers follow
https://www.zotero.org/support/dev/web_api/v3/write_requests and pyzotero's recorded answers.
"""

from __future__ import annotations

import json
import re
import threading
import unicodedata
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.benchmarks.servers.delivery import deliver
from tests.fakes.zotero_schema import list_fields

KEY = "P9NiFoyLeZu2bZNvvuQPDWsd"
SERVER_ID = "server-1"
_NOT_FIELDS = {
    "key",
    "version",
    "itemType",
    "creators",
    "tags",
    "collections",
    "relations",
    "deleted",
    "dateAdded",
    "dateModified",
    "parentItem",
    "note",
}
Answer = tuple[int, dict[str, str], Any]


@dataclass(frozen=True)
class Fault:
    """What happens to one request: a status with headers instead of an answer, or a connection closed.

    With `after` the request is carried out first; `extra` headers go with a proper answer.
    """

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    after: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass
class ZoteroLibrary:
    """One library while it is served: `items` are editable JSON by key, in the order they were added.

    `collections` are names by key; an item says itself in which it is.
    """

    native_citekeys: bool = True
    local: bool = False
    largest: int = 1_000_000
    url: str = ""
    version: int = 100
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    collections: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str], float]] = field(default_factory=list)
    faults: dict[str, deque[Fault]] = field(default_factory=lambda: {"GET": deque(), "POST": deque()})
    on_write: Callable[[dict[str, Any]], tuple[int, str] | None] = lambda _: None
    _tokens: set[str] = field(default_factory=set)

    def put(self, **fields: Any) -> dict[str, Any]:
        """Add an item as a person would, and return it."""
        self.version += 1
        key = fields.get("key") or f"AAAA{len(self.items):04d}".translate(str.maketrans("01", "XY"))
        blank = dict.fromkeys(list_fields(fields["itemType"], native_citekeys=self.native_citekeys) or (), "")
        rest = {"creators": [], "tags": [], "collections": [], "relations": {}}
        self.items[key] = blank | rest | fields | {"key": key, "version": self.version}
        return self.items[key]

    def posts(self) -> list[tuple[str, str, dict[str, str], float]]:
        """Return the writes received."""
        return [request for request in self.requests if request[0] == "POST"]

    def answer(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Answer | None:
        """Return status, headers and JSON, None to hang up."""
        self.requests.append((method, target, headers, monotonic()))
        fault = self.faults[method].popleft() if self.faults[method] else None
        if fault and not fault.extra and not fault.after:
            return (fault.status, dict(fault.headers), "refused") if fault.status else None
        status, sent, told = self._route(method, target, headers, body)
        if fault and fault.after:
            return None
        return status, sent | dict(fault.extra if fault else {}), told

    def _route(  # noqa: PLR0911 - one return per answer of the documentation
        self, method: str, target: str, headers: dict[str, str], body: bytes
    ) -> Answer:
        parts = urlsplit(target)
        path = parts.path.removeprefix("/api") if self.local else parts.path
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        own = {"Zotero-Server-ID": SERVER_ID} if self.local else {}
        if headers.get("zotero-api-version") != "3":
            return 400, own, "API version"
        if self.local and path == "/":
            return 200, own, ""
        if self.local and headers.get("zotero-server-id", SERVER_ID) != SERVER_ID:
            return 412, own, "Zotero-Server-ID does not match"
        if path == "/itemTypeFields":
            names = list_fields(query["itemType"], native_citekeys=self.native_citekeys)
            if names is None:
                return 400, own, "Invalid item type"
            return 200, own, [{"field": name, "localized": name} for name in names]
        if not self.local and headers.get("authorization") != f"Bearer {KEY}":
            return 403, own, "Forbidden"
        own |= {"Last-Modified-Version": str(self.version)}
        if method == "GET":
            return self._read(path, query, own)
        if method == "POST" and path == "/users/1/items":
            return self._write(headers, body, own)
        return 404, own, "Not found"

    def _read(self, path: str, query: dict[str, str], own: dict[str, str]) -> Answer:
        if path in ("/users/1/items", "/users/1/items/top"):
            return self._list(query, own, top=path.endswith("/top"))
        if path == "/users/1/collections":
            return self._list_collections(query, own)
        found = re.fullmatch("/users/1/collections/([A-Z0-9]{8})/items/top", path)
        if found and found[1] in self.collections:
            return self._list(query, own, top=True, collection=found[1])
        return 404, own, "Not found"

    def _list_collections(self, query: dict[str, str], own: dict[str, str]) -> Answer:
        start, limit = int(query.get("start", "0")), min(int(query.get("limit", "25")), 100)
        listed = [
            {
                "key": key,
                "version": self.version,
                "library": {"type": "user", "id": 1, "name": "Fake", "links": {}},
                "links": {},
                "meta": {
                    "numCollections": 0,
                    "numItems": sum(key in item["collections"] for item in self.items.values()),
                },
                "data": {"key": key, "version": self.version, "name": name, "parentCollection": False, "relations": {}},
            }
            for key, name in self.collections.items()
        ]
        return 200, own | {"Total-Results": str(len(listed))}, listed[start : start + limit]

    def _list(self, query: dict[str, str], own: dict[str, str], *, top: bool, collection: str = "") -> Answer:
        keys = query.get("itemKey")
        listed = [item for item in self.items.values() if keys is None or item["key"] in keys.split(",")]
        if collection:
            listed = [item for item in listed if collection in item["collections"]]
        if top:
            listed = [item for item in listed if not item.get("parentItem")]
        if query.get("includeTrashed") != "1":
            listed = [item for item in listed if not item.get("deleted")]
        start, limit = int(query.get("start", "0")), min(int(query.get("limit", "25")), 100)
        page = [self._describe(item) for item in listed[start : start + limit]]
        return 200, own | {"Total-Results": str(len(listed))}, page

    def _write(self, headers: dict[str, str], body: bytes, own: dict[str, str]) -> Answer:
        if self.local and "zotero-server-id" not in headers:
            return 428, own, "Zotero-Server-ID not provided"
        if self.local and headers.get("zotero-api-key") != KEY:
            return 401, own, "API key required"
        if len(body) > self.largest or len(json.loads(body)) > 50:
            return 413, own, "Too large"
        since, token = headers.get("if-unmodified-since-version"), headers.get("zotero-write-token", "")
        if (since is not None and int(since) < self.version) or token in self._tokens:
            return 412, own, "Precondition failed"
        results: dict[str, dict[str, Any]] = {"successful": {}, "success": {}, "unchanged": {}, "failed": {}}
        for place, sent in enumerate(json.loads(body)):
            fault = self.on_write(sent) or self._check(sent)
            if fault:
                results["failed"][str(place)] = {"key": sent.get("key"), "code": fault[0], "message": fault[1]}
                continue
            there = self.items.get(sent["key"])
            fields = {name: _normal(value) for name, value in sent.items() if name != "version"}
            if there and all(there.get(name) == value for name, value in fields.items()):
                results["unchanged"][str(place)] = sent["key"]
                continue
            if there:
                there.update(fields, version=self.version + 1)
            else:
                self.put(**fields)
                self.version -= 1
            results["successful"][str(place)] = self._describe(self.items[sent["key"]])
            results["success"][str(place)] = sent["key"]
        self._tokens.add(token)
        self.version += bool(results["success"])
        return 200, own | {"Last-Modified-Version": str(self.version)}, results

    def _check(self, sent: dict[str, Any]) -> tuple[int, str] | None:  # noqa: PLR0911 - as above
        there = self.items.get(str(sent.get("key")))
        if not re.fullmatch("[23456789ABCDEFGHIJKLMNPQRSTUVWXYZ]{8}", str(sent.get("key"))):
            return 400, f"'{sent.get('key')}' is not a valid item key"
        if "version" not in sent:
            return 428, "Either If-Unmodified-Since-Version or object version property must be provided"
        if there is None and sent["version"] > 0:
            return 404, "Item doesn't exist"
        if there is not None and sent["version"] != there["version"]:
            return 412, f"Item has been modified since specified version (expected {sent['version']})"
        names = list_fields(
            str(sent.get("itemType") or (there or {}).get("itemType")), native_citekeys=self.native_citekeys
        )
        if names is None:
            return 400, "Invalid item type"
        if unknown := set(sent) - set(names) - _NOT_FIELDS:
            return 400, f"'{min(unknown)}' is not a valid field for type '{sent.get('itemType')}'"
        if any(len(tag["tag"]) > 255 for tag in sent.get("tags", ())):
            return 413, "Tag is too long"
        wrong = [
            c for c in sent.get("creators", ()) if set(c) - {"creatorType"} not in ({"name"}, {"firstName", "lastName"})
        ]
        return (400, "Invalid creator") if wrong else None

    def _describe(self, item: dict[str, Any]) -> dict[str, Any]:
        about = {
            "library": {"type": "user", "id": 1, "name": "Fake", "links": {}},
            "links": {},
            "meta": {"numChildren": 0},
        }
        return {"key": item["key"], "version": item["version"], **about, "data": dict(item)}


def _normal(value: Any) -> Any:
    return unicodedata.normalize("NFC", value.strip()) if isinstance(value, str) else value


@contextmanager
def serve_zotero(library: ZoteroLibrary) -> Iterator[ZoteroLibrary]:
    """Yield the library at an address of 127.0.0.1."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            named = {name.lower(): value for name, value in self.headers.items()}
            answer = library.answer(self.command, self.path, named, body)
            if answer is None:
                self.close_connection = True
                return
            status, headers, told = answer
            sent = (told if isinstance(told, str) else json.dumps(told)).encode()
            kind = "text/plain" if isinstance(told, str) else "application/json"
            deliver(self, status, headers | {"Content-Type": kind}, sent)

        do_POST = do_GET  # noqa: N815 - the base class's name

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        library.url = f"http://127.0.0.1:{server.server_address[1]}" + ("/api" if library.local else "")
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield library
        server.shutdown()
