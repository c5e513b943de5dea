"""A direction is what became more or less: not what was not shown, not stopped, or of which only some is meant."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.directions import find_direction
from tasks.analysts.extractive.sentence_results import read_results


def _read(text):
    """Return the results of a sentence, field by field."""
    return [{one.field: one.value for one in result.data} for result in read_results(text)]


@pytest.mark.parametrize(
    "text",
    [
        "We found no evidence for rest being reached with naps.",
        "Naps also fail to slow declines in attention.",
        "Tests occur at smaller scales than trials.",
        "Naps were associated with the reduction of errors rather than their avoidance.",
        "Different naps promoted attention in different years.",
    ],
)
def test_idle_words_have_no_way(text):
    """Whatever they sound like."""
    assert find_direction(text) == []
    assert all("direction" not in one for one in _read(text))


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("There was no evidence for an effect of naps on errors.", "0"),
        ("There was no evidence of differences in errors.", "0"),
        ("Naps reduced errors.", "-"),
    ],
)
def test_what_says_a_way_keeps_it(text, sign):
    """No evidence for a difference is that none was found."""
    assert [one.value for one in find_direction(text)] == [sign]


def test_a_greater_reduction_is_less_of_what_is_reduced():
    """However the word was broken in print."""
    for word in ("reduction", "re-duction"):
        (told,) = _read(f"Nappers showed a significantly greater {word} in error rates than tea drinkers.")
        assert (told["outcome"], told["direction"], told["comparator"]) == ("error rates", "-", "tea drinkers")


def test_kinds_and_some_of_a_kind_are_no_exposures():
    """What stands beside them is."""
    told = _read("Age group and tea intake were associated with higher error rates.")
    assert [one["exposure_or_intervention"] for one in told] == ["tea intake"]
    assert all("exposure_or_intervention" not in one for one in _read("Some naps increased attention."))


def test_success_is_the_outcome_of_what_it_is_associated_with():
    """Whatever stands first."""
    text = "We found no significant association between project success and the involvement of private bakers."
    (told,) = _read(text)
    assert told["outcome"] == "project success"
    assert told["exposure_or_intervention"] == "involvement of private bakers"


def test_sizes_of_effects_are_no_part_of_an_outcome():
    """They are cut off behind it."""
    (told, *_) = _read("Naps reduced error rates with effect sizes ranging from small to large.")
    assert told["outcome"] == "error rates"


def test_a_level_of_confidence_is_no_effect():
    """Of an interval without the value that it belongs to."""
    told = _read("The costs were not significantly different (95% CI \u2013603 to 4,599 euros).")
    assert all("effect" not in one for one in told)
