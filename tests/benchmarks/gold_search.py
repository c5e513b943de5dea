"""A whole search of a world by an analyst that reads: it judges as the published review did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from tempfile import TemporaryDirectory

from flows.context.order import ReviewOrder
from flows.discovery import discovery
from flows.opening import open_context
from flows.orchestration.progress import Progress
from flows.snowballing import snowballing
from storage.core.errors import StoppedShort
from storage.records.screening import Candidate, Judgement, Method
from tasks.analysts.extractive import InstantAnalyst
from tasks.analysts.protocol import RelevanceContext
from tasks.environment.settings import read_settings
from tests.benchmarks.rows import MEAN, Row, share
from tests.benchmarks.worlds import World


@dataclass(frozen=True)
class GoldReader(InstantAnalyst):
    """An analyst that has read everything: it includes the works the published review included, and no others."""

    method: Method = "llm"
    reads: bool = True
    gold: frozenset[str] = frozenset()

    def judge_relevance(self, context: RelevanceContext, candidates: Sequence[Candidate]) -> list[Judgement]:
        """Return 0.9 for works the published review included, 0.1 for others."""
        del context
        return [
            Judgement(candidate.work.work_id, 0.9 if candidate.work.work_id in self.gold else 0.1, "As published.")
            for candidate in candidates
        ]


@dataclass(frozen=True, slots=True)
class GoldSearch:
    """How a search ended: share of the gold found, share of the world screened, what the ledger states of recall."""

    world: str
    recall: float
    screened: float
    stop_reason: str
    estimate: tuple[float, float | None, float] | None


def search_with_gold(world: World, quality: str) -> GoldSearch:
    """Return how a search from the world's title ends whose analyst knows the gold."""
    with TemporaryDirectory(prefix="litreview-bench-") as reviews:
        order = ReviewOrder(
            topic=world.title,
            quality=quality,
            name="world",
            catalogue=str(world.works_file),
            analyst="instant",
            reviews=reviews,
        )
        with open_context(order, read_settings(), Progress(quiet=True)) as bench:
            reading = replace(bench, analyst=GoldReader(gold=world.gold))
            try:
                discovery.fn(reading)
                snowballing.fn(reading)
            except StoppedShort:
                return GoldSearch(world.name, 0.0, 0.0, "nothing relevant", None)
            ledger = bench.ledger
            found = set(ledger.select("SELECT work_id FROM relevant")["work_id"])
            screened = ledger.select("SELECT count(*) FROM screening_decision").item()
            reason = ledger.select("SELECT arg_max(stop_reason, stage) FROM saturation").item()
            stated = ledger.select("SELECT recall, low, high FROM recall_estimate").rows()
    return GoldSearch(
        world.name,
        len(found & world.gold) / len(world.gold),
        screened / world.works,
        reason,
        stated[0] if stated else None,
    )


def describe_gold_search(search: GoldSearch) -> list[Row]:
    """Return the measures of a search; an interval that was not stated covers nothing."""
    estimate, low, high = search.estimate or (None, None, None)
    measures: dict[str, float | None] = {
        "recall": search.recall,
        "estimated recall": estimate,
        "low": low,
        "high": high,
        "interval covers": int(covers(search)),
        "share of the world screened": search.screened,
        "certified": int(search.stop_reason == "certified"),
    }
    return [
        Row(search.world, f"whole search: {measure}", None if value is None else round(value, 4))
        for measure, value in measures.items()
    ]


def covers(search: GoldSearch) -> bool:
    """Return whether the interval stated holds the true recall, to four digits."""
    _, low, high = search.estimate or (0.0, None, 0.0)
    return low is not None and round(low, 4) <= round(search.recall, 4) <= round(high, 4)


def summarize_gold_searches(searches: Sequence[GoldSearch]) -> list[Row]:
    """Return the share of searches whose interval covers the truth, and of certified ones that reach 95%."""
    certified = [search for search in searches if search.stop_reason == "certified"]
    return [
        Row(MEAN, "whole search: interval covers", share(sum(map(covers, searches)), len(searches)), bound=0.95),
        Row(MEAN, "whole search: certified", len(certified)),
    ]
