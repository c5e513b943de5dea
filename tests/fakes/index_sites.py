"""Crossref's `/works` and Semantic Scholar's graph on loopback, as their documentation and recorded answers have them.

Crossref: https://api.crossref.org/swagger-ui. Any word of `query.bibliographic` matches, and the more of them a record
has, the earlier it is listed. Semantic Scholar: https://api.semanticscholar.org/api-docs/graph. A bulk search takes
groups in brackets, and gives a token for the next page.
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

Answer = tuple[int, dict[str, str], bytes]

_FILTERS = {"from-pub-date", "until-pub-date", "type"}
_MOST_ROWS, _MOST_OFFSET, _MOST_IDS = 1_000, 10_000, 500
_FIELDS = re.findall(
    r"\w+",
    "title abstract year externalIds publicationTypes publicationVenue venue journal authors fieldsOfStudy "
    "openAccessPdf",
)


@dataclass
class IndexSite:
    """The records, what was asked and with which headers, and faults to answer with first."""

    records: Sequence[dict[str, Any]]
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    faults: list[Answer] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str, sent: bytes) -> Answer:
        """Return status, headers and body for a path with its query, and what was sent."""
        self.asked.append(path)
        if self.faults:
            return self.faults.pop(0)
        parts = urlsplit(path)
        return self.serve(parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()}, sent)

    def serve(self, path: str, given: dict[str, str], sent: bytes) -> Answer:
        """Return the answer of the service."""
        raise NotImplementedError


class CrossrefSite(IndexSite):
    """Crossref's `/works`."""

    def serve(self, path: str, given: dict[str, str], sent: bytes) -> Answer:
        """Return a page, or what it answers to a parameter that it does not know."""
        assert path == "/works"
        assert not sent
        filters = [part.partition(":") for part in given["filter"].split(",")]
        if set(given) == {"filter", "rows"}:
            # How records are looked up by provenance, and notices of them: there are none.
            dois = {value for name, _, value in filters if name == "doi"}
            return _tell({"message": {"items": [item for item in self.records if item["DOI"].lower() in dois]}})
        rows, offset = int(given.get("rows", 20)), int(given.get("offset", 0))
        known = {"query.bibliographic", "filter", "rows", "offset"}
        is_valid = set(given) <= known and {name for name, _, _ in filters} <= _FILTERS
        if not is_valid or rows > _MOST_ROWS or offset > _MOST_OFFSET:
            return _tell({"status": "failed", "message-type": "validation-failure", "message": []}, 400)
        words = given["query.bibliographic"].lower().split()
        kinds = {value for name, _, value in filters if name == "type"}
        years = [
            next((int(value[:4]) for name, _, value in filters if name == wanted), other)
            for wanted, other in (("from-pub-date", 0), ("until-pub-date", 9999))
        ]
        scored = [
            (-sum(word in _text_of(item) for word in words), place, item)
            for place, item in enumerate(self.records)
            if item.get("type", "journal-article") in kinds and years[0] <= _year_of(item) <= years[1]
        ]
        found = [item for score, _, item in sorted(scored, key=lambda one: one[:2]) if score]
        message = {
            "facets": {},
            "total-results": len(found),
            "items": found[offset : offset + rows],
            "items-per-page": rows,
            "query": {"start-index": offset, "search-terms": None},
        }
        # Faster than recorded (5 in 1 s), so that tests need not wait.
        limits = {"x-rate-limit-limit": "1000", "x-rate-limit-interval": "1s", "x-api-pool": "public"}
        whole = {"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message}
        return 200, limits, json.dumps(whole).encode()


@dataclass
class ScholarSite(IndexSite):
    """Semantic Scholar's bulk search and batch."""

    page: int = 1_000

    def serve(self, path: str, given: dict[str, str], sent: bytes) -> Answer:
        """Return a page or records, or what it answers to fields that it does not know."""
        fields = given["fields"].split(",")
        if unknown := [name for name in fields if name not in _FIELDS]:
            return _tell({"error": f"Unrecognized or unsupported fields: [{', '.join(unknown)}]"}, 400)
        if path == "/graph/v1/paper/batch":
            return self._describe(json.loads(sent)["ids"], fields)
        assert path == "/graph/v1/paper/search/bulk"
        assert given.pop("sort") == "citationCount:desc"
        first, _, last = given.get("year", "-").partition("-")
        found = [
            paper
            for paper in self.records
            if _matches(given["query"], f"{paper.get('title')} {paper.get('abstract')}".lower())
            and int(first or 0) <= (paper.get("year") or 0) <= int(last or 9999)
        ]
        found.sort(key=lambda paper: -paper.get("citationCount", 0))
        start = int(given.get("token", "T0").removeprefix("T"))
        end = start + self.page
        token = {"token": f"T{end}"} if end < len(found) else {"token": None}
        listed = [_cut(paper, fields) for paper in found[start:end]]
        return _tell({"total": len(found), **token, "data": listed})

    def _describe(self, ids: list[str], fields: list[str]) -> Answer:
        if len(ids) > _MOST_IDS:
            return _tell({"error": "Number of paper ids must be at most 500"}, 400)
        known = {paper["paperId"]: paper for paper in self.records}
        known |= {f"DOI:{(paper.get('externalIds') or {}).get('DOI')}": paper for paper in self.records}
        found = [_cut(known[one], fields) if one in known else None for one in ids]
        return _tell(found) if any(found) else _tell({"error": "No valid paper ids given"}, 400)


def _tell(answer: object, status: int = 200) -> Answer:
    return status, {}, json.dumps(answer).encode()


def _cut(paper: dict[str, Any], fields: list[str]) -> dict[str, Any]:
    return {"paperId": paper["paperId"], **{name: paper.get(name) for name in fields}}


def _matches(query: str, text: str) -> bool:
    groups = re.findall(r"\(([^()]*)\)", query)
    held = [all(word.strip('"') in text for word in re.findall(r'"[^"]+"|\S+', group)) for group in groups]
    return any(held) if ") | (" in query else all(held)


def _text_of(item: dict[str, Any]) -> str:
    return json.dumps([item.get("title"), item.get("author"), item.get("container-title")]).lower()


def _year_of(item: dict[str, Any]) -> int:
    return int((item.get("issued") or {"date-parts": [[2000]]})["date-parts"][0][0] or 2000)


@contextmanager
def serve_index(site: IndexSite) -> Iterator[None]:
    """Serve an index on a free port until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.headers.append(dict(self.headers.items()))
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, headers, body = site.answer(self.path, sent)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    site.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
