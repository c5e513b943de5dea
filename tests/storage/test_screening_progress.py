"""When the screening of a stage ends: three batches in a row with less than a tenth relevant."""

from __future__ import annotations

import pytest

from storage.screening import screening_progress
from storage.snowballing import close_stage

# (works, included) of each batch in turn, and whether the screening is dry after them.
PROGRESS = {
    "nothing screened": ([], False),
    "one dry batch": ([(25, 0)], False),
    "two dry batches": ([(25, 0), (25, 2)], False),
    "three dry batches": ([(25, 2), (25, 0), (25, 2)], True),
    "a good batch between": ([(25, 0), (25, 0), (25, 3), (25, 0), (25, 0)], False),
    "dry after good ones": ([(25, 20), (25, 10), (25, 2), (25, 1), (25, 0)], True),
    "a good batch at the end": ([(25, 0), (25, 0), (25, 0), (25, 25)], False),
    "exactly a tenth is not dry": ([(25, 0), (25, 0), (10, 1)], False),
    "a short last batch": ([(25, 0), (25, 0), (1, 0)], True),
}


def _screen(screen_works, ledger, batches):
    for batch, (size, included) in enumerate(batches):
        verdicts = {f"W{batch}-{n}": "include" if n < included else "exclude" for n in range(size)}
        screen_works(ledger, verdicts, stage=1, batch=batch)


@pytest.mark.parametrize("case", PROGRESS)
def test_progress(ledger, screen_works, case):
    """Works screened and included, the number of the next batch, and dryness follow from the batches."""
    batches, dry = PROGRESS[case]
    _screen(screen_works, ledger, batches)
    assert screening_progress(ledger, 1) == {
        "screened": sum(size for size, _ in batches),
        "included": sum(included for _, included in batches),
        "next_batch": len(batches),
        "dry": dry,
    }
    assert screening_progress(ledger, 2)["screened"] == 0


def test_human_verdicts_and_rules_are_no_batch(ledger, screen_works):
    """What a person decides counts neither for the batches nor for the stage's coverage delta."""
    _screen(screen_works, ledger, [(20, 5)])
    screen_works(ledger, {"W0-1": "exclude", "W99": "include"}, stage=1, method="human", batch=None)
    assert screening_progress(ledger, 1)["screened"] == 20
    totals = close_stage(ledger, 1, ledger.select("SELECT * EXCLUDE (stage) FROM graph_metric")).row(0, named=True)
    assert (totals["candidates"], totals["relevant"], totals["coverage_delta"]) == (20, 5, 0.25)


def test_stage_with_nothing_screened_has_no_coverage(ledger):
    """No candidates is a coverage delta of zero, not a division by zero; closing it twice keeps the first."""
    metrics = ledger.select("SELECT * EXCLUDE (stage) FROM graph_metric")
    for _ in range(2):
        totals = close_stage(ledger, 1, metrics).row(0, named=True)
        assert (totals["seeds"], totals["candidates"], totals["coverage_delta"]) == (0, 0, 0.0)
    assert ledger.select("SELECT count(*) FROM diffusion_stage").item() == 1
