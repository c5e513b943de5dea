"""Deduplication: which records count as one work, which of them is kept, whatever the order of arrival."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.records.screening import Decision
from storage.screening.screening import add_decisions, exclude_repeats, like_titled_works, works_of_one_doi
from storage.searching.works import add_works


def _versions(ledger):
    return {row[0]: row[1:] for row in ledger.select("SELECT work_id, family_id, relation FROM work_version").rows()}


SAME = {"family_id": "cortisol in hair, smith"}

# What stands beside each other, and what exclude_repeats makes of it: {work: (record kept, relation)}.
RECORDS = {
    "same DOI": (({"doi": "10.1/a"}, {"doi": "10.1/a", "year": 1999}), {"W2": ("W1", "same DOI")}),
    "no DOI is not the same DOI": (({}, {}), {}),
    "no family is not the same family": (({"family_id": ""}, {"family_id": ""}), {}),
    "same title, author and year": ((SAME, SAME), {"W2": ("W1", "same title")}),
    "two years apart": ((SAME, SAME | {"year": 2017}), {"W2": ("W1", "same title")}),
    "three years apart": ((SAME, SAME | {"year": 2018}), {}),
    "one without a year": ((SAME, SAME | {"year": None}), {"W2": ("W1", "same title")}),
    "one without a year does not bridge a gap": (
        (SAME, SAME | {"year": 2019}, SAME | {"year": None}),
        {"W3": ("W2", "same title")},
    ),
    "same DOI and title": ((SAME | {"doi": "10.1/a"},) * 2, {"W2": ("W1", "same DOI")}),
    "more cited is kept": ((SAME, SAME | {"cited_by_count": 5}), {"W1": ("W2", "same title")}),
    "with abstract is kept": ((SAME | {"abstract": None, "cited_by_count": 5}, SAME), {"W1": ("W2", "same title")}),
    "published is kept, the preprint is more cited": (
        (SAME | {"type": "preprint", "cited_by_count": 50}, SAME | {"year": 2016}),
        {"W1": ("W2", "preprint")},
    ),
    "published without abstract is kept": (
        (SAME | {"type": "preprint"}, SAME | {"abstract": None}),
        {"W1": ("W2", "preprint")},
    ),
    "untyped is kept before a preprint": (
        (SAME | {"type": "preprint"}, SAME | {"type": None}),
        {"W1": ("W2", "preprint")},
    ),
    "article is kept before a more cited dissertation": (
        (SAME | {"type": "dissertation", "cited_by_count": 50}, SAME),
        {"W1": ("W2", "other version")},
    ),
}


@pytest.mark.parametrize("case", RECORDS)
def test_records_side_by_side(ledger, make_work, find_works, case):
    """Records are told apart or merged as stated, and the one given up is decided against by rule."""
    records, expected = RECORDS[case]
    find_works(ledger, [make_work(number, **fields) for number, fields in enumerate(records, 1)])
    assert exclude_repeats(ledger, stage=0) == len(expected)
    assert _versions(ledger) == expected
    decided = ledger.select("SELECT work_id, phase, verdict, method, reason FROM decision").rows()
    assert [row[:4] for row in decided] == [(work_id, "deduplication", "exclude", "rule") for work_id in expected]
    for work_id, *_, reason in decided:
        kept, relation = expected[work_id]
        assert reason == f"{relation[0].upper()}{relation[1:]} as {kept}, which is kept."


def test_deduplicating_again_finds_nothing(ledger, make_work, find_works):
    """A repeat given up is not met again."""
    find_works(ledger, [make_work(1, **SAME), make_work(2, **SAME)])
    assert exclude_repeats(ledger, stage=0) == 1
    assert exclude_repeats(ledger, stage=1) == 0


@pytest.mark.parametrize("verdict", ["include", "exclude"])
def test_work_decided_on_is_kept_over_a_better_newcomer(ledger, make_work, find_works, screen_works, verdict):
    """Once screened, a record stands: the published version met later is given up."""
    find_works(ledger, [make_work(1, type="preprint", **SAME)])
    screen_works(ledger, {"W1": verdict})
    find_works(ledger, [make_work(2, cited_by_count=99, **SAME)], stage=1, strategy="backward")
    assert exclude_repeats(ledger, stage=1) == 1
    assert _versions(ledger) == {"W2": ("W1", "other version")}


def test_version_ruled_out_does_not_take_the_published_one_along(ledger, make_work, find_works):
    """A preprint excluded for its type stands for nothing: the article met later is screened."""
    find_works(ledger, [make_work(1, type="preprint", **SAME)])
    with ledger.transaction():
        add_decisions(ledger, [Decision("W1", "eligibility", 0, "exclude", "rule", "Not of a type admitted.")])
    find_works(ledger, [make_work(2, **SAME)], stage=1, strategy="backward")
    assert exclude_repeats(ledger, stage=1) == 0


def test_repeat_of_a_given_up_record_joins_what_stands(ledger, make_work, find_works, screen_works):
    """A third record met later repeats the record kept, not the one given up."""
    find_works(ledger, [make_work(1, doi="10.1/a"), make_work(2, doi="10.1/a")])
    exclude_repeats(ledger, stage=0)
    screen_works(ledger, {"W1": "include"})
    find_works(ledger, [make_work(3, doi="10.1/a", cited_by_count=9)], stage=1, strategy="forward")
    exclude_repeats(ledger, stage=1)
    assert _versions(ledger) == {"W2": ("W1", "same DOI"), "W3": ("W1", "same DOI")}


def test_record_never_discovered_is_no_repeat_and_keeps_nothing(ledger, make_work, find_works):
    """Records met only as neighbours of something else take no part."""
    with ledger.transaction():
        add_works(ledger, [make_work(1, doi="10.1/a", cited_by_count=9)], stage=0)
    find_works(ledger, [make_work(2, doi="10.1/a")])
    assert exclude_repeats(ledger, stage=0) == 0


# Two chains: by years (1 - 2 - 3 - 4, each two years on) and by DOI and family (5 - 6 - 7); 8 and 9 stand alone.
CHAINS = (
    {"family_id": "x", "year": 2012, "cited_by_count": 40},
    {"family_id": "x", "year": 2014, "cited_by_count": 30},
    {"family_id": "x", "year": 2016, "cited_by_count": 20},
    {"family_id": "x", "year": 2018, "cited_by_count": 20},
    {"doi": "10.1/a", "type": "preprint", "family_id": "y"},
    {"doi": "10.1/a", "abstract": None, "family_id": "z"},
    {"doi": "10.1/b", "family_id": "y"},
    {"family_id": "x", "year": 2022, "cited_by_count": 90},
    {},
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(len(CHAINS))), split=st.integers(0, len(CHAINS)))
def test_order_of_arrival_is_irrelevant(ledger, make_work, find_works, order, split):
    """Chains of repeats end at a record that is kept, the same one whatever the order works were stored in."""
    for table in ("work", "citation", "response", "discovery", "decision", "work_version"):
        ledger.change(f"DELETE FROM {table}")
    works = [make_work(number + 1, **CHAINS[number]) for number in order]
    find_works(ledger, works[:split])
    find_works(ledger, works[split:], strategy="citation")
    exclude_repeats(ledger, stage=0)
    versions = _versions(ledger)
    assert {work_id: kept for work_id, (kept, _) in versions.items()} == {
        "W2": "W1",
        "W3": "W1",
        "W4": "W1",
        "W5": "W7",
        "W6": "W7",
    }
    assert not {kept for kept, _ in versions.values()} & set(versions)


def test_twins_are_merged_with_those_of_their_families(ledger, make_work, find_works):
    """Records that title and authors show to be one are one, also by way of a third, and both ids stay on record."""
    works = [make_work(1, **SAME), make_work(2, family_id="cortisol in hair, s"), make_work(3, **SAME)]
    find_works(ledger, works)
    assert {work.work_id for work in like_titled_works(ledger)} == {"W1", "W2", "W3"}
    assert exclude_repeats(ledger, 0, [("W1", "W2")]) == 2
    assert _versions(ledger) == {"W2": ("W1", "same title"), "W3": ("W1", "same title")}
    assert like_titled_works(ledger) == []


def test_a_twin_ruled_out_stands_for_nothing(ledger, make_work, find_works):
    """A record that eligibility ruled out takes no other with it."""
    find_works(ledger, [make_work(1), make_work(2)])
    with ledger.transaction():
        add_decisions(ledger, [Decision("W1", "eligibility", 0, "exclude", "rule", "Too early.")])
    assert exclude_repeats(ledger, 0, [("W1", "W2")]) == 0


def test_works_under_a_shared_doi_are_repeats_only_by_title(ledger, make_work, find_works):
    """Those that have a DOI with another are given out; under one said to be shared the rest stand for themselves."""
    parts = [make_work(1, doi="10.1/a", **SAME), make_work(2, doi="10.1/a"), make_work(3, doi="10.1/a", **SAME)]
    find_works(ledger, [*parts, make_work(4, doi="10.1/b"), make_work(5)])
    assert [work.work_id for work in works_of_one_doi(ledger)] == ["W1", "W2", "W3"]
    assert exclude_repeats(ledger, 0, shared=["10.1/a"]) == 1
    assert _versions(ledger) == {"W3": ("W1", "same DOI")}
