"""Sentences on harms are told from those on what was looked for, feared or is to be studied."""

from __future__ import annotations

import pytest

from tasks.evidence.harms import denies_harm, has_figures, is_outdone, rank_gravity, states_grave_harm, states_harm

STATED = {
    "Adverse events were reported by 12 of 80 swimmers.": True,
    "No serious adverse events occurred.": True,
    "The syrup was well tolerated.": False,
    "The tolerabilities of all the drops were comparable.": False,
    "Swimmers judged the drops to have greater tolerability.": False,
    "Two patients died during follow-up.": True,
    "Three wound infections were reported in the tape group.": True,
    "The most common side effects were drowsiness and dry mouth.": False,
    "Eleven children stopped because of side effects.": True,
    "No patient developed thrombosis.": True,
    "The complication rate was 4%.": True,
    "Two patients on both developed thrombotic events.": True,
    "Thrombosis was reported in 2 swimmers.": True,
    "There were no strokes.": True,
    "Overdoses were reported when the drops were taken with wine.": False,
    "Rash occurred in one child and meningitis in two children.": True,
    "The wine was responsible for some fatal events.": False,
    "Thrombosis was reported in 2 swimmers who had received both.": True,
    "Only 3 swimmers discontinued treatment due to adverse events.": True,
    "Joint use carries an increased risk of wound complications.": False,
    "Taking both drops imposes a high risk of thrombotic events and should be avoided.": False,
}
NOT_STATED = (
    "Adverse events were recorded at each visit.",
    "We assessed side effects and efficacy.",
    "Complications may occur.",
    "Further studies of adverse events are needed.",
    "The primary outcome was the number of deaths.",
    "Bee mortality was higher in winter than in summer.",
    "Kidney failure is a complication of diabetes.",
    "The aim was to compare toxicity.",
    "Self-harm was less frequent with yoga.",
    "No data were available for adverse effects of yoga.",
    "Adverse childhood experiences were associated with obesity.",
    "In 21 stroke patients after the bolus, the average score in the affected hand decreased.",
    "We pooled 28 studies of how adverse experiences relate to sleep.",
    "Patients who experienced side effects were screened.",
    "Outcomes included sleep, mood, attrition and adverse effects.",
    "No other adverse events were observed.",
)


@pytest.mark.parametrize("text", STATED)
def test_what_happened_is_a_harm_told_with_or_without_figures(text):
    """That there were none counts as much as how many there were."""
    assert states_harm(text)
    assert has_figures(text) == STATED[text]


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_was_looked_for_or_feared_is_none(text):
    """Outcomes measured, aims, wishes, and deaths that are the matter of a study."""
    assert not states_harm(text)


def test_the_gravest_harm_stands_first():
    """What happened comes before what did not, and that something was tolerated well comes last."""
    ordered = [
        "Two swimmers died during the study.",
        "No rash occurred, but three swimmers developed thrombosis.",
        "Severe adverse events occurred in four swimmers.",
        "Six swimmers withdrew because of side effects.",
        "The most common side effects were drowsiness and dry mouth.",
        "No deaths or serious adverse events occurred.",
        "The syrup was well tolerated.",
    ]
    assert [rank_gravity(text) for text in ordered] == [0, 1, 2, 3, 4, 5, 6]


def test_deaths_that_were_not_of_what_was_given_stand_behind_its_harms():
    """As "none" does; named syndromes stand with events such as thrombosis."""
    assert rank_gravity("There were four deaths unrelated to the syrup.") > rank_gravity("The syrup caused sedation.")
    assert rank_gravity("Dropouts due to side effects did not differ.") > rank_gravity("The syrup caused sedation.")
    assert rank_gravity("Serotonin syndrome occurred in one swimmer.") == 1


def test_what_is_as_elsewhere_says_less_than_a_harm_that_happened():
    """So does that something was well tolerated, by who stayed or by no measure; that there were none does not."""
    happened = ["Weight gain was greater with the syrup."]
    assert is_outdone("The adverse events were similar to those known from earlier swims.", happened)
    assert is_outdone("The syrup was well tolerated in terms of attrition.", happened)
    assert not is_outdone("No deaths occurred.", happened)
    assert not is_outdone("The syrup was well tolerated.", ["No deaths occurred."])
    assert not is_outdone("Side effects were similar to those with placebo.", happened)


def test_a_grave_harm_is_told_from_a_lesser_one_and_from_none():
    """That there were none, or that something is safe, is a denial."""
    assert states_grave_harm("Two participants died during the study.")
    assert not states_grave_harm("The syrup caused sedation.")
    assert not states_grave_harm("No participant died.")
    assert denies_harm("No participant died.")
    assert denies_harm("The syrup is effective and safe.")
    assert denies_harm("The swim confirms the efficacy and safety of the syrup.")
    assert not denies_harm("The syrup caused sedation.")


@pytest.mark.parametrize(
    "text",
    [
        "Mittens are worn where other treatments have intolerable side effects.",
        "Because of the adverse effects of other drugs, mittens were tried.",
        "Mittens offer warmth without the adverse effects of gloves.",
    ],
)
def test_why_something_was_tried_is_no_harm(text: str) -> None:
    """What others do to people, and is a reason to try something, is no harm of it."""
    assert not states_harm(text)
    assert states_harm("Side effects of mittens led to discontinuation in two patients.")


@pytest.mark.parametrize(
    "text",
    [
        "We observed no thrombotic events.",
        "There were nine naps in four patients, but no strokes.",
        "Despite falls and postoperative thrombosis associated with treatment, most were content.",
        "Some TMA events were observed.",
        "Collateral effects occurred in 4 patients.",
        "Some adverse effects such as weakness were recorded in patients who took the drug.",
    ],
)
def test_events_that_came_or_stayed_away_are_harms(text):
    """By their name, however they are counted."""
    assert states_harm(text)


@pytest.mark.parametrize("text", ["Adverse events were recorded.", "Stroke is a cause of death.", "The team met."])
def test_what_is_looked_for_or_known_is_no_harm(text):
    """It did not come of what was given."""
    assert not states_harm(text)
