"""Comparisons of the same two things that came out differently are found, those of other things or outcomes are not."""

# ruff: noqa: E501 -- a pair of sentences and what becomes of it reads best on one line, as in a table

from __future__ import annotations

import pytest

from tasks.analysts.extractive.comparisons import find_shared, read_comparisons
from tasks.analysts.extractive.relations import find_contested, find_opposed, read_relations

BETTER = "Amitriptyline was significantly more effective than placebo in reducing headache frequency."


def _differ(one: str, other: str) -> bool:
    return any(find_shared(first, second) for first in read_comparisons(one) for second in read_comparisons(other))


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (BETTER, "Amitriptyline and placebo did not differ in headache frequency.", True),
        (BETTER, "Amitriptyline was comparable to placebo.", True),
        (BETTER, "In the larger trial, amitriptyline was not superior to placebo for headache.", True),
        ("Headache frequency was similar with amitriptyline and placebo.", BETTER, True),
        (BETTER, "Amitriptyline was superior to placebo.", False),
        (BETTER, "Amitriptyline and placebo did not differ in dropouts.", False),
        (BETTER, "Gabapentin and placebo did not differ in headache frequency.", False),
        (BETTER, "Amitriptyline may not be superior to placebo.", False),
        ("Yields were lower on organic than on conventional farms.", "Organic farms had higher yields than conventional farms.", True),
        ("Yields were lower on organic than on conventional farms.", "Conventional farms had higher yields than organic farms.", False),
        ("Yields were lower on organic than on conventional farms.", "There was no significant difference in yields between organic and conventional farms.", True),
        ("Yields were lower on organic than on conventional farms.", "Organic farms had more bees than conventional farms.", False),
        ("The forest model outperformed the regression model in accuracy.", "The accuracy of the forest model was similar to that of the regression model.", True),
        ("Dialectical behaviour therapy (DBT) was superior to treatment as usual (TAU) for self-harm.", "DBT was not more effective than TAU for self-harm.", True),
        ("Group A had greater reductions in pain than group B of nurses.", "Farmers had less pain than miners.", False),
    ],
)  # fmt: skip
def test_only_the_same_comparison_can_differ(one, other, differ):
    """Both sides and the outcome have to be shared; the order in which the sides are named does not matter."""
    assert _differ(one, other) == differ
    assert _differ(other, one) == differ


def test_a_reduction_that_is_greater_is_less_of_the_thing():
    """Greater reductions in a thing on one side and more of that thing there are opposite results."""
    one = "Amitriptyline had greater reductions in headache days than placebo."
    other = "Amitriptyline had more headache days than placebo."
    assert _differ(one, other)


@pytest.mark.parametrize(
    ("one", "other", "opposed"),
    [
        ("Forest cover was positively associated with household income.", "Forest cover was negatively associated with household income.", True),
        ("Grazing increased plant diversity.", "Grazing reduced plant diversity.", True),
        ("Grazing increased plant diversity.", "Grazing reduced soil carbon.", False),
        ("Grazing increased plant diversity.", "Mowing reduced plant diversity.", False),
        ("Grazing was associated with plant diversity.", "Grazing reduced plant diversity.", False),
    ],
)  # fmt: skip
def test_relations_oppose_where_more_goes_with_more_and_with_less(one, other, opposed):
    """The direction has to be stated on both sides, for one subject and one outcome."""
    assert bool(find_opposed(read_relations(one), read_relations(other))) == opposed


@pytest.mark.parametrize(
    ("claimed", "denied", "contested"),
    [
        ("Wheat yield was associated with rainfall in farmers of the valley.", "No association was found between wheat yield and rainfall.", True),
        ("Wheat prices were higher in farmers than in the controls.", "No differences were found in wheat prices between farmers and controls of the hills.", False),
        ("Wheat yield was associated with rainfall after adjusting for slope.", "No association was found between wheat yield and slope.", False),
        ("Wheat yield was associated with rainfall.", "No association was investigated between wheat yield and rainfall.", False),
    ],
)  # fmt: skip
def test_who_was_compared_and_what_was_held_constant_is_no_relation(claimed, denied, contested):
    """Two works contradict each other on what they relate, whoever their groups were and whatever they adjusted for."""
    assert bool(find_contested(read_relations(claimed), read_relations(denied))) == contested
