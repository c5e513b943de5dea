"""The E-utilities on loopback: esearch with history, efetch and the MeSH database, as NBK25499 documents them.

A query is matched by its words in ``[tiab]`` groups, all of one group, groups joined by AND or OR as in the query.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

HEAD = (
    '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" '
    '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
)


@dataclass(frozen=True, slots=True)
class Article:
    """What the server knows of an article."""

    pmid: str
    title: str
    abstract: str = ""
    doi: str = ""
    year: int = 2015
    kinds: tuple[str, ...] = ("Journal Article",)
    authors: tuple[tuple[str, str], ...] = (("Ada B", "Stone"),)
    place: tuple[str, str, str] = ("Journal of \u03b1 Studies", "12", "1-9")

    def write(self) -> str:
        """Return the article as efetch writes it, with a reference that has identifiers of its own."""
        authors = "".join(
            f'<Author ValidYN="Y"><LastName>{escape(last)}</LastName><ForeName>{escape(first)}</ForeName></Author>'
            for first, last in self.authors
        )
        kinds = "".join(f'<PublicationType UI="D016428">{kind}</PublicationType>' for kind in self.kinds)
        doi = f'<ArticleId IdType="doi">{escape(self.doi)}</ArticleId>' if self.doi else ""
        venue, volume, pages = map(escape, self.place)
        abstract = f'<Abstract><AbstractText Label="AIM">{escape(self.abstract)}</AbstractText></Abstract>'
        return (
            f'<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">{self.pmid}</PMID>'
            f'<Article PubModel="Print"><Journal><JournalIssue CitedMedium="Print"><Volume>{volume}</Volume>'
            f"<Issue>3</Issue>"
            f"<PubDate><MedlineDate>{self.year} Jan-Feb</MedlineDate></PubDate></JournalIssue>"
            f"<Title>{venue}</Title></Journal><ArticleTitle>{escape(self.title)}.</ArticleTitle>"
            f"<Pagination><MedlinePgn>{pages}</MedlinePgn></Pagination>{abstract if self.abstract else ''}"
            f"<AuthorList>{authors}</AuthorList><Language>eng</Language>"
            f"<PublicationTypeList>{kinds}</PublicationTypeList></Article><MeshHeadingList><MeshHeading>"
            f'<DescriptorName UI="D006225">Hair</DescriptorName></MeshHeading></MeshHeadingList></MedlineCitation>'
            f'<PubmedData><ArticleIdList><ArticleId IdType="pubmed">{self.pmid}</ArticleId>{doi}</ArticleIdList>'
            f'<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9/cited</ArticleId>'
            f'<ArticleId IdType="pubmed">1</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData>'
            f"</PubmedArticle>"
        )


@dataclass
class Eutils:
    """The articles, the MeSH headings by entry term, what was asked, and faults to answer with first."""

    articles: Sequence[Article]
    headings: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    faults: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    is_forgetful: bool = False
    cut: int = 0
    url: str = ""
    histories: list[list[Article]] = field(default_factory=list)

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body for a path with its query."""
        self.asked.append(path)
        if self.faults:
            return self.faults.pop(0)
        parts = urlsplit(path)
        given = {name: values[0] for name, values in parse_qs(parts.query).items()}
        tool = parts.path.rpartition("/")[2]
        if given.get("db") == "mesh":
            return 200, {}, json.dumps(self._mesh(tool, given)).encode()
        if tool == "esearch.fcgi":
            return 200, {}, json.dumps(self._search(given)).encode()
        return 200, {}, self._fetch(given).encode()

    def _mesh(self, tool: str, given: dict[str, str]) -> object:
        names = sorted(self.headings)
        if tool == "esummary.fcgi":
            records = {number: {"ds_meshterms": self.headings[names[int(number)]]} for number in given["id"].split(",")}
            return {"result": {"uids": list(records), **records}}
        ids = [str(place) for place, name in enumerate(names) if name == given["term"].strip('"')]
        return {"esearchresult": {"count": str(len(ids)), "idlist": ids}}

    def _search(self, given: dict[str, str]) -> object:
        found = [article for article in self.articles if _matches(given["term"], article)]
        self.histories.append(found)
        return {
            "header": {"type": "esearch", "version": "0.3"},
            "esearchresult": {
                "count": str(len(found)),
                "querykey": "1",
                "webenv": f"MCID_{len(self.histories) - 1}",
                "idlist": [article.pmid for article in found][: int(given["retmax"])],
                "querytranslation": given["term"],
            },
        }

    def _fetch(self, given: dict[str, str]) -> str:
        if "id" in given:
            numbers = given["id"].split(",")
            chosen = [article for article in self.articles if article.pmid in numbers]
        elif self.is_forgetful:
            return "<eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>"
        else:
            start = int(given["retstart"])
            history = self.histories[int(given["WebEnv"].removeprefix("MCID_"))]
            chosen = history[start : start + int(given["retmax"])][: -self.cut or None]
        return f"{HEAD}<PubmedArticleSet>{''.join(article.write() for article in chosen)}</PubmedArticleSet>"


def _matches(term: str, article: Article) -> bool:
    text = f"{article.title} {article.abstract}".lower()
    groups = [re.findall(r"([\w'-]+)\[tiab\]", group) for group in re.split(r"\) (?:AND|OR) \(", term)]
    held = [all(word in text for word in group) for group in groups if group]
    return any(held) if ") OR (" in term else all(held)


@contextmanager
def serve_eutils(eutils: Eutils) -> Iterator[Eutils]:
    """Serve the E-utilities on a free port until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = eutils.answer(self.path)
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
    eutils.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield eutils
    finally:
        server.shutdown()
        server.server_close()
