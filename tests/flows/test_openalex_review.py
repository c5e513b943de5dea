"""A review through the OpenAlex API beside the same review from files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from flows.discovery import discovery
from flows.planning import Order, check_order
from flows.progress import Progress
from flows.review import open_workbench, review
from flows.snowballing import snowballing
from storage.errors import QuotaExhausted
from tasks.catalogues.local import open_catalogue
from tasks.catalogues.openalex import OpenAlexCatalogue
from tasks.settings import read_settings
from tests.fakes.openalex_server import Loopback, serve_openalex
from tests.fakes.openalex_world import World
from tests.faults.world import NAMED_WORK, TOPIC, write_world


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv("LITREVIEW_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LITREVIEW_REVIEWS", str(tmp_path / "reviews"))
    return monkeypatch


@contextmanager
def serve_works(path: Path, settings: pytest.MonkeyPatch) -> Iterator[Loopback]:
    """Serve the works of a file in the year of the newest of them."""
    newest = open_catalogue(path, read_settings().cache).newest_year()
    settings.setattr(OpenAlexCatalogue, "newest_year", lambda _: newest)
    with serve_openalex(World(path)) as loopback:
        settings.setenv("LITREVIEW_OPENALEX_URL", loopback.url)
        yield loopback


@pytest.fixture
def trees(tmp_path: Path, settings: pytest.MonkeyPatch) -> Iterator[tuple[Path, Loopback]]:
    """Serve the small world of the fault tests."""
    path = write_world(tmp_path / "works.jsonl")
    with serve_works(path, settings) as loopback:
        yield path, loopback


def test_a_whole_review_is_the_same_through_either_catalogue(trees: tuple[Path, Loopback], tmp_path: Path):
    """The API run stops when the allowance is used up, goes on when asked again, and ends with the same corpus.

    Every call of it is in the ledger with its price.
    """
    path, loopback = trees
    asked = {"quality": "quick", "analyst": "instant", "seeds": [NAMED_WORK], "quiet": True}
    files = review.fn(TOPIC, name="files", catalogue=str(path), **asked)
    loopback.allowance = 0.01
    with pytest.raises(QuotaExhausted, match="run 'litreview resume' after"):
        review.fn(TOPIC, name="api", catalogue="openalex", **asked)
    loopback.allowance = 1.0
    api = review.fn(TOPIC, name="api", catalogue="openalex", **asked)
    assert sorted(api.corpus()["work_id"]) == sorted(files.corpus()["work_id"])
    with duckdb.connect(str(tmp_path / "reviews" / "api" / "corpus.duckdb"), read_only=True) as corpus:
        runs = corpus.sql("SELECT status FROM run ORDER BY started_at").fetchall()
        calls, usd = corpus.sql("SELECT count(*), sum(usd) FROM api_call").fetchall()[0]
    assert runs == [("paused",), ("finished",)]
    assert calls == len(loopback.requests)
    assert usd == pytest.approx(loopback.spent)


def test_the_same_works_are_found_in_a_gold_world(shared_data: Path, settings: pytest.MonkeyPatch):
    """Discovery and snowballing over a world of 952 works decide alike about the same works."""
    folder = shared_data / "worlds" / "oud_2018"
    path = folder / "works.jsonl.gz"
    topic = json.loads((folder / "review.json").read_text())["review_title"]
    decided = {}
    with serve_works(path, settings):
        for name, catalogue in (("files", str(path)), ("api", "openalex")):
            order = check_order(Order(topic=topic, quality="quick", name=name, catalogue=catalogue, analyst="instant"))
            with open_workbench(order, read_settings(), Progress(quiet=True)) as bench:
                discovery.fn(bench)
                snowballing.fn(bench)
                rows = bench.ledger.select("SELECT work_id, stage, verdict FROM decision ORDER BY ALL").rows()
                decided[name] = (rows, bench.ledger.select("SELECT work_id FROM corpus ORDER BY 1").rows())
    assert len(decided["files"][0]) > 100
    assert decided["api"] == decided["files"]
