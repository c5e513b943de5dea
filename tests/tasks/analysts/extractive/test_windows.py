"""When and in whom a result holds stays where it is told in a few words."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from storage.records.writing import Page, ReadWork
from tasks.analysts.extractive.brief_results import list_brief, say_whole
from tasks.analysts.extractive.phrasing import Casing
from tasks.analysts.extractive.statements import read_statement
from tasks.analysts.extractive.summary import summarise_work
from tasks.analysts.extractive.windows import find_window, keep_window

SCENE = "We studied 90 sailors on six ships for one year."


def _read(text: str) -> ReadWork:
    return ReadWork(
        Work("W1", "Tea at sea"), "ray2001tea", summarise_work(Work("W1", "Tea at sea"), [Page("W1", 0, text)])
    )


@pytest.mark.parametrize(
    ("sentence", "window"),
    [
        ("In early adolescence, tea was associated with longer sleep.", "in early adolescence"),
        ("Tea was associated with longer sleep at 12 months.", "at 12 months"),
        ("Tea was associated with longer sleep at the two-year follow-up.", "at the two-year follow-up"),
        ("Tea was associated with longer sleep in the subgroup with scurvy.", "in the subgroup with scurvy"),
        ("Among cooks who drank none, tea helped.", "among cooks who drank none"),
        ("Tea was associated with longer sleep during pregnancy.", "during pregnancy"),
        ("Before puberty, tea was associated with longer sleep.", "before puberty"),
        ("Tea was associated with longer sleep.", ""),
        ("In addition, tea was associated with longer sleep.", ""),
        ("Tea was associated with longer sleep upon completion, not at 12 months.", ""),
        ("Tea was associated with sleep and sleep with a gain in rank over four years.", ""),
    ],
)
def test_a_window_is_read_where_it_is_plain(sentence: str, window: str):
    """What opens a sentence bounds it; of several others none is named, for it may bound another result."""
    assert find_window(sentence) == window


def test_a_window_that_is_told_already_is_not_told_twice():
    """The words of the result may hold it."""
    assert keep_window("more sleep at 12 months with tea", "Tea brought sleep at 12 months.") == (
        "more sleep at 12 months with tea"
    )


def test_results_in_brief_keep_their_window():
    """What holds in the young alone is not told of all."""
    work = _read(f"{SCENE} In early adolescence, sailors with tea had a higher risk of burns than sailors without tea.")
    (result,) = list_brief([work])
    assert say_whole(result, Casing.of([work])).endswith("sailors without tea (in early adolescence)")


def test_results_that_turn_are_not_told_in_brief():
    """A few words have no room for both halves."""
    turn = "However, sailors with tea had lower blood pressure than sailors without tea."
    work = _read(f"{SCENE} Sailors with tea had a higher risk of burns than sailors without tea. {turn}")
    assert list_brief([work]) == []


@pytest.mark.parametrize("bound", ["Preliminary results", "Subgroup analyses", "Univariate analysis"])
def test_what_bounds_results_stays_with_them(bound: str):
    """Only what says no more than that something was found makes room for the authors."""
    assert read_statement(f"{bound} showed that tea helped cooks sleep.").text.startswith(bound)
    assert read_statement("The results showed that tea helped all cooks sleep.").text == "Tea helped all cooks sleep."
