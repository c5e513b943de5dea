"""When the screening of a stage ends for an analyst that scores: a batch pays less than half of the best one."""

from __future__ import annotations

import pytest

from storage.runs.reviews import review_numbers
from storage.screening.screening import screening_progress
from storage.searching.snowballing import close_stage

# (works, included) of each batch in turn, and whether the gain is flat after them.
PROGRESS = {
    "nothing screened": ([], False),
    "one barren batch": ([(25, 0)], False),
    "half of the best is not flat": ([(25, 20), (25, 10)], False),
    "less than half": ([(25, 20), (25, 9)], True),
    "picks up again": ([(25, 20), (25, 9), (25, 15)], False),
    "a short batch is no best one": ([(5, 5), (25, 8), (25, 5)], False),
    "a short last batch": ([(25, 20), (4, 1)], True),
    "nothing but short ones": ([(4, 4), (4, 0)], False),
}


def _screen(screen_works, ledger, batches):
    for batch, (size, included) in enumerate(batches):
        verdicts = {f"W{batch}-{n}": "include" if n < included else "exclude" for n in range(size)}
        screen_works(ledger, verdicts, stage=1, batch=batch)


@pytest.mark.parametrize("case", PROGRESS)
def test_progress(ledger, screen_works, case):
    """Works screened and included, the number of the next batch, and flatness follow from the batches."""
    batches, flat = PROGRESS[case]
    _screen(screen_works, ledger, batches)
    assert screening_progress(ledger, 1) == {
        "last_size": batches[-1][0] if batches else 0,
        "last_included": batches[-1][1] if batches else 0,
        "screened": sum(size for size, _ in batches),
        "included": sum(included for _, included in batches),
        "next_batch": len(batches),
        "flat": flat,
    }
    assert screening_progress(ledger, 2)["screened"] == 0


def test_the_best_batch_may_be_of_an_earlier_stage(ledger, screen_works):
    """A stage whose first batch brings less than half of what the first search did is over with it."""
    _screen(screen_works, ledger, [(25, 20)])
    screen_works(ledger, {f"W9-{n}": "include" if n < 9 else "exclude" for n in range(25)}, stage=2, batch=0)
    assert screening_progress(ledger, 2)["flat"]


def test_human_verdicts_and_rules_are_no_batch(ledger, screen_works):
    """What a person decides counts neither for the batches nor for the stage's coverage delta."""
    _screen(screen_works, ledger, [(20, 5)])
    screen_works(ledger, {"W0-1": "exclude", "W99": "include"}, stage=1, method="human", batch=None)
    assert screening_progress(ledger, 1)["screened"] == 20
    totals = close_stage(ledger, 1, ledger.select("SELECT * EXCLUDE (stage) FROM graph_metric"), {}).row(0, named=True)
    assert (totals["candidates"], totals["relevant"], totals["coverage_delta"]) == (20, 5, 0.25)


def test_stage_with_nothing_screened_has_no_coverage(ledger):
    """No candidates is a coverage delta of zero, not a division by zero; closing it twice keeps the first."""
    metrics = ledger.select("SELECT * EXCLUDE (stage) FROM graph_metric")
    for _ in range(2):
        totals = close_stage(ledger, 1, metrics, {}).row(0, named=True)
        assert (totals["seeds"], totals["candidates"], totals["coverage_delta"]) == (0, 0, 0.0)
    assert ledger.select("SELECT count(*) FROM diffusion_stage").item() == 1
    assert "coverage_delta" not in review_numbers(ledger)
