"""arXiv's `/api/query` on loopback, as its user manual and recorded feeds have it.

A query is matched by its words in ``abs:`` clauses: all of each group, groups joined by AND or OR as in the query.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

from tests.benchmarks.servers.delivery import deliver

_HEAD = (
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
    'xmlns="http://www.w3.org/2005/Atom"><id>https://arxiv.org/api/x</id><title>arXiv Query</title>'
)


@dataclass(frozen=True, slots=True)
class Preprint:
    """What the server knows of a preprint."""

    number: str
    title: str
    abstract: str = ""
    doi: str = ""
    published: str = "2015-03-04T00:00:00Z"
    comment: str = ""
    authors: tuple[str, ...] = ("Ada B. Stone",)

    def write(self) -> str:
        """Return the entry of its second version."""
        authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in self.authors)
        doi = f"<arxiv:doi>{escape(self.doi)}</arxiv:doi>" if self.doi else ""
        return (
            f"<entry><id>http://arxiv.org/abs/{self.number}v2</id><title>{escape(self.title)}</title>"
            f"<summary>  {escape(self.abstract)}\n</summary><published>{self.published}</published>"
            f"<arxiv:comment>{escape(self.comment)}</arxiv:comment>{authors}{doi}</entry>"
        )


def write_feed(total: int, start: int, entries: Sequence[str]) -> bytes:
    """Return a page of a feed."""
    return (
        f"{_HEAD}<opensearch:itemsPerPage>{len(entries)}</opensearch:itemsPerPage>"
        f"<opensearch:totalResults>{total}</opensearch:totalResults>"
        f"<opensearch:startIndex>{start}</opensearch:startIndex>{''.join(entries)}</feed>"
    ).encode()


@dataclass
class ArxivSite:
    """The preprints, what was asked, and faults to answer with first; None lets a question pass."""

    preprints: Sequence[Preprint]
    asked: list[str] = field(default_factory=list)
    faults: list[tuple[int, dict[str, str], bytes] | None] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body for a path with its query."""
        self.asked.append(path)
        if self.faults and (fault := self.faults.pop(0)):
            return fault
        given = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        if "id_list" in given:
            found = [one for one in self.preprints if one.number in given["id_list"].split(",")]
        else:
            found = [one for one in self.preprints if _matches(given.get("search_query", ""), one)]
        start = int(given.get("start", "0"))
        page = found[start : start + int(given["max_results"])]
        return 200, {}, write_feed(len(found), start, [one.write() for one in page])


def _matches(query: str, preprint: Preprint) -> bool:
    text = re.sub(r"\W+", " ", f"{preprint.title} {preprint.abstract}".lower())
    groups = [re.findall(r'abs:"([^"]+)"', group) for group in query.split("((ti:")]
    held = [all(word in text for word in group) for group in groups if group]
    return any(held) if ")) OR ((ti:" in query else all(held)


@contextmanager
def serve_arxiv(site: ArxivSite) -> Iterator[ArxivSite]:
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
