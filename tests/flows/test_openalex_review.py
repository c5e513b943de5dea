"""A review through the OpenAlex API beside the same review from files."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import duckdb
import pytest

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.review import review
from flows.snowballing import snowballing
from storage.core.errors import QuotaExhausted
from tasks.catalogues.local.catalogue import open_catalogue
from tasks.catalogues.openalex.catalogue import OpenAlexCatalogue
from tasks.environment.settings import read_settings
from tests.benchmarks.servers.server import Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.faults.world import NAMED_WORK, TOPIC, write_world

pytestmark = pytest.mark.slow

_WHOLE = pytest.mark.skipif("LITREVIEW_WHOLE_WORLDS" not in os.environ, reason="minutes long: make parity")


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

    Every call of it is in the ledger with its price, under the stage that made it, and what is still allowed beside.
    """
    path, loopback = trees
    asked = {"quality": "quick", "analyst": "instant", "supervision": "none", "seeds": [NAMED_WORK], "quiet": True}
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
        stages = corpus.sql("SELECT sum(api_calls), sum(api_usd) FROM diffusion_stage").fetchall()[0]
        groups = corpus.sql("SELECT sum(api_calls) FROM seed_group").fetchall()[0][0]
        followed = corpus.sql("SELECT sum(api_calls) FROM diffusion_stage WHERE stage > 0").fetchall()[0][0]
        # Where citations bring little, as here, keyword searches go on beside the groups that are followed.
        worded = corpus.sql("SELECT count(*) FROM api_call WHERE stage > 0 AND url LIKE '%search=%'").fetchall()[0][0]
        left = corpus.sql("SELECT remaining FROM quota WHERE service = 'openalex'").fetchall()[0][0]
    assert runs == [("paused",), ("finished",)]
    assert calls == stages[0] == len(loopback.requests)
    assert usd == pytest.approx(loopback.spent)
    assert stages[1] == pytest.approx(loopback.spent)
    assert groups + worded == followed > worded > 0
    assert left == pytest.approx(1.0 - loopback.spent)


def test_a_review_paused_between_two_groups_does_not_ask_for_the_first_again(
    trees: tuple[Path, Loopback], tmp_path: Path
):
    """The allowance ends after the first group of snowballing: what that brought is asked for once, the rest found."""
    _, loopback = trees
    asked = {"quality": "quick", "analyst": "instant", "supervision": "none", "quiet": True, "catalogue": "openalex"}
    whole = review.fn(TOPIC, name="whole", **asked)
    with duckdb.connect(str(tmp_path / "reviews" / "whole" / "corpus.duckdb"), read_only=True) as corpus:
        first_search, forward = corpus.sql(
            "SELECT (SELECT api_usd FROM diffusion_stage WHERE stage = 0), "
            "(SELECT api_calls FROM seed_group WHERE stage = 1 AND direction = 'forward')"
        ).fetchall()[0]
    loopback.requests.clear()
    loopback.spent, loopback.allowance = 0.0, first_search + 0.0001 * forward + 0.00005
    with pytest.raises(QuotaExhausted):
        review.fn(TOPIC, name="paused", **asked)
    citing = [request for request in loopback.requests if "cites:" in request[1].get("filter", "")][-forward:]
    loopback.allowance = 1.0
    paused = review.fn(TOPIC, name="paused", **asked)
    assert [loopback.requests.count(request) for request in citing] == [1] * forward
    assert sorted(paused.corpus()["work_id"]) == sorted(whole.corpus()["work_id"])


def decide(topic: str, path: Path, quality: str, settings: pytest.MonkeyPatch) -> dict[str, tuple[list, list]]:
    """Return decisions and corpus of a search of the same works through files and through the API."""
    decided = {}
    with serve_works(path, settings):
        for name, catalogue in (("files", str(path)), ("api", "openalex")):
            order = ReviewOrder(topic=topic, quality=quality, name=name, catalogue=catalogue, analyst="instant")
            with open_context(order, read_settings(), Progress(quiet=True)) as bench:
                discovery.fn(bench)
                snowballing.fn(bench)
                rows = bench.ledger.select("SELECT work_id, stage, verdict FROM decision ORDER BY ALL").rows()
                decided[name] = (rows, bench.ledger.select("SELECT work_id FROM corpus ORDER BY 1").rows())
    return decided


def test_the_same_works_are_found_in_a_gold_world(shared_data: Path, settings: pytest.MonkeyPatch):
    """Discovery and snowballing over a world of 952 works decide alike about the same works."""
    folder = shared_data / "worlds" / "oud_2018"
    topic = json.loads((folder / "review.json").read_text())["review_title"]
    decided = decide(topic, folder / "works.jsonl.gz", "quick", settings)
    assert len(decided["files"][0]) > 100
    assert decided["api"] == decided["files"]


@pytest.mark.parametrize(
    ("works", "quality"),
    [
        pytest.param(900, "standard", marks=_WHOLE),
        pytest.param(None, "high_quality", marks=_WHOLE),
    ],
)
def test_the_same_works_are_found_in_ipbes(
    shared_data: Path, tmp_path: Path, settings: pytest.MonkeyPatch, works: int | None, quality: str
):
    """So do those over the first works, and over all 10,394, of a world in which nearly all of them have references."""
    path = tmp_path / "ipbes.jsonl"
    with gzip.open(shared_data / "worlds" / "ipbes" / "works.jsonl.gz", "rt", encoding="utf-8") as records:
        path.write_text("".join(islice(records, works)), encoding="utf-8")
    decided = decide("business, finance and biodiversity", path, quality, settings)
    assert len(decided["files"][0]) > 100
    assert any(stage > 0 for _, stage, _ in decided["files"][0])
    assert decided["api"] == decided["files"]
