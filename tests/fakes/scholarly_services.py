"""Unpaywall, Europe PMC, Crossref, Semantic Scholar, arXiv, CORE and retrieve-academic in one loopback server.

Paths, fields, status codes and headers are those of recorded answers and of the services' documentation. Each work
says which services know it; its file addresses may be any, also a malicious host's. `server.url` is the base address
of every service. ``server.play("unpaywall", 429, 500)`` spoils the next answers of one service with these states.
"""

from __future__ import annotations

import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.benchmarks.servers.delivery import deliver
from tests.fakes import scholarly_answers as answers

EVERYWHERE = frozenset({"unpaywall", "europepmc", "crossref", "semanticscholar", "arxiv", "core", "retrieve-academic"})
Answer = tuple[int, str, bytes]


@dataclass(frozen=True)
class PublishedWork:
    """One work as the services know it; without `pdf` or `xml` nobody serves such a file."""

    doi: str
    title: str
    abstract: str = ""
    pdf: bytes = b""
    xml: bytes = b""
    pmcid: str = ""
    arxiv_id: str = ""
    licence: str = "cc-by"
    pdf_url: str = ""
    known_to: frozenset[str] = EVERYWHERE


@dataclass
class ScholarlyServices:
    """The services while they answer: `requests` are (service, path with query, headers), `posted` what was sent."""

    works: list[PublishedWork]
    url: str = ""
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    posted: list[dict[str, Any]] = field(default_factory=list)
    looks_per_job: int = 2
    _faults: dict[str, deque[int]] = field(default_factory=lambda: defaultdict(deque))
    _looks: dict[str, int] = field(default_factory=dict)

    def play(self, service: str, *states: int) -> None:
        """Spoil the next answers of a service, one state each."""
        self._faults[service].extend(states)

    def asked(self, service: str) -> list[str]:
        """Return the paths with queries a service was asked for."""
        return [path for name, path, _ in self.requests if name == service]

    def pdf_url(self, work: PublishedWork) -> str:
        """Return where the PDF of a work is, "" for none."""
        return work.pdf_url or (f"{self.url}/files/{self.works.index(work)}.pdf" if work.pdf else "")

    def answer(self, target: str, headers: dict[str, str], sent: bytes) -> Answer:
        """Return status, content type and body of a request."""
        parts = urlsplit(target)
        path, query = parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()}
        service = _find_service(path)
        self.requests.append((service, target, headers))
        if self._faults[service]:
            return self._faults[service].popleft(), "application/json", b'{"error": "spoiled"}'
        if service == "files":
            return self._send_file(path)
        if service == "retrieve-academic":
            return self._run_job(path, sent)
        return self._describe(service, path, query)

    def _describe(self, service: str, path: str, query: dict[str, str]) -> Answer:
        known = [work for work in self.works if service in work.known_to]
        found = answers.find(service, known, unquote(path), query)
        urls = {work.doi: self.pdf_url(work) for work in known}
        return answers.WRITERS[service](found, urls, query)

    def _send_file(self, path: str) -> Answer:
        number, _, kind = path.removeprefix("/files/").partition(".")
        work = self.works[int(number)]
        body = work.pdf if kind == "pdf" else work.xml
        return (200, f"application/{kind}", body) if body else (404, "text/plain", b"")

    def _run_job(self, path: str, sent: bytes) -> Answer:
        if path == "/health":
            return _json({"status": "ok"})
        if path == "/retrieve":
            order = json.loads(sent)
            self.posted.append(order)
            job_id = f"job-{len(self.posted)}"
            self._looks[job_id] = 0
            return _json({"job_id": job_id, "status": "pending"})
        job_id, _, is_file = path.removeprefix("/jobs/").partition("/")
        if job_id not in self._looks:
            return _json({"detail": "Job not found"}, 404)
        order = self.posted[int(job_id.removeprefix("job-")) - 1]
        work = next((w for w in self.works if w.doi == order["doi"] and "retrieve-academic" in w.known_to), None)
        if is_file:
            done = work and self._looks[job_id] >= self.looks_per_job
            return (200, "application/pdf", work.pdf) if work and done else _json({"detail": "Job not completed"}, 400)
        self._looks[job_id] += 1
        return _json(answers.job(job_id, work.pdf if work else b"", self._looks[job_id] / self.looks_per_job))


def _json(data: object, status: int = 200) -> Answer:
    return status, "application/json", json.dumps(data).encode()


def _find_service(path: str) -> str:
    return next(name for begin, name in answers.PATHS if path.startswith(begin))


@contextmanager
def serve_scholarly_services(works: list[PublishedWork]) -> Iterator[ScholarlyServices]:
    """Yield the services, on one port of 127.0.0.1."""
    services = ScholarlyServices(works)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            status, kind, body = services.answer(self.path, dict(self.headers), self.rfile.read(length))
            deliver(self, status, {"Content-Type": kind}, body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        services.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield services
        server.shutdown()
