"""Judgements of a model that were set aside: tried on the first works, replaced one by one, counted once."""

from __future__ import annotations

import pytest

from storage.screening.screening import screening_progress
from storage.screening.set_aside import TRIAL, fails_trial, is_set_aside, works_to_judge_anew

ASKED = {"links": 0.0, "promise": 1.25}


def _screen_first(screen_works, ledger, verdicts, features):
    for place, verdict in enumerate(verdicts):
        screen_works(ledger, {f"W{place:02}": verdict}, batch=place // 25, features=features)


@pytest.mark.parametrize(
    ("verdicts", "is_over", "fails"),
    [
        (["exclude"] * TRIAL, False, True),
        (["exclude"] * (TRIAL - 1), False, False),
        (["exclude"] * (TRIAL - 1), True, True),
        (["exclude"] * (TRIAL - 1) + ["include"], True, False),
        (["exclude"] * TRIAL + ["include"], False, True),
        (["include"] * 19 + ["unsure"] * 21, False, True),
        (["include"] * 20 + ["unsure"] * 20, False, False),
        ([], True, False),
    ],
)
def test_the_first_works_decide(ledger, screen_works, verdicts, is_over, fails):
    """Forty works, or all where the search brought fewer; what comes after them changes nothing."""
    _screen_first(screen_works, ledger, verdicts, ASKED)
    assert fails_trial(ledger, is_over=is_over) is fails


def test_works_that_were_not_asked_about_are_no_trial(ledger, screen_works):
    """A work without an abstract stays unsure whatever the model can do."""
    _screen_first(screen_works, ledger, ["unsure"] * TRIAL, {})
    assert not fails_trial(ledger, is_over=True)


def test_a_work_judged_again_counts_once_and_a_run_cut_short_goes_on_with_the_rest(ledger, screen_works):
    """The later judgement holds, the model's stays on record, and what it judged and no rule yet is known."""
    _screen_first(screen_works, ledger, ["exclude"] * TRIAL, ASKED)
    assert not is_set_aside(ledger)
    screen_works(ledger, {f"W{place:02}": "include" for place in range(25)}, batch=0, method="ranker")
    assert is_set_aside(ledger)
    assert works_to_judge_anew(ledger).rows() == [(f"W{place:02}", 0, 1, 1.25) for place in range(25, TRIAL)]
    progress = screening_progress(ledger, 0)
    assert (progress["screened"], progress["included"], progress["next_batch"]) == (TRIAL, 25, 2)
    assert (
        ledger.frame("stage_totals", stage=0).row(0, named=True).items()
        >= {"candidates": TRIAL, "relevant": 25}.items()
    )
    assert ledger.select("SELECT DISTINCT verdict, verdict_by_rule FROM set_aside").rows() == [("exclude", "include")]
    assert fails_trial(ledger, is_over=False)
