"""Whether screening stops with good reason: simulated with gold labels, what it states held against the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import floor, lgamma, log
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from storage.core.ledger import Ledger
from storage.records.screening import Decision
from storage.records.search import Plan
from storage.runs.reviews import settle_plan
from storage.screening.screening import BATCH_SIZE, add_decisions
from storage.screening.stopping import SIGNIFICANCE, draw_audit, estimate_missed, look
from storage.searching.works import add_discoveries
from tasks.screening.features import Features, build_features
from tasks.screening.proposals import Pool, StopPolicy, propose, score_pool
from tests.benchmarks.gold_search import GoldSearch, describe_gold_search, search_with_gold, summarize_gold_searches
from tests.benchmarks.pools import read_pool
from tests.benchmarks.rows import MEAN, Row, share
from tests.benchmarks.screen_simulation import draw_priors
from tests.benchmarks.worlds import World

_TARGET = 0.95
_MANY = 60


@dataclass(frozen=True, slots=True)
class Stop:
    """How one run ended: shares of the pool and of the gold, and the recall it states."""

    world: str
    seed: int
    certified: bool
    screened: float
    recall: float
    estimate: float
    low: float

    @property
    def covered(self) -> bool:
        """Return whether the true recall is in the interval stated, which always ends at 1."""
        return self.low <= self.recall + 1e-9


def measure_stop(worlds: Sequence[World], seeds: int) -> list[Row]:
    """Return how each run ended, then over worlds how often certificates are right and intervals cover the truth.

    Runs screen the whole world and begin with two works drawn at random. A whole search of each world from its title
    comes after them: there works that no search meets are missed as well.
    """
    rows: list[Row] = []
    stops: list[Stop] = []
    searches: list[GoldSearch] = []
    large = {world.name for world in worlds if len(world.gold) >= _MANY}
    for world in worlds:
        features, bound = build_features(read_pool(world)), round(bound_audit(world.works, len(world.gold)), 4)
        for seed in range(seeds):
            stop = simulate_screening(world, features, seed)
            stops.append(stop)
            rows += _describe(stop, bound)
        searches.append(search_with_gold(world, "high_quality"))
        rows += describe_gold_search(searches[-1])
    return rows + summarize_stops(stops, large) + summarize_gold_searches(searches)


def simulate_screening(world: World, features: Features, seed: int) -> Stop:
    """Return how screening a world ends that begins with one included and one excluded work drawn by the seed.

    Batches are proposed, audited and looked at as a review does it; nothing is known from wording.
    """
    ids = features.pool.work_ids
    pool = Pool(features, np.zeros(len(ids)))
    included = np.array([work_id in world.gold for work_id in ids])
    verdicts = {ids[place]: bool(included[place]) for place in draw_priors(included, seed)}
    policy, auditing = StopPolicy(), False
    most = floor(policy.budget * len(ids))
    with TemporaryDirectory(prefix="litreview-bench-") as folder, Ledger(Path(folder)) as ledger:
        settle_plan(ledger, Plan(topic=world.title, as_of=2023, catalogue=world.name))
        with ledger.transaction():
            add_discoveries(ledger, [(work_id, "import", 0, None, None, None) for work_id in ids])
        _decide(ledger, verdicts, list(verdicts), 0)
        for batch in count(1):
            size = min(BATCH_SIZE, max(1, most - len(verdicts)))
            audited = min(policy.audited, size) if auditing else 0
            pending = set(ids) - verdicts.keys()
            ranking = score_pool(pool, verdicts)
            ranked = propose(pool, ranking, pending, (), size=size - audited).work_ids
            drawn = draw_audit(ledger, 0, ranked, audited, f"{world.name} {seed}")
            chosen = [*ranked, *drawn]
            verdicts |= {work_id: work_id in world.gold for work_id in chosen}
            _decide(ledger, verdicts, chosen, batch)
            auditing = auditing or policy.begins_audit(size, sum(verdicts[work_id] for work_id in chosen))
            seen = look(ledger, 0, most / len(ids))
            if seen["p_value"] <= SIGNIFICANCE or seen["exhausted"]:
                break
        missed = estimate_missed(ledger, seen["odds"])
    found = int(seen["found"])
    return Stop(
        world.name,
        seed,
        certified=seen["p_value"] <= SIGNIFICANCE,
        screened=len(verdicts) / len(ids),
        recall=found / len(world.gold),
        estimate=found / (found + missed["missed_estimate"]),
        low=found / (found + missed["missed_upper"]),
    )


def _decide(ledger: Ledger, verdicts: Mapping[str, bool], chosen: Sequence[str], batch: int) -> None:
    decisions = [
        Decision(
            work_id,
            "screening",
            0,
            "include" if verdicts[work_id] else "exclude",
            "llm",
            "The gold label.",
            batch=batch,
        )
        for work_id in chosen
    ]
    with ledger.transaction():
        add_decisions(ledger, decisions)


def bound_audit(works: int, included: int) -> float:
    """Return the share of a pool that must be screened for a certificate even if all included works come first.

    After them, the smallest random sample without a hit that rejects recall below the target at 5% (hypergeometric).
    """
    rest, missed = works - included, floor(included / _TARGET + 1e-9) + 1 - included
    for sample in range(rest - missed + 1):
        ways = (
            lgamma(rest - missed + 1)
            - lgamma(rest - missed - sample + 1)
            - lgamma(rest + 1)
            + lgamma(rest - sample + 1)
        )
        if ways <= log(SIGNIFICANCE):
            return (included + sample) / works
    return 1.0


def _describe(stop: Stop, bound: float) -> list[Row]:
    measures = {
        "certified": int(stop.certified),
        "on budget": int(not stop.certified),
        "share of the pool screened": stop.screened,
        "recall": stop.recall,
        "estimated recall": stop.estimate,
        "low": stop.low,
        "high": 1.0,
        "interval covers": int(stop.covered),
    }
    return [
        Row(
            stop.world,
            measure,
            round(value, 4),
            bound=bound if measure == "share of the pool screened" else None,
            seed=stop.seed,
        )
        for measure, value in measures.items()
    ]


def summarize_stops(stops: Sequence[Stop], large: set[str]) -> list[Row]:
    """Return shares over all runs, those of certificates over the worlds named as large, and coverage world by world.

    Coverage has its nominal value as bound.
    """
    certified = [stop for stop in stops if stop.certified]
    runs = [stop for stop in stops if stop.world in large]
    rows = [
        Row(MEAN, "certified stops", len(certified)),
        Row(MEAN, "certified stops at the target", share(sum(s.recall >= _TARGET for s in certified), len(certified))),
        Row(MEAN, f"certified where {_MANY} or more are included", share(sum(s.certified for s in runs), len(runs))),
        Row(MEAN, "interval covers", share(sum(s.covered for s in stops), len(stops)), bound=1 - SIGNIFICANCE),
        Row(MEAN, "runs", len(stops)),
    ]
    for world in sorted({stop.world for stop in stops}):
        own = [stop for stop in stops if stop.world == world]
        covered = share(sum(stop.covered for stop in own), len(own))
        rows.append(Row(MEAN, f"interval covers: {world}", covered, bound=1 - SIGNIFICANCE))
    return rows
