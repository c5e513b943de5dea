"""What a review was asked for stays what it was; only the tier may rise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.core.errors import PlanMismatch
from storage.records.search import Plan
from storage.runs.reviews import add_citekeys, add_problem, finish_run, read_plan, read_tier, settle_plan, start_run

PLAN = Plan(
    topic="Hair cortisol “and” stress",
    questions=("Does it rise?", "In whom?"),
    quality="standard",
    from_year=2000,
    to_year=2020,
    as_of=2020,
    languages=("en", "de"),
    include_books=False,
    focus_areas=("children",),
    exclude_terms=("rats",),
    criteria=("include population: adults", "exclude design: case reports"),
    extract=("Funding: Who paid?",),
    seeds=("10.1/a",),
    catalogue="works.jsonl, 0123",
)

# A plan under the same name, and what the refusal says of the two values.
OTHERS = {
    "topic": ({"topic": "Sleep"}, "has the topic 'Hair cortisol “and” stress', not 'Sleep'"),
    "catalogue": ({"catalogue": "other, 4567"}, "has the catalogue 'works.jsonl, 0123', not 'other, 4567'"),
    "first year": ({"from_year": 1990}, "has the first year '2000', not '1990'"),
    "no last year": ({"to_year": None}, "has the last year '2020', not unset"),
    "languages": ({"languages": ("fr",)}, "has the languages 'en, de', not 'fr'"),
    "no languages": ({"languages": ()}, "has the languages 'en, de', not unset"),
    "excluded terms": ({"exclude_terms": ("mice", "rats")}, "has the excluded terms 'rats', not 'mice, rats'"),
    "criteria": (
        {"criteria": ()},
        "has the criteria 'include population: adults, exclude design: case reports', not unset",
    ),
    "fields": ({"extract": ()}, "has the fields to extract 'Funding: Who paid?', not unset"),
    "grey": ({"grey": True}, "has the choice of grey literature 'False', not 'True'"),
    "analyst": ({"analyst": "instant"}, "has the analyst 'extractive', not 'instant'"),
}


@pytest.mark.parametrize("case", OTHERS)
def test_other_plan_under_the_same_name_is_refused(new_ledger, case):
    """The sentence names the review, both values and the remedy; exit code 2; the stored plan stays."""
    ledger = new_ledger(PLAN)
    change, said = OTHERS[case]
    with pytest.raises(PlanMismatch) as caught:
        settle_plan(ledger, replace(PLAN, **change))
    assert str(caught.value) == f"review '{ledger.folder.name}' {said}; give another --name"
    assert caught.value.exit_code == 2
    assert read_plan(ledger) == PLAN


def test_plan_comes_back_as_it_was_stored(new_ledger):
    """Every field of the plan is read back, and asking for the same again returns the stored one."""
    ledger = new_ledger(PLAN)
    assert read_plan(ledger) == PLAN
    assert settle_plan(ledger, PLAN) == PLAN
    assert ledger.select("SELECT count(*) FROM review").item() == 1


@pytest.mark.parametrize(
    ("asked", "kept"), [("quick", "standard"), ("standard", "standard"), ("high_quality", "high_quality")]
)
def test_tier_rises_and_never_falls(new_ledger, asked, kept):
    """A higher tier is taken over and stays; a lower one leaves the review as it is."""
    ledger = new_ledger(PLAN)
    assert settle_plan(ledger, replace(PLAN, quality=asked)).quality == kept
    assert read_plan(ledger).quality == kept


def test_recency_counts_from_the_year_the_review_began(new_ledger):
    """A catalogue that has grown since does not move `as_of`."""
    ledger = new_ledger(PLAN)
    assert settle_plan(ledger, replace(PLAN, as_of=2025)).as_of == 2020
    assert settle_plan(ledger, replace(PLAN, as_of=2025, quality="high_quality")).as_of == 2020


@pytest.mark.parametrize(
    ("quality", "limits"),
    [
        ("quick", (2, 50, 3000, 5000)),
        ("standard", (3, 100, 5000, 8000)),
        ("comprehensive", (4, 200, 8000, 12000)),
        ("high_quality", (5, 300, 10000, 15000)),
    ],
)
def test_tiers(ledger, quality, limits):
    """Each tier allows the stages, works and words promised, at a coverage delta of 0.10."""
    tier = read_tier(ledger, quality)
    assert (tier.stages, tier.works, tier.words_min, tier.words_max) == limits
    assert tier.delta_threshold == 0.10


def test_runs_and_problems_are_recorded(ledger):
    """A run says how it ended; a problem met again is kept once, per work."""
    run_id = start_run(ledger, "0.1", {"b": 1, "a": "ü"}, None)
    finish_run(ledger, run_id, "stopped", 12, "no work found")
    row = ledger.select("SELECT status, task_runs, message, settings->>'$.a', finished_at >= started_at FROM run").row(
        0
    )
    assert row == ("stopped", 12, "no work found", "ü", True)
    for work_id in (None, None, "W1", "W1"):
        add_problem(ledger, "reading", "no text", "nothing to read", work_id)
    assert ledger.select("SELECT work_id FROM problem ORDER BY ALL")["work_id"].to_list() == ["W1", None]


def test_citekey_is_given_once_and_for_all(ledger, make_work, find_works):
    """A work that has a citekey keeps it."""
    find_works(ledger, [make_work(1), make_work(2)])
    add_citekeys(ledger, {"W1": "smith2015hair"})
    add_citekeys(ledger, {"W1": "other2015", "W2": "wong2015hair"})
    add_citekeys(ledger, {})
    keys = ledger.select("SELECT citekey FROM work ORDER BY work_id")["citekey"].to_list()
    assert keys == ["smith2015hair", "wong2015hair"]
