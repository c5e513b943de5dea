"""Two predicates of one subject are two sentences, whose words keep their places."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.sentence_results import read_results
from tasks.analysts.extractive.turned_predicates import find_turned


def test_what_stands_behind_the_second_is_read_with_the_subject():
    """And every word of it is found in the whole sentence."""
    text = "Warmth was lower in gloves and higher in muffs."
    turned = find_turned(text)
    assert turned is not None
    assert (turned.earlier, turned.later) == ("Warmth was lower in gloves", "Warmth was higher in muffs.")
    for result in read_results(text):
        assert all(
            text[one.start : one.end].casefold() == one.value.casefold()
            for one in result.data
            if one.field in {"outcome", "exposure_or_intervention"}
        )


def test_what_opens_the_sentence_is_said_of_both():
    """Where or in whom it was, before the subject."""
    turned = find_turned("In winter, warmth was lower in gloves and higher in muffs.")
    assert turned is not None
    assert turned.later == "In winter, warmth was higher in muffs."
    signs = [
        one.value
        for each in read_results("In winter, warmth was lower in gloves and higher in muffs.")
        for one in each.data
        if one.field == "direction"
    ]
    assert signs == ["-", "+"]


@pytest.mark.parametrize(
    "text",
    [
        "Warmth was higher in gloves and higher in muffs.",
        "Warmth was lower in gloves, and burns were more in muffs.",
        "",
    ],
)
def test_what_goes_one_way_or_of_two_subjects_stays_one(text: str):
    """Nothing is cut there."""
    assert find_turned(text) is None
