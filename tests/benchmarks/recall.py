"""How much of a published review's literature a review from its title alone finds, and puts into its corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import networkx as nx
import polars as pl

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.snowballing import snowballing
from storage.core.errors import StoppedShort
from storage.publication.published import select_published
from tasks.environment.settings import read_settings
from tests.benchmarks.rows import Row, average, share
from tests.benchmarks.worlds import World

_MEANS = (
    "reachable",
    "seen",
    "screened, included among them",
    "in corpus",
    "precision",
    "corpus works per included work",
    "share of the world screened",
)


@dataclass(frozen=True)
class Search:
    """What a review found and decided: frames of (work_id, strategy, stage), of decisions, and the corpus's ids."""

    discoveries: pl.DataFrame
    decisions: pl.DataFrame
    corpus: frozenset[str]


def measure_recall(worlds: Sequence[World], quality: str) -> list[Row]:
    """Return the measures of each world, then their means over worlds."""
    rows: list[Row] = []
    for world in worlds:
        rows += describe_search(world, search_world(world, quality))
    return rows + average(rows, _MEANS)


def search_world(world: World, quality: str) -> Search:
    """Return what a review from the world's title finds up to the end of snowballing, without a Prefect server.

    A search that stops short has an empty corpus.
    """
    with TemporaryDirectory(prefix="litreview-bench-") as reviews:
        order = ReviewOrder(
            topic=world.title, quality=quality, name="world", catalogue=str(world.works_file), reviews=reviews
        )
        with open_context(order, read_settings(), Progress(quiet=True)) as bench:
            try:
                bench.driver.enter(discovery, bench)
                bench.driver.enter(snowballing, bench)
            except StoppedShort:
                bench.publish()
            return _read_search(bench.ledger.folder)


def _read_search(folder: Path) -> Search:
    return Search(
        discoveries=select_published(folder, "SELECT DISTINCT work_id, strategy, stage FROM discovery ORDER BY ALL"),
        decisions=select_published(
            folder,
            "SELECT work_id, stage, verdict = 'include' AS accepted, score, features FROM screening_decision "
            "ORDER BY ALL",
        ),
        corpus=frozenset(select_published(folder, "SELECT work_id FROM corpus")["work_id"]),
    )


def describe_search(world: World, search: Search) -> list[Row]:
    """Return the measures of one world: the whole, then by strategy and by stage.

    Shares of the gold have as bound the share that lies in the citation components of the first search; precision has
    as peer that of accepting everything screened, the gold screened that of screening as many works at random.
    """
    gold, found = world.gold, set(search.discoveries["work_id"])
    first = set(search.discoveries.filter(pl.col("stage") == 0)["work_id"])
    screened = set(search.decisions["work_id"])
    kept, size = gold & search.corpus, len(search.corpus)
    bound = share(len(gold & find_reachable(world, first)), len(gold))

    def row(measure: str, value: float | None, *, bound: float | None = None, peer: float | None = None) -> Row:
        return Row(world.name, measure, value, bound=bound, peer=peer)

    return [
        row("works", world.works),
        row("included", len(gold)),
        row("reachable", bound),
        row("seen", share(len(gold & found), len(gold)), bound=bound),
        row("in corpus", share(len(kept), len(gold)), bound=bound),
        row("precision", share(len(kept), size), peer=share(len(gold & screened), len(screened))),
        row("corpus size", size),
        row("corpus works per included work", share(size, len(gold))),
        row("screened", len(screened)),
        row("share of the world screened", share(len(screened), world.works)),
        row("screened, included among them", len(gold & screened), peer=round(len(screened) * world.prevalence, 1)),
        *_describe_parts(world, search),
    ]


def find_reachable(world: World, first: set[str]) -> set[str]:
    """Return the works in the undirected citation components, within the world, of any work of the first search."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(world.references)
    graph.add_edges_from(
        (work_id, cited)
        for work_id, references in world.references.items()
        for cited in references
        if cited in world.references
    )
    return {work_id for part in nx.connected_components(graph) if not first.isdisjoint(part) for work_id in part}


def _describe_parts(world: World, search: Search) -> Iterator[Row]:
    """Yield the measures of every strategy, then of every stage; a work found in several ways counts in each."""
    for part, key in (("strategy", "strategy"), ("stage", "stage")):
        for name in sorted(search.discoveries[key].unique()):
            found = set(search.discoveries.filter(pl.col(key) == name)["work_id"])
            if part == "stage":
                found -= set(search.discoveries.filter(pl.col("stage") < name)["work_id"])
            decided = search.decisions.filter(pl.col("work_id").is_in(sorted(found)))
            accepted = set(decided.filter("accepted")["work_id"])
            for measure, value in (
                ("found", len(found)),
                ("included seen", len(found & world.gold)),
                ("screened", decided.height),
                ("accepted", len(accepted)),
                ("acceptance rate", share(len(accepted), decided.height)),
                ("included accepted", len(accepted & world.gold)),
            ):
                yield Row(world.name, f"{part} {name}: {measure}", value)
