"""Europe PMC's search on loopback, as https://europepmc.org/RestfulWebService documents it: core results by cursor.

A query is matched by its words in ``TITLE_ABS`` groups: all of each group, groups joined by AND or OR as in the query.
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


@dataclass
class EuropePmcSite:
    """The records, what was asked, and faults to answer with first."""

    records: Sequence[dict[str, Any]]
    asked: list[str] = field(default_factory=list)
    faults: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body for a path with its query."""
        self.asked.append(path)
        if self.faults:
            return self.faults.pop(0)
        given = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        found = [record for record in self.records if _matches(given["query"], record)]
        start = 0 if given["cursorMark"] == "*" else int(given["cursorMark"].removeprefix("AoE"))
        page = found[start : start + int(given["pageSize"])]
        after = {"nextCursorMark": f"AoE{start + len(page)}"} if page else {}
        return (
            200,
            {},
            json.dumps({"version": "6.9", "hitCount": len(found), **after, "resultList": {"result": page}}).encode(),
        )


def _matches(query: str, record: dict[str, Any]) -> bool:
    text = f"{record.get('title')} {record.get('abstractText')}".lower()
    groups = [re.findall(r'TITLE_ABS:"([^"]+)"', group) for group in query.split('(KW:"')]
    held = [all(word in text for word in group) for group in groups if group]
    return any(held) if ")) OR (KW:" in query else all(held)


@contextmanager
def serve_europe_pmc(site: EuropePmcSite) -> Iterator[EuropePmcSite]:
    """Serve the search on a free port until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = site.answer(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
