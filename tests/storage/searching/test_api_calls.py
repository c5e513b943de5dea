"""What services were asked, what they left out and what they still allow."""

from __future__ import annotations

from datetime import datetime

from storage.publication.published import describe_review
from storage.searching.api_calls import ApiCall, CatalogueLog, Omission, Quota, add_log
from storage.searching.snowballing import stage_under_way


def _call(status: int = 200, usd: float = 0.0001) -> ApiCall:
    return ApiCall("openalex", "https://api.openalex.org/works?page=1", status, usd, 0.5)


def test_a_stage_is_told_its_calls_and_dollars(ledger):
    """The totals of a stage count every call it made, also those that failed, and nobody else's."""
    with ledger.transaction():
        add_log(ledger, CatalogueLog((_call(), _call(429, 0.0))), 0)
        add_log(ledger, CatalogueLog((_call(),)), None)
    assert ledger.frame("stage_totals", stage=0).select("api_calls", "api_usd").rows() == [(2, 0.0001)]
    assert ledger.frame("stage_totals", stage=1).select("api_calls", "api_usd").rows() == [(0, 0.0)]


def test_the_latest_quota_replaces_the_one_before(ledger):
    """One row per service says what is left and when it is renewed; the status shows it beside what was spent."""
    morning, evening = datetime(2026, 1, 1, 8), datetime(2026, 1, 2)  # noqa: DTZ001 - the ledger stores UTC without zone
    with ledger.transaction():
        add_log(ledger, CatalogueLog((_call(),), quota=Quota("openalex", 0.9, morning)), 0)
        add_log(ledger, CatalogueLog((_call(),), quota=Quota("openalex", 0.4, evening)), 0)
    assert ledger.select("SELECT * FROM quota").rows() == [("openalex", 0.4, evening)]
    ledger.publish()
    assert describe_review(ledger.folder)["Services"].rows() == [("openalex", 2, 0.0002, 0.4, evening)]


def test_what_was_left_out_is_one_problem_however_often_it_is_said(ledger):
    """A resumed stage meets the same cap again."""
    for _ in range(2):
        with ledger.transaction():
            add_log(ledger, CatalogueLog(left_out=(Omission("citing works left out", "25000 works cite W1"),)), 1)
    assert ledger.select("SELECT phase, kind FROM problem").rows() == [("search", "citing works left out")]


def test_calls_after_snowballing_belong_to_no_stage(ledger):
    """While a stage is open calls are its own; once a reason to stop is on record there is no such stage."""
    assert stage_under_way(ledger) == 0
    for stage, relevant in ((0, 30), (1, 100)):
        ledger.append(
            "diffusion_stage",
            [
                {
                    "stage": stage,
                    "seeds": 30,
                    "candidates": 200,
                    "relevant": relevant,
                    "coverage_delta": 0.5,
                    "api_calls": 0,
                    "api_usd": 0.0,
                }
            ],
        )
        assert stage_under_way(ledger) == (1 if stage == 0 else None)
