"""A null beside an effect, a predictor or a remnant is not told of a work before the effect it was after."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from storage.records.writing import Page, ReadWork
from tasks.analysts.extractive.finding_allocation import items_of, list_items, pair_opposites
from tasks.analysts.extractive.lesser_results import affirms, denies, find_lesser
from tasks.analysts.extractive.summary import summarise_work

TITLE = "Tea and sleep in sailors: a trial"
EFFECT = "Sailors on tea had longer sleep than sailors on water."


@pytest.mark.parametrize(
    "lesser",
    [
        "There were no differences on measures of mood or hunger, although scores decreased throughout the year.",
        "No significant difference in sleep was found between cooks and masters.",
        "Rank at baseline was predictive of the length of sleep.",
        "Tea had a positive relationship with dreams, but they are not statistically significant.",
        "The dreams of cooks were not investigated.",
        "Linear models were performed to measure the effect of tea.",
    ],
)
def test_what_tells_less_than_the_effect_on_the_aim_is_lesser(lesser: str):
    """Whatever their order, the effect is told first."""
    assert find_lesser(TITLE, (lesser, EFFECT)) == {0}
    assert find_lesser(TITLE, (EFFECT, lesser)) == {1}


@pytest.mark.parametrize(
    "null",
    ["Tea did not affect sleep in sailors.", "TSS did not differ between the groups."],
)
def test_a_null_on_the_aim_is_not_behind_an_effect_on_something_else(null: str):
    """What the title names, also by its initials, weighs more than that something differs."""
    title = "Tea sleep score in sailors: a trial" if null.startswith("TSS") else TITLE
    assert find_lesser(title, (null, "Masters had more falls in winter than cooks.")) == set()


def test_what_one_of_several_had_is_lesser_than_what_the_group_had():
    """Also where the group had nothing; where one subject is all there is, it stands."""
    group = "Results of the group did not reach significance."
    one = "One subject demonstrated much longer sleep."
    assert find_lesser(TITLE, (one, group)) == {0}
    assert find_lesser(TITLE, (one,)) == set()


def test_what_some_held_is_lesser_than_what_dominated():
    """Alone it would say the reverse of the work; without the other it stands."""
    some = "Some views of tea as a right were conveyed."
    assert find_lesser("Views of tea", (some, "Strong views of tea as a good dominated.")) == {0}
    assert find_lesser("Views of tea", (some, "Views of water were conveyed too.")) == set()


def test_that_there_are_lessons_is_lesser_than_what_came_out():
    """Whatever they are on; so is how many kinds of it were found."""
    counted = "Four treatments with tea were identified: black, green, white and cold tea."
    assert find_lesser("Tea at sea", (counted, "No tea helped sailors more than water did.")) == {0}
    offers = "The cases offer lessons for the making of tea at sea."
    assert find_lesser("Tea at sea", (offers, "Our review provides little evidence that tea helps.")) == {0}
    assert find_lesser("Tea at sea", (offers,)) == set()


def test_a_theme_has_what_is_not_lesser():
    """It is not left to the conclusions, wherever chance puts it."""
    told = (
        "We asked 40 crews. Some views of tea at sea as a right of sailors were conveyed in answers of sailors at sea. "
        "Strong views of drinks as a good that comes at a cost dominated."
    )
    for number in range(8):
        work = Work(f"W{number}", "Tea at sea: views of sailors", year=2014, abstract=told)
        read = ReadWork(work, f"a{number}", summarise_work(work, [Page(work.work_id, 0, told)]))
        assert any("dominated" in item.finding.text for item in items_of([read], "theme", "finding"))


def test_the_only_results_of_a_work_are_not_lesser():
    """Without an effect nothing stands behind one."""
    assert find_lesser(TITLE, ("Tea did not affect sleep.", "Rank did not differ.")) == set()


def test_a_title_that_asks_for_predictors_makes_them_no_lesser_result():
    """What predicts an outcome is then the aim."""
    assert find_lesser("Predictors of sleep in sailors", ("Rank predicted longer sleep.", EFFECT)) == set()


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("Cooks slept longer on tea, while no difference was found in masters.", True),
        ("No difference was found in mood; sleep, however, was significantly improved.", True),
        ("There was no difference in mood, although all scores improved.", False),
    ],
)
def test_a_sentence_that_has_both_halves_denies_nothing(*, text: str, both: bool):
    """Only what is granted behind a null leaves it one."""
    assert (affirms(text), denies(text)) == (both, not both)


def test_an_effect_and_the_null_beside_it_go_together():
    """Each brings the other with it, and advice stands in for no effect."""
    null = "There were no differences between the groups on measures of mood, although scores decreased."
    page = f"We studied 90 sailors on six ships. {EFFECT} {null} Sleep may be improved by further work on tea."
    work = Work("W1", TITLE, abstract=page)

    read = ReadWork(work, "ray2001tea", summarise_work(work, [Page("W1", 0, page)]))
    pairs = pair_opposites([read])
    texts = {item.finding.text: pairs.get(item.finding.finding_id) for item in list_items([read], "finding")}
    assert texts[EFFECT] is not None
    assert texts[EFFECT].finding.text == null
    assert texts[null] is not None
    assert texts[null].finding.text == EFFECT
