"""What seems at odds is not told as a conflict where kinds, exposures or the work's other results say otherwise."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from storage.records.writing import Page, ReadWork
from tasks.analysts.extractive.comparisons import read_comparisons
from tasks.analysts.extractive.debates import are_at_odds
from tasks.analysts.extractive.false_conflicts import are_of_other_kinds, names_no_exposure, takes_up_elsewhere
from tasks.analysts.extractive.finding_allocation import list_items
from tasks.analysts.extractive.summary import summarise_work

CLAIM = "Night work was associated with back pain in nurses."
DENIAL = "Night work was not associated with back pain in nurses."
OTHER = "Night work was associated with more back pain in older nurses than in others."


def _read(key: str, *sentences: str) -> ReadWork:
    text = " ".join(["We asked 200 nurses in four towns about their work.", *sentences])
    work = Work(key, f"Night work and back pain {key}", authors=(Author("Ann Ray"),), year=2001, abstract=text)
    return ReadWork(work, f"{key}2001night", summarise_work(work, [Page(key, 0, text)]))


def _find(work: ReadWork, text: str):
    return next(item for item in list_items([work], "finding") if item.finding.text == text)


def test_a_denial_contradicts_a_claim_on_the_same():
    """One work affirms what another denies."""
    assert are_at_odds(_find(_read("A", CLAIM), CLAIM), _find(_read("B", DENIAL), DENIAL))


def test_a_work_that_has_a_direction_elsewhere_on_what_it_denies_is_at_odds_with_nobody():
    """Its null is one part of what it found."""
    work = _read("B", DENIAL, OTHER)
    denial = _find(work, DENIAL)
    assert takes_up_elsewhere(work, denial.finding, {"pain"})
    assert not are_at_odds(_find(_read("A", CLAIM), CLAIM), denial)


@pytest.mark.parametrize(
    ("other", "differ"),
    [
        ("Night work was not linked to lung diseases.", True),
        ("Night work was not linked to heart disease.", False),
        ("Night work was not linked to disease.", False),
    ],
)
def test_other_kinds_of_a_thing_are_other_things(*, other: str, differ: bool):
    """Heart disease is no lung disease, and disease without a word before it may be either."""
    assert are_of_other_kinds("Night work was linked to heart disease.", other, {"disease"}) == differ


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("There were no differences between groups for falls.", False),
        ("The effect on falls was moderated by age.", False),
        ("No relationship was investigated between falls and age.", False),
        ("Falls were more frequent in nurses than in cooks.", True),
    ],
)
def test_a_result_without_its_exposure_contradicts_none(*, text: str, named: bool):
    """Groups without a name, a moderator and what was not looked into say nothing on an exposure."""
    assert names_no_exposure(text) != named


def test_a_group_without_a_thing_denies_nothing():
    """That towns are without trams takes nothing from what buses do there."""
    (found,) = read_comparisons("In towns without trams, buses had lower noise than cars.")
    assert found.way == -1
