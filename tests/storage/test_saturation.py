"""Why snowballing stops, for every reason there is, and that a higher tier lets it go on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.search import Plan
from storage.runs.reviews import settle_plan
from storage.searching.snowballing import finished_stages, stop_reason

PLAN = Plan(topic="Hair cortisol", quality="comprehensive", as_of=2020, catalogue="test")  # 4 stages, 200 works

# (candidates, relevant) of stages 0, 1, ... and the reason to stop after the last one.
STAGES = {
    "no stage yet": ([], None),
    "the first search never stops it": ([(1000, 500)], None),
    "a fruitless first search does not either": ([(100, 0)], None),
    "the first search is no dry stage": ([(100, 1), (100, 1)], None),
    "going on": ([(100, 40), (100, 30), (100, 20)], None),
    "one stage below the threshold": ([(100, 40), (100, 9)], None),
    "exactly at the threshold is not below": ([(100, 40), (100, 10), (100, 10)], None),
    "two stages below, not running": ([(100, 40), (100, 5), (100, 20), (100, 5)], None),
    "two stages running below": ([(100, 40), (100, 9), (100, 0)], "delta"),
    "nothing left to screen": ([(100, 40), (0, 0)], "dry_round"),
    "nothing left to screen, but works to follow": ([(100, 90), (0, 0)], None),
    "nothing relevant in what was left": ([(20, 2), (20, 0)], "dry_round"),
    "nothing relevant, but more to screen": ([(20, 2), (80, 0)], None),
    "nothing left beats two dry stages": ([(100, 40), (100, 0), (0, 0)], "dry_round"),
    "one work below twice the tier": ([(500, 300), (300, 99)], None),
    "twice the tier's works": ([(500, 300), (300, 100)], "works"),
    "works before stages": ([(500, 300), (300, 50), (300, 30), (100, 19), (100, 50)], "works"),
    "the tier's stages": ([(100, 40), (100, 30), (100, 20), (100, 20), (100, 20)], "stages"),
    "dry at the last stage": ([(100, 40), (100, 30), (100, 20), (100, 9), (100, 9)], "delta"),
}


def _close(ledger, stages):
    for stage, (candidates, relevant) in enumerate(stages):
        ledger.append(
            "diffusion_stage",
            [
                {
                    "stage": stage,
                    "seeds": 40,
                    "candidates": candidates,
                    "relevant": relevant,
                    "coverage_delta": relevant / candidates if candidates else 0.0,
                    "api_calls": 2,
                    "api_usd": 0.0,
                }
            ],
        )


@pytest.mark.parametrize("case", STAGES)
def test_stop_reason(new_ledger, case):
    """The last finished stage says why to stop, no earlier stage did, and going on means no reason."""
    stages, reason = STAGES[case]
    ledger = new_ledger(PLAN)
    _close(ledger, stages)
    assert finished_stages(ledger) == len(stages)
    assert stop_reason(ledger) == reason
    reasons = ledger.select("SELECT stop_reason FROM saturation ORDER BY stage")["stop_reason"].to_list()
    assert [earlier for earlier in reasons[:-1] if earlier] == []


@pytest.mark.parametrize(
    ("stages", "quick", "comprehensive"),
    [
        ([(100, 40), (100, 20), (100, 20)], "stages", None),
        ([(100, 70), (100, 50)], "works", None),
        ([(100, 40), (100, 5), (100, 5)], "delta", "delta"),
        ([(100, 40), (0, 0)], "dry_round", "dry_round"),
    ],
)
def test_higher_tier_goes_on_where_only_the_tier_stopped_it(new_ledger, stages, quick, comprehensive):
    """Raising the tier lifts its limits on stages and works; a dry search stays dry."""
    ledger = new_ledger(replace(PLAN, quality="quick"))
    _close(ledger, stages)
    assert stop_reason(ledger) == quick
    settle_plan(ledger, PLAN)
    assert stop_reason(ledger) == comprehensive
