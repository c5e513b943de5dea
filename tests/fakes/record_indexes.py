"""Crossref's `/works`, Semantic Scholar's `/paper/batch` and arXiv's `/api/query`, on loopback, as recorded.

Crossref's updates are those of https://api.crossref.org/swagger-ui: `updated-by` in the record of the work updated,
`update-to` in the notice, each with type, DOI, label, source and the date of the update.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.benchmarks.servers.delivery import deliver


def make_update(doi: str, kind: str, year: int, month: int = 1, day: int = 1) -> dict[str, Any]:
    """Return one update as Crossref writes it."""
    updated = {"date-parts": [[year, month, day]], "date-time": f"{year}-{month:02}-{day:02}T00:00:00Z"}
    return {
        "DOI": doi,
        "type": kind,
        "label": kind.replace("_", " ").title(),
        "source": "publisher",
        "updated": updated,
    }


def make_item(doi: str, title: str, **members: Any) -> dict[str, Any]:
    """Return a record as Crossref lists it."""
    return {
        "DOI": doi,
        "type": "journal-article",
        "title": [title],
        "container-title": ["The Journal of Record"],
        "publisher": "Record Press",
        "volume": "77",
        "issue": "7",
        "page": "70-79",
        "author": [{"given": "Ada B.", "family": "Stone", "sequence": "first", "affiliation": []}],
        "issued": {"date-parts": [[2012, 3]]},
        "reference": [{"key": "1", "unstructured": "something cited"}],
        "score": 1,
        **members,
    }


def make_feed(titles: dict[str, str]) -> str:
    """Return arXiv's answer about preprints, as version 2 of 2011."""
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/{number}v2</id><title>{title}</title><published>2011-03-04T00:00:00Z"
        f"</published><author><name>Ida Preprint</name></author></entry>"
        for number, title in titles.items()
    )
    return f'<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'


@dataclass
class RecordIndexes:
    """The services while they answer: records by DOI, preprints by number, what was asked, the next statuses."""

    items: dict[str, dict[str, Any]]
    papers: dict[str, dict[str, Any]] = field(default_factory=dict)
    preprints: dict[str, str] = field(default_factory=dict)
    url: str = ""
    asked: list[str] = field(default_factory=list)
    faults: list[int] = field(default_factory=list)

    def answer(self, target: str, sent: bytes) -> tuple[int, Any]:
        """Return status and JSON of a request."""
        self.asked.append(target)
        if self.faults:
            return self.faults.pop(0), {"status": "failed"}
        parts = urlsplit(target)
        if parts.path == "/works":
            return self._list({name: values[0] for name, values in parse_qs(parts.query).items()})
        if parts.path.startswith("/works/"):
            item = self.items.get(unquote(parts.path.removeprefix("/works/")))
            return (
                (200, {"status": "ok", "message-type": "work", "message": item})
                if item
                else (404, "Resource not found.")
            )
        if parts.path == "/graph/v1/paper/batch":
            found = [self.papers.get(name.removeprefix("DOI:")) for name in json.loads(sent)["ids"]]
            return (200, found) if any(found) else (400, {"error": "No valid paper ids given"})
        if parts.path == "/api/query":
            numbers = parse_qs(parts.query)["id_list"][0].split(",")
            return 200, make_feed({number: self.preprints[number] for number in numbers if number in self.preprints})
        return 404, "Resource not found."

    def _list(self, query: dict[str, str]) -> tuple[int, Any]:
        filters = [part.partition(":") for part in query["filter"].split(",")]
        if any(name not in {"doi", "updates"} for name, _, _ in filters):
            return 400, {"status": "failed", "message-type": "validation-failure", "message": []}
        values = {value for _, _, value in filters}
        found = [
            item
            for doi, item in self.items.items()
            if (filters[0][0] == "doi" and doi in values)
            or (filters[0][0] == "updates" and values & {update["DOI"] for update in item.get("update-to", ())})
        ]
        message = {"total-results": len(found), "items": found[: int(query.get("rows", 20))], "items-per-page": 20}
        return 200, {"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message}


@contextmanager
def serve_indexes(items: dict[str, dict[str, Any]], papers: dict[str, Any] | None = None) -> Iterator[RecordIndexes]:
    """Yield the services, on one port of 127.0.0.1."""
    indexes = RecordIndexes(items, papers or {})

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            status, answer = indexes.answer(self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            body = (answer if str(answer).startswith("<?xml") else json.dumps(answer)).encode()
            deliver(self, status, {"Content-Type": "application/json"}, body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        indexes.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield indexes
        server.shutdown()
