"""How many calls a review through the OpenAlex API makes, and what they cost, beside the fewest there could be."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.snowballing import snowballing
from storage.core.errors import InputError
from storage.publication.published import select_published
from tasks.environment.settings import read_settings
from tests.benchmarks.rows import Row
from tests.benchmarks.servers.server import Loopback, serve_openalex
from tests.benchmarks.servers.world import World
from tests.benchmarks.worlds import DEFAULT_WORLDS, REVIEW, WORKS

MOST_USD = 0.10
"""What a review of 300 works may cost, searches included, in dollars."""

_ASKED = 100  # values in an OR group, and rows on a page
_IPBES = "ipbes"
# The world has no published review of its own; this is what its key papers are about.
_IPBES_TOPIC = "business, finance and biodiversity"


@dataclass(frozen=True)
class Spending:
    """What a search asked: frames of seeds (stage, work_id), discoveries and calls (stage, url, status, usd)."""

    seeds: pl.DataFrame
    discoveries: pl.DataFrame
    calls: pl.DataFrame
    corpus: int
    served: int


def measure_requests(folders: Sequence[Path], quality: str) -> list[Row]:
    """Return calls and dollars of a search of each world, stage by stage; without folders, of `ipbes`.

    A folder holds `works.jsonl.gz` and, unless it is `ipbes`, `review.json`. The search goes through a loopback
    OpenAlex and is judged by the instant analyst.

    Raises:
        InputError: a folder is no such world.
    """
    rows: list[Row] = []
    for folder in folders or [DEFAULT_WORLDS / _IPBES]:
        if not (folder / WORKS).is_file():
            raise InputError(f"the world '{folder}' has no {WORKS}; give --world a folder that has")
        world = World(folder / WORKS)
        rows += describe_spending(folder.resolve().name, world, search_through_api(world, read_topic(folder), quality))
    return rows


def search_through_api(world: World, topic: str, quality: str) -> Spending:
    """Return what discovery and snowballing on a topic asked of a loopback OpenAlex that serves the world."""
    with TemporaryDirectory(prefix="litreview-bench-") as reviews, serve_openalex(world) as loopback:
        settings = read_settings().model_copy(update={"openalex_url": loopback.url, "open_library_url": ""})
        order = ReviewOrder(
            topic=topic,
            quality=quality,
            name="requests",
            catalogue="openalex",
            analyst="instant",
            as_of=world.newest_year,
            reviews=reviews,
        )
        with open_context(order, settings, Progress(quiet=True)) as bench:
            bench.driver.enter(discovery, bench)
            bench.driver.enter(snowballing, bench)
        return _read_spending(Path(reviews) / "requests", loopback)


def _read_spending(folder: Path, loopback: Loopback) -> Spending:
    return Spending(
        seeds=select_published(folder, "SELECT stage, work_id FROM seed ORDER BY ALL"),
        discoveries=select_published(folder, "SELECT DISTINCT work_id, strategy, stage FROM discovery ORDER BY ALL"),
        calls=select_published(folder, "SELECT stage, url, status, usd FROM api_call ORDER BY ALL"),
        corpus=select_published(folder, "SELECT count(*) FROM corpus").item(),
        served=len(loopback.requests),
    )


def describe_spending(name: str, world: World, spending: Spending) -> list[Row]:
    """Return the list calls of each stage and of all stages beside their bounds, retries apart, and the dollars.

    Searches have no bound in calls, neither those before snowballing nor those made in its course where citations bring
    little; their price is in the dollars.
    """
    answered = spending.calls.filter(pl.col("status") == 200)
    bounds = bound_calls(world, spending)
    rows = [Row(name, "stage 0: calls", answered.filter(pl.col("stage") == 0).height)]
    later = answered.filter(pl.col("stage") > 0)
    searched = pl.col("url").str.contains("search=", literal=True)
    following = later.filter(~searched)
    for stage, bound in bounds.items():
        rows.append(Row(name, f"stage {stage}: calls", following.filter(pl.col("stage") == stage).height, bound=bound))
    followed = following.height
    total = sum(bounds.values())
    return [
        *rows,
        Row(name, "stages of snowballing: calls", followed, bound=total),
        Row(name, "stages of snowballing: calls per call of the bound", round(followed / total, 4), bound=1.05)
        if total
        else Row(name, "stages of snowballing: calls per call of the bound", None),
        Row(name, "searches beside snowballing: calls", later.filter(searched).height),
        Row(name, "retries", spending.calls.height - answered.height),
        Row(name, "calls on record", spending.calls.height, peer=spending.served),
        Row(name, "corpus size", spending.corpus),
        Row(name, "dollars", round(float(spending.calls["usd"].sum()), 4), bound=MOST_USD),
    ]


def bound_calls(world: World, spending: Spending) -> dict[int, int]:
    """Return the fewest list calls each stage can do with: max(ceil(N / 100), ceil(C / 100)) + ceil(R / 100).

    N seeds are cited by C distinct works, and have R distinct references that no record was at hand for, that none of
    the C is, and that were not asked for in an earlier stage. References that the world does not hold count, because
    nobody can know that before asking; a stage can do with fewer calls where the first search has asked for some.
    """
    bounds = {}
    asked: set[str] = set()
    stages = spending.seeds["stage"].unique().sort().to_list()
    for stage in stages:
        seeds = set(spending.seeds.filter(pl.col("stage") == stage)["work_id"])
        met = set(spending.discoveries.filter(pl.col("stage") < stage)["work_id"])
        citing = {work_id for work_id, work in world.works.items() if not seeds.isdisjoint(work.references)}
        fresh = {cited for seed in seeds for cited in world.works[seed].references} - met - citing - asked
        asked |= fresh
        bounds[stage] = max(_pages(len(seeds)), _pages(len(citing))) + _pages(len(fresh))
    return bounds


def _pages(items: int) -> int:
    return math.ceil(items / _ASKED)


def read_topic(folder: Path) -> str:
    """Return what a world is about: the title of its published review.

    Raises:
        InputError: the folder does not say.
    """
    if not (folder / REVIEW).is_file():
        if folder.resolve().name == _IPBES:
            return _IPBES_TOPIC
        raise InputError(f"the world '{folder}' has no {REVIEW}; add one with the title of a review as review_title")
    title = json.loads((folder / REVIEW).read_text(encoding="utf-8")).get("review_title")
    if not isinstance(title, str) or not title.strip():
        raise InputError(f"{folder / REVIEW} states no review_title; add the title of the published review")
    return title
