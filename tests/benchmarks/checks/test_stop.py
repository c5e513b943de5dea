"""The audit bound by hand, the summary of runs, and one simulated run on real data."""

from __future__ import annotations

import pytest

from tasks.screening.features import build_features
from tests.benchmarks.pools import read_pool
from tests.benchmarks.stop import Stop, bound_audit, measure_stop, simulate_screening, summarize_stops
from tests.benchmarks.worlds import read_world

pytestmark = pytest.mark.slow


def test_audit_bound():
    """The sizes stated for these worlds: half of a large one, nearly all of a small one; one work left out is 95%."""
    assert bound_audit(723, 89) == pytest.approx(0.52, abs=0.01)
    assert bound_audit(256, 15) == pytest.approx(0.95, abs=0.01)
    assert bound_audit(101, 1) == 97 / 101, (
        "the included work, then all of the 100 others but four: 95 leave 5% exactly"
    )


def test_summary_counts_certificates_and_coverage():
    """A certificate below the target is wrong, and an interval above the truth does not cover it."""
    stops = [
        Stop("large", 0, certified=True, screened=0.5, recall=0.96, estimate=1.0, low=0.95),
        Stop("large", 1, certified=True, screened=0.5, recall=0.90, estimate=1.0, low=0.95),
        Stop("small", 0, certified=False, screened=0.6, recall=0.80, estimate=0.9, low=0.70),
    ]
    values = {row.measure: row.value for row in summarize_stops(stops, {"large"})}
    assert values["certified stops at the target"] == 0.5
    assert values["certified where 60 or more are included"] == 1
    assert values["interval covers: large"] == 0.5
    assert values["interval covers: small"] == 1


def test_small_world_stops_on_budget_the_same_way_twice(shared_data):
    """A world of 15 included works is never certified on part of its pool, and a seed gives one answer."""
    world = read_world(shared_data / "worlds" / "donners_2021")
    stop = simulate_screening(world, build_features(read_pool(world)), 0)
    assert not stop.certified
    assert stop.screened <= 0.6
    assert stop.low <= stop.estimate <= 1
    rows = measure_stop([world], 1)
    assert next(row.value for row in rows if row.measure == "low") == round(stop.low, 4)
