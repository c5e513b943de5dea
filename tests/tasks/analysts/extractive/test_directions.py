"""Words of more, less and none that are not of a result give no direction, and who acts is no exposure."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.directions import find_direction
from tasks.analysts.extractive.discourse_cues import polarity
from tasks.analysts.extractive.relation_parts import read_relation_parts


@pytest.mark.parametrize(
    "text",
    [
        "The questions went to a reduced sample of cooks.",
        "Most adverse events were unrelated to study drug.",
        "Four complications were not related to the treatment.",
        "The popularity of mittens is neither reflected nor supported by current evidence.",
        "Results were similar for burns of the arm, with no differences between kitchens.",
        "Adverse events with gloves were similar to those reported earlier in waiters.",
        "There is no evidence supporting the use of gloves.",
        "No trials were found.",
        "The risk of burns was positively correlated with the length of mitten use.",
        "Burns were positively correlated with the duration of follow-up.",
        "Changes in skin were smaller in gloved cooks than in others.",
        "There was no difference in burns (RR 0.70, 95% CI 0.55 to 0.90).",
        "Gloves are more effective than mittens, and they are no more effective than masks.",
    ],
)
def test_what_is_no_result_or_two_has_no_direction(text):
    """A smaller sample, a judgement of cause, time, what is like others or not shown, and two that differ."""
    assert find_direction(text) == []


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Gloves reduced burns.", "-"),
        ("Burns were unrelated to age.", "0"),
        ("Side effects were similar to those in the control group.", "0"),
        ("There was no evidence of a difference between gloves and mittens.", "0"),
        ("There was no difference in burns (RR 0.90, 95% CI 0.75 to 1.10).", "0"),
        ("Gloves were no more effective than mittens.", "0"),
    ],
)
def test_plain_results_keep_theirs(text, sign):
    """The same words, said of the outcome."""
    assert [datum.value for datum in find_direction(text)] == [sign]


def test_a_judgement_of_cause_denies_no_relation():
    """It is no null result to be set against others."""
    assert polarity("Most adverse events were unrelated to study drug.") == 0
    assert polarity("Burns were unrelated to age.") < 0


@pytest.mark.parametrize("actor", ["Companies", "Many organisations", "The UNESCO"])
def test_who_acts_is_no_exposure(actor):
    """A firm or a public body is not what was compared; what it gives out is."""
    assert read_relation_parts(f"{actor} reduced the use of salt.", "-") == []
    assert read_relation_parts("Gloves reduced the use of salt.", "-")


@pytest.mark.parametrize(
    "sentence",
    [
        "Knitters have to be associated with higher output.",
        "Experts agreed that gloves are associated with higher warmth.",
        "There is greater controversy over mittens than over gloves.",
        "There was increasing attention to mittens, which had higher sales.",
        "The dose of wool was gradually increased in winter.",
        "Wool was given until no effect was found in the hands.",
        "On the waiting list, cold hands did not change over time.",
    ],
)
def test_what_was_not_measured_has_no_direction(sentence: str) -> None:
    """What ought to be, what experts hold, how something was given or how much is written on it point nowhere."""
    assert not find_direction(sentence)
