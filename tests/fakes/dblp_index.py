"""DBLP's search for publications on loopback, as https://dblp.org/faq/13501473.html documents it.

Titles are matched by the words of a query: all of them, each as the beginning of a word, "$" for the whole word, "|"
for either of two.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.benchmarks.servers.delivery import deliver

_MOST = 1_000


@dataclass
class DblpSite:
    """The publications (`info` of each), what was asked, and faults to answer with first."""

    records: Sequence[dict[str, Any]]
    asked: list[str] = field(default_factory=list)
    faults: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body for a path with its query."""
        self.asked.append(path)
        if self.faults:
            return self.faults.pop(0)
        parts = urlsplit(path)
        given = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path != "/search/publ/api" or given.get("format") != "json":
            return 404, {}, b"not found"
        found = [record for record in self.records if _matches(given["q"], str(record.get("title")))]
        start = int(given.get("f", "0"))
        page = found[start : start + min(int(given.get("h", "30")), _MOST)]
        hits: dict[str, Any] = {
            "@total": str(len(found)),
            "@computed": str(len(page)),
            "@sent": str(len(page)),
            "@first": str(start),
        }
        if page:
            hits["hit"] = [
                {"@score": "4", "@id": str(place), "info": record, "url": f"URL#{place}"}
                for place, record in enumerate(page)
            ]
        status = {"@code": "200", "text": "OK"}
        return 200, {}, json.dumps({"result": {"query": given["q"], "status": status, "hits": hits}}).encode()


def _matches(query: str, title: str) -> bool:
    words = re.findall(r"[^\W_]+", title.lower())
    return all(any(_names(one, word) for one in part.split("|") for word in words) for part in query.split())


def _names(asked: str, word: str) -> bool:
    return word == asked[:-1] if asked.endswith("$") else word.startswith(asked)


@contextmanager
def serve_dblp(site: DblpSite) -> Iterator[DblpSite]:
    """Serve the search on a free port until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = site.answer(self.path)
            deliver(self, status, headers, body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        site.url = f"http://127.0.0.1:{server.server_port}"
        yield site
        server.shutdown()
