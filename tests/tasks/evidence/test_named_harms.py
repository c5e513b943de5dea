"""Unwanted effects count by their names where they happened, not where they are what is treated or studied."""

from __future__ import annotations

import pytest

from tasks.evidence.harms import rank_gravity, states_harm
from tasks.evidence.named_harms import is_harm, names_harm

STATED = (
    "Weight gain was significantly greater with the syrup than with placebo.",
    "Treatment with syrup caused sedation in most swimmers.",
    "Nausea and dizziness were reported by six treated swimmers.",
    "The drug did not cause hypotension.",
    "Prolactin levels were higher in swimmers on the drug.",
    "Stopping the drug led to withdrawal symptoms.",
    "Long use of the drug was associated with an increased risk of falls.",
    "Negative impacts of the dam included displacement of villages.",
    "Cost overruns were among the harmful consequences of the plan.",
    "There was an increase in self-harm, weight gain, sedation and itch with the drug.",
    "Side effects led three swimmers to stop before the end of treatment.",
    "Side effects were rarer during than before treatment.",
)
NOT_STATED = (
    "The syrup reduced nausea after surgery.",
    "Treatment of dizziness improved sleep.",
    "Mortality was lower in summer.",
    "Higher age was associated with an increased risk of falls.",
    "Displacement of villages was mapped.",
    "Losses of forest were largest in the north.",
    "Dependence on imports rose.",
    "The drug was stopped due to the risk of hypotension.",
    "Bears with hair loss had more parasites.",
    "A 40-year-old man was admitted with nausea and dizziness after treatment.",
    "Sleep improved in swimmers who did not report dizziness.",
    "Presence of sea lice makes treatment fail and increases the risk of mortality.",
    "Lack of any treatment increased the risk of deaths.",
    "Cramp is a common complication of long swims.",
    "Three swimmers had severe complications prior to syrup therapy, and one had a rash.",
    "The low cost and fewer side effects make the syrup an ideal agent for swimmers.",
    "The syrup helped when other treatments had failed or produced intolerable side effects.",
    "With any new syrup one can expect side effects.",
    "The syrup has a place if used judiciously to minimise side effects.",
)


@pytest.mark.parametrize("text", STATED)
def test_an_unwanted_effect_is_a_harm_by_its_name(text):
    """As regulators list them; outside medicine only what the work calls negative."""
    assert names_harm(text) or "ide effects" in text
    assert states_harm(text)


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_is_relieved_or_studied_is_none(text):
    """What a treatment is against, outcomes of diseases, and losses that are the matter of a study."""
    assert not states_harm(text)


def test_an_outcome_is_a_harm_by_its_name_and_stands_with_others():
    """So that its result is in the table of harms in whatever words; it ranks before harms that did not occur."""
    assert is_harm("body weight gain", "Body weight gain was 3 kg with the drug.")
    assert not is_harm("body weight gain", "Swimming was associated with body weight gain.")
    assert not is_harm("muscle tone", "The drug lowered it.")
    assert not is_harm("adverse fat distribution", "The drug changed it.")
    assert rank_gravity("The syrup caused sedation.") < rank_gravity("No sedation occurred.")
