"""Reviews over arXiv and DBLP: faults on the way, one row a work with the ids of all, and replays that ask nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from flows.review import review
from flows.verify.review import verify_review
from storage.core.ledger import Ledger
from tasks.catalogues.local.catalogue import open_catalogue
from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
from tasks.environment.settings import read_settings
from tests.benchmarks.servers.server import serve_openalex
from tests.benchmarks.servers.world import World
from tests.fakes.arxiv_index import ArxivSite, Preprint, serve_arxiv, write_feed
from tests.fakes.dblp_index import DblpSite, serve_dblp
from tests.fakes.europe_pmc_index import EuropePmcSite, serve_europe_pmc
from tests.fakes.pubmed_server import Eutils, serve_eutils
from tests.flows.indexed_works import (
    TOPIC,
    as_dblp,
    as_europe_pmc,
    as_preprints,
    choose_articles,
    write_sample,
)

pytestmark = pytest.mark.slow

BUSY: tuple[int, dict[str, str], bytes] = (503, {}, b"busy")
LIMITED: tuple[int, dict[str, str], bytes] = (429, {"Retry-After": "0"}, b"")
CUT: tuple[int, dict[str, str], bytes] = (200, {}, b"<feed")
NIGHT = "Hair cortisol, stress and obesity in night workers"


@pytest.fixture(autouse=True)
def unhurried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wait for nobody, and keep what is cached apart."""
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("tasks.services.tries._BACKOFF", lambda _: 0.0)
    for index in ("arxiv", "dblp"):
        monkeypatch.setattr(f"tasks.catalogues.{index}.catalogue._PACE", 0.0)
    return


def write(home: Path, name: str, catalogue: str | None) -> Path:
    order: dict[str, Any] = {"quality": "quick", "analyst": "instant", "supervision": "none", "quiet": True}
    review.fn(TOPIC, name=name, catalogue=catalogue, reviews=str(home), **order)
    return home / name


def select(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    with Ledger(folder) as ledger:
        return ledger.select(sql).rows()


def check(folder: Path, said_in_appendix: str) -> None:
    """Hold that the appendix shows queries as run, and that the review verifies."""
    assert said_in_appendix in (folder / "appendix.md").read_text()
    said, status = verify_review(folder, read_settings())
    assert status == 0, said


def test_a_review_over_arxiv_survives_faults_and_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Works of both are one row, also without the DOI of the article; preprints of its own are kept; nothing twice."""
    articles = choose_articles()
    site = ArxivSite([*as_preprints(articles), Preprint("1502.00001", NIGHT, published="2016-01-01")])
    site.faults = [BUSY, CUT, (200, {}, write_feed(9, 0, [])), LIMITED]
    with serve_arxiv(site):
        monkeypatch.setenv("LITREVIEW_ARXIV_URL", site.url)
        folder = write(tmp_path, "one", "demo,arxiv")
        calls = len(site.asked)
        write(tmp_path, "one", "demo,arxiv")
        assert len(site.asked) == calls > 4
    rows = select(folder, "SELECT work_id, identifier FROM work_identifier WHERE scheme = 'arxiv'")
    assert len({work for work, _ in rows}) == len({number for _, number in rows}) == len(site.preprints)
    joined = select(folder, f"SELECT doi, type FROM work WHERE title = '{NIGHT}'")
    assert joined == [("10.48550/arxiv.1502.00001", "preprint")]
    counts = dict(select(folder, "SELECT item, n FROM prisma"))
    assert counts["records_from arxiv"] == len(site.preprints)
    check(folder, "abs:")


def test_a_review_over_dblp_survives_faults_and_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Half of its records have no DOI: by title, first author, year and place they are the works of the file."""
    articles = choose_articles()
    site = DblpSite(as_dblp(articles), faults=[LIMITED, BUSY, (200, {}, b"<html>")])
    with serve_dblp(site):
        monkeypatch.setenv("LITREVIEW_DBLP_URL", site.url)
        folder = write(tmp_path, "one", "demo,dblp")
        calls = len(site.asked)
        write(tmp_path, "one", "demo,dblp")
        assert len(site.asked) == calls > 3
    rows = select(folder, "SELECT work_id, identifier FROM work_identifier WHERE scheme = 'dblp'")
    found = {work for work, _ in rows}
    assert len(found) == len({key for _, key in rows}) == len(rows) > 3
    assert sum(work.startswith("W") for work in found) >= len(found) - 1
    titles = select(folder, "SELECT title FROM work GROUP BY title HAVING count(*) > 1")
    assert titles == []
    check(folder, "search/publ/api")


def test_a_work_of_four_indexes_is_one_row_with_four_ids_and_a_replay_asks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """OpenAlex, PubMed, Europe PMC and arXiv, each with a fault; what only two of them have is one row too."""
    articles = choose_articles()
    path = write_sample(tmp_path / "works.jsonl")
    newest = open_catalogue(path, read_settings().cache).newest_year()
    monkeypatch.setattr(OpenAlexCatalogue, "newest_year", lambda _: newest)
    pmc = EuropePmcSite([*as_europe_pmc(articles), {"id": "PPR9", "source": "PPR", "title": NIGHT, "pubYear": "2016"}])
    pmc.records[-1]["authorList"] = {"author": [{"firstName": "Ada", "lastName": "Stone"}]}
    pmc.records[-1]["pubTypeList"] = {"pubType": ["Preprint"]}
    site = ArxivSite([*as_preprints(articles), Preprint("1502.00001", NIGHT, published="2016-01-01")])
    pmc.faults, site.faults = [BUSY], [CUT]
    with ExitStack() as stack:
        openalex = stack.enter_context(serve_openalex(World(path)))
        eutils = stack.enter_context(serve_eutils(Eutils(articles, faults=[LIMITED])))
        stack.enter_context(serve_europe_pmc(pmc))
        stack.enter_context(serve_arxiv(site))
        for setting, url in (("OPENALEX", openalex.url), ("PUBMED", eutils.url), ("EUROPE_PMC", pmc.url)):
            monkeypatch.setenv(f"LITREVIEW_{setting}_URL", url)
        monkeypatch.setenv("LITREVIEW_ARXIV_URL", site.url)
        folder = write(tmp_path, "four", "openalex,pubmed,europe-pmc,arxiv")
    asked = (len(eutils.asked), len(pmc.asked), len(site.asked))
    schemes = ("openalex", "pubmed", "europe-pmc", "arxiv")
    rows = select(
        folder,
        f"SELECT work_id, count(DISTINCT scheme) FROM work_identifier WHERE scheme IN {schemes} GROUP BY ALL",
    )
    # One article is in no catalogue but the three, one preprint in two of them; the record of one article has no DOI:
    # PubMed and Europe PMC have it by title, and arXiv its preprint, which is a version of it.
    assert sorted(count for _, count in rows) == [1, 2, 2, 3, *[4] * (len(articles) - 2)]
    twice = select(folder, "SELECT title FROM work GROUP BY title HAVING count(*) > 1")
    assert twice == [(articles[0].title,)]
    versions = select(folder, "SELECT relation FROM work_version JOIN work USING (work_id) WHERE type = 'preprint'")
    assert versions == [("preprint",)]
    counts = dict(select(folder, "SELECT item, n FROM prisma"))
    assert [counts[f"records_from {name}"] for name in ("pubmed", "europe-pmc", "arxiv")] == [
        len(articles),
        len(pmc.records),
        len(site.preprints),
    ]
    check(folder, "abs:")
    monkeypatch.setenv("LITREVIEW_REPLAY", str(folder))
    again = write(tmp_path, "again", None)
    hashes = [json.loads((one / "run.json").read_text())["canonical_hash"] for one in (folder, again)]
    assert hashes[0] == hashes[1]
    assert (len(eutils.asked), len(pmc.asked), len(site.asked)) == asked


def test_three_indexes_at_once_with_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """PubMed, arXiv and DBLP beside a file: PRISMA counts each, only a preprint has a row of its own, and all holds."""
    articles = choose_articles()
    site, bibliography = ArxivSite(as_preprints(articles)), DblpSite(as_dblp(articles))
    site.faults, bibliography.faults = [BUSY, CUT], [LIMITED]
    with serve_eutils(Eutils(articles, faults=[BUSY])) as eutils, serve_arxiv(site), serve_dblp(bibliography):
        monkeypatch.setenv("LITREVIEW_PUBMED_URL", eutils.url)
        monkeypatch.setenv("LITREVIEW_ARXIV_URL", site.url)
        monkeypatch.setenv("LITREVIEW_DBLP_URL", bibliography.url)
        folder = write(tmp_path, "three", "demo,pubmed,arxiv,dblp")
    counts = dict(select(folder, "SELECT item, n FROM prisma"))
    assert counts["records_from pubmed"] == counts["records_from arxiv"] == len(articles)
    assert counts["records_from dblp"] > 3
    twice = select(folder, "SELECT title FROM work GROUP BY title HAVING count(*) > 1")
    assert twice == [(articles[0].title,)]
    alone = dict(select(folder, "SELECT catalogue, alone FROM database_records"))
    assert (alone["arxiv"], alone["dblp"]) == (1, 0)
    check(folder, "search/publ/api")
