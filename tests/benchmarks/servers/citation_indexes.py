"""Semantic Scholar's `/paper/batch`, Crossref's `/works`, and OpenCitations' Index and Meta, on loopback.

Semantic Scholar answers as recorded: papers in the order asked, null for one it does not know, an error where it knows
none; within its documented limits of 500 papers, 10 MB, and 9,999 citations, after which lists are empty.

``with serve_citation_indexes(papers) as site:`` gives `site.url`; `site.play("429")` spoils the next answer. A fault is
one of 429 (with Retry-After), 500, 504, truncated, shuffled, nulls (the first paper unknown), shorter (one paper too
few), and "" for none.
"""

from __future__ import annotations

import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.benchmarks.servers.delivery import deliver

MOST_PAPERS, MOST_BYTES, MOST_CITERS = 500, 10_000_000, 9_999
_STATUSES = {"429": 429, "500": 500, "504": 504}


@dataclass(frozen=True)
class Paper:
    """A work as the services know it: `mag` is its number in OpenAlex, `references` are keys of other papers."""

    title: str
    year: int | None = 2015
    doi: str = ""
    mag: str = ""
    pmid: str = ""
    authors: tuple[str, ...] = ("Ada Stone",)
    references: tuple[str, ...] = ()


@dataclass
class CitationSite:
    """The services while they answer: papers by key, what was asked, faults to come.

    `most_bytes` and `most_citers` are limits of an answer; `elided` papers have references that their publisher
    withholds.
    """

    papers: Mapping[str, Paper]
    url: str = ""
    most_bytes: int = MOST_BYTES
    most_citers: int = MOST_CITERS
    elided: frozenset[str] = frozenset()
    asked: list[tuple[str, list[str]]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    faults: deque[str] = field(default_factory=deque)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Learn what papers are called, and who cites whom."""
        self.named: dict[str, str] = {}
        self.citers: dict[str, list[str]] = defaultdict(list)
        for key, paper in self.papers.items():
            names = (f"DOI:{paper.doi}", f"MAG:{paper.mag}", f"PMID:{paper.pmid}", _number(key))
            self.named |= {name: key for name in names if not name.endswith(":")}
            for cited in paper.references:
                self.citers[cited].append(key)

    def play(self, *faults: str) -> None:
        """Spoil the next answers, one fault each."""
        self.faults.extend(faults)

    def count_questions(self) -> int:
        """Return how many questions about citations, not about records, were put to Semantic Scholar."""
        return len([path for path, _ in self.asked if "references." in path])

    def answer(self, target: str, sent: bytes) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of a request."""
        ids = json.loads(sent)["ids"] if sent else []
        with self.lock:
            self.asked.append((unquote(target), ids))
            fault = self.faults.popleft() if self.faults else ""
        if fault in _STATUSES:
            return _STATUSES[fault], {"Retry-After": "0"} if fault == "429" else {}, b'{"message": "busy"}'
        status, answer = self._read(target, ids)
        if fault == "shuffled":
            answer = answer[::-1]
        if fault == "nulls":
            answer = [None, *answer[1:]]
        if fault == "shorter":
            answer = answer[1:]
        body = json.dumps(answer).encode()
        if len(body) > self.most_bytes:
            return 400, {}, b'{"error": "Response would exceed maximum size"}'
        return status, {}, body[: len(body) // 2] if fault == "truncated" else body

    def _read(self, target: str, ids: list[str]) -> tuple[int, Any]:
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        path = unquote(parts.path)
        if path == "/graph/v1/paper/batch":
            return self._list_papers(ids, query["fields"].split(","))
        if path == "/works":
            dois = [part.removeprefix("doi:") for part in query["filter"].split(",")]
            items = [self._make_item(self.named[f"DOI:{doi}"]) for doi in dois if f"DOI:{doi}" in self.named]
            return 200, {"status": "ok", "message": {"total-results": len(items), "items": items}}
        name = path.rsplit("/doi:", 1)[-1]
        if path.startswith("/index/v2/references/doi:"):
            return 200, [{"oci": "1-2", "cited": self._name(key)} for key in self._find(name).references]
        if path.startswith("/index/v2/citations/doi:"):
            citers = self.citers[self.named.get(f"DOI:{name}", "")]
            return 200, [{"oci": "1-2", "citing": self._name(key)} for key in citers]
        if path.startswith("/meta/v1/metadata/"):
            named = path.removeprefix("/meta/v1/metadata/").removeprefix("doi:").split("__doi:")
            return 200, [self._make_metadata(doi) for doi in named if f"DOI:{doi}" in self.named]
        return 404, {"error": "Not found"}

    def _find(self, doi: str) -> Paper:
        return self.papers.get(self.named.get(f"DOI:{doi}", ""), Paper("unknown"))

    def _list_papers(self, ids: list[str], fields: list[str]) -> tuple[int, Any]:
        if len(ids) > MOST_PAPERS:
            return 400, {"error": f"Can only process {MOST_PAPERS} paper ids at a time"}
        self.keys += [self.named[name] for name in ids if name in self.named]
        if not any(name in self.named for name in ids):
            return 400, {"error": "No valid paper ids given"}
        left = self.most_citers
        papers: list[Any] = []
        for name in ids:
            key = self.named.get(name)
            if key is None:
                papers.append(None)
                continue
            paper = self._make_paper(key) if "authors" in fields else _make_linked(key, self.papers[key])
            paper["title"] = self.papers[key].title
            if "references.externalIds" in fields:
                cited = [_make_linked(one, self.papers[one]) for one in self.papers[key].references]
                paper["references"] = None if key in self.elided else cited
            if "citations.externalIds" in fields:
                citers = self.citers[key] if len(self.citers[key]) <= left else []
                left -= len(citers)
                paper["citations"] = [_make_linked(one, self.papers[one]) for one in citers]
            papers.append(paper)
        return 200, papers

    def _make_paper(self, key: str) -> dict[str, Any]:
        paper = self.papers[key]
        authors = [{"authorId": None, "name": name} for name in paper.authors]
        words = " ".join(["We describe what was found in this work and what was not found in it."] * 2)
        return _make_linked(key, paper) | {
            "year": paper.year,
            "authors": authors,
            "venue": "The Journal of Record",
            "publicationTypes": ["JournalArticle"],
            "journal": {"name": "The Journal of Record", "volume": "7 2", "pages": "70-79"},
            "abstract": f"{words} It is about {paper.title.lower()}.",
        }

    def _make_item(self, key: str) -> dict[str, Any]:
        paper = self.papers[key]
        cited = [self.papers[one] for one in paper.references]
        return {
            "DOI": paper.doi,
            "type": "journal-article",
            "title": [paper.title],
            "author": [{"given": name.split()[0], "family": name.split()[-1]} for name in paper.authors],
            "issued": {"date-parts": [[paper.year]]},
            "reference": [
                {"key": str(place), "doi-asserted-by": "publisher", "DOI": one.doi}
                if one.doi
                else {"key": str(place), "unstructured": f"{one.title} ({one.year})"}
                for place, one in enumerate(cited)
            ],
        }

    def _name(self, key: str) -> str:
        paper = self.papers[key]
        named = {"doi": paper.doi, "openalex": paper.mag and f"W{paper.mag}", "pmid": paper.pmid}
        return " ".join([f"omid:br/06{len(key)}", *(f"{name}:{value}" for name, value in named.items() if value)])

    def _make_metadata(self, doi: str) -> dict[str, str]:
        paper = self._find(doi)
        return {
            "id": f"doi:{doi} omid:br/061",
            "title": paper.title,
            "author": "; ".join(f"{name.split()[-1]}, {name.split()[0]} [omid:ra/0614]" for name in paper.authors),
            "pub_date": f"{paper.year}-03-01" if paper.year else "",
            "venue": "The Journal of Record [issn:1234-5678 omid:br/062]",
            "volume": "7",
            "issue": "2",
            "page": "70-79",
            "type": "journal article",
            "publisher": "Record Press [crossref:78]",
            "editor": "",
        }


def _number(key: str) -> str:
    """Return the id that Semantic Scholar gives a paper: 40 hexadecimal digits."""
    return key.encode().hex()[:40].rjust(40, "0")


def _make_linked(key: str, paper: Paper) -> dict[str, Any]:
    ids = {"MAG": paper.mag, "DOI": paper.doi, "PubMed": paper.pmid}
    return {"paperId": _number(key), "externalIds": {name: value for name, value in ids.items() if value}}


@contextmanager
def serve_citation_indexes(papers: Mapping[str, Paper]) -> Iterator[CitationSite]:
    """Yield the services, on one port of 127.0.0.1."""
    site = CitationSite(papers)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, headers, body = site.answer(self.path, sent)
            deliver(self, status, {"Content-Type": "application/json"} | headers, body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            """Keep the terminal quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        site.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield site
        server.shutdown()
