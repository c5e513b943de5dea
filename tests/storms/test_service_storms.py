"""Storms over every other service at once, by somebody who cannot read what they answer: one review in the end.

Crossref, Semantic Scholar, Europe PMC with its files, Open Library and Zotero each stand behind a proxy that cuts,
resets, holds up and falsifies at random. `make storms` plays ten of them; `make test` one.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.records import records
from flows.retrieval import retrieval
from flows.snowballing import snowballing
from flows.summarization import summarization
from flows.zotero import library
from storage.core.canonical import hash_tables
from storage.core.ledger import Ledger
from tasks.environment.settings import read_settings
from tests.fakes.record_indexes import make_item, serve_indexes
from tests.fakes.scholarly_services import PublishedWork, serve_scholarly_services
from tests.fakes.tcp_proxy import Proxy, proxy_to
from tests.fakes.zotero_server import KEY, ZoteroLibrary, serve_zotero
from tests.faults.world import TOPIC, write_world
from tests.storms.conftest import Tell
from tests.tasks.parsing.made_pdfs import wrap_column, write_pdf

pytestmark = pytest.mark.slow

_SEEDS = range(10 if os.environ.get("LITREVIEW_STORMS") else 1)
_CHANCE = 0.5
_SERVICES = ("crossref", "semantic_scholar", "europe_pmc", "open_library", "zotero")


@dataclass(frozen=True)
class Services:
    """The services behind their proxies, by name, and the library that Zotero keeps."""

    proxies: dict[str, Proxy]
    zotero: ZoteroLibrary
    works: Path

    def calm(self) -> None:
        """Break nothing, and begin with an empty library."""
        for proxy in self.proxies.values():
            proxy.storm(0, 0.0)
        self.zotero.items.clear()


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory, make_httpserver: HTTPServer) -> Iterator[Services]:
    """Serve what each service knows of the small world, at one address for all runs: what is kept names it."""
    home = tmp_path_factory.mktemp("services")
    works = write_world(home / "works.jsonl")
    known = [json.loads(line) for line in works.read_text(encoding="utf-8").splitlines()]
    titles = {work["doi"].removeprefix("https://doi.org/"): work["title"] for work in known}
    told = "Street trees lower summer heat in cities. " * 60
    published = [
        PublishedWork(
            doi, title, pdf=write_pdf(home / "a.pdf", [wrap_column(72, 90, f"{title}. {told}", 90)] * 2).read_bytes()
        )
        for doi, title in [*titles.items()][:9]
    ]
    papers = {doi: {"paperId": doi, "externalIds": {"DOI": doi}, "title": title} for doi, title in titles.items()}
    books = [{"key": f"/works/OL{n}W", "title": f"Street trees and summer heat, volume {n}"} for n in range(1, 20)]
    packed = gzip.compress(json.dumps({"numFound": len(books), "docs": books}).encode())  # as the service packs them
    make_httpserver.expect_request("/search.json").respond_with_data(packed, headers={"Content-Encoding": "gzip"})
    with ExitStack() as stack:
        indexes = stack.enter_context(
            serve_indexes({doi: make_item(doi, title) for doi, title in titles.items()}, papers)
        )
        places = stack.enter_context(serve_scholarly_services(published))
        zotero = stack.enter_context(serve_zotero(ZoteroLibrary()))
        urls = (indexes.url, indexes.url, places.url, make_httpserver.url_for("").rstrip("/"), zotero.url)
        proxies = {name: stack.enter_context(proxy_to(url)) for name, url in zip(_SERVICES, urls, strict=True)}
        places.url = proxies["europe_pmc"].url  # where its files are said to be
        yield Services(proxies, zotero, works)


@pytest.fixture
def settings(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("UNPAYWALL", "ARXIV", "CORE"):
        monkeypatch.setenv(f"LITREVIEW_{name}_URL", "")
    for name, proxy in services.proxies.items():
        monkeypatch.setenv(f"LITREVIEW_{name.upper()}_URL", proxy.url)
    monkeypatch.setenv("LITREVIEW_ZOTERO_LIBRARY_ID", "1")
    monkeypatch.setenv("LITREVIEW_ZOTERO_API_KEY", KEY)


def search_and_read(services: Services, home: Path) -> tuple[dict[str, str], list[dict[str, Any]], list[str], int]:
    """Return the hash of each table, the library's items, the problems on record, and how many full texts were read."""
    where = {"catalogue": str(services.works), "reviews": home, "name": "r"}
    order = ReviewOrder(topic=TOPIC, quality="quick", analyst="instant", fulltext="oa", **where)
    with open_context(order, read_settings(), Progress(quiet=True)) as bench:
        for phase in (discovery, snowballing, records, retrieval, summarization, library):
            phase.fn(bench)
    left_out = {"key", "version", "dateAdded", "dateModified"}
    items = [
        {name: value for name, value in item.items() if name not in left_out} for item in services.zotero.items.values()
    ]
    with Ledger(home / "r") as ledger:
        problems = ledger.select("SELECT kind || ': ' || message AS told FROM problem ORDER BY ALL")["told"].to_list()
        read = ledger.select("SELECT count(*) FROM fulltext WHERE status = 'full text'").item()
        return hash_tables(ledger), sorted(items, key=str), problems, read


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("seed", _SEEDS)
def test_broken_answers_of_all_services_change_nothing(
    services: Services, tmp_path: Path, seed: int, tell: Tell
) -> None:
    """Records, abstracts, full texts, books and Zotero items are those of a calm day; no item is there twice."""
    services.calm()
    calm = search_and_read(services, tmp_path / "calm")
    services.calm()
    for place, proxy in enumerate(services.proxies.values()):
        proxy.storm(100 * seed + place, _CHANCE)
    stormy = search_and_read(services, tmp_path / "stormy")
    met = ", ".join(
        f"{name} {proxy.met.total()} in {proxy.stretches} {dict(proxy.met)}" for name, proxy in services.proxies.items()
    )
    came = f"full texts {stormy[3]}, problems {stormy[2]}, one review: {stormy == calm}"
    tell(f"services, seed {seed}: faults {met}; {came}")
    assert all(proxy.stretches for proxy in services.proxies.values())
    assert sum(proxy.met.total() for proxy in services.proxies.values()) > 3
    assert len(calm[1]) > 5
    assert calm[3] > 3
    assert stormy == calm
