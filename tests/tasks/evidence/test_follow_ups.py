"""For how long a study went on is read where its text says so of itself; ages, histories and intervals are none."""

from __future__ import annotations

import pytest

from tasks.evidence.follow_ups import find_follow_up

TOLD = {
    "Bakers were followed for three years.": "three years",
    "During a median follow-up of 45 weeks nobody slept.": "45 weeks",
    "At the 12-month follow-up, naps were longer.": "12-month",
    "During 7 years of follow-up, 80 bakers retired.": "7 years",
    "The treatment period was 6 weeks.": "6 weeks",
    "We conducted an 8-week, double-blind study of naps.": "8-week",
    "Bakers received naps for up to 6 months.": "up to 6 months",
    "Naps were measured after 6 months.": "6 months",
    "Sleep was assessed at 6 weeks, and at 12 weeks.": "12 weeks",
    "Sleep was better 2 years after discharge.": "2 years",
    "In the subsequent 24-week maintenance phase doses were fixed.": "24-week",
    "Six of the bakers were followed for 2 years. All took naps over 18 months.": "18 months",
}
NOT_TOLD = (
    "Bakers aged 12 years were asked.",
    "They had not slept for the past 5 years.",
    "Blood was drawn every 4 months.",
    "Naps followed a 2-week run-in period.",
    "Hair showed cortisol over the previous 3 months.",
    "Sleep was measured at 10 years in children.",
    "During the final 12 weeks of treatment all slept.",
    "The half-life was 26 days.",
    "Longer trials have followed bakers for 10 years and more are needed.",
    "",
)


@pytest.mark.parametrize("text", TOLD)
def test_how_long_a_study_went_on_is_read(text):
    """By name, as the length of the treatment, or as when outcomes were measured; of two the longer."""
    sentences = text.replace(". All", ".\nAll").split("\n")
    found = find_follow_up(sentences, "randomised trial")
    assert found
    place, datum = found
    assert datum.value == TOLD[text]
    assert sentences[place][datum.start : datum.end] == TOLD[text]


@pytest.mark.parametrize("text", NOT_TOLD)
def test_other_lengths_of_time_are_none(text):
    """Ages, what was before, how often, run-in, a part of the time and other studies."""
    assert find_follow_up([text], "cohort study") is None


def test_years_of_data_count_where_a_design_goes_on_through_them():
    """Not where people were recruited in them, and not of a study at one time."""
    panel = ["We use data of 75 bakeries from 2007 to 2016."]
    found = find_follow_up(panel, "cohort study")
    assert found
    assert found[1].value == "from 2007 to 2016"
    assert find_follow_up(panel, "cross-sectional study") is None
    assert find_follow_up(["Patients were recruited from 2007 to 2016."], "cohort study") is None


def test_of_one_patient_only_what_is_called_follow_up_counts():
    """What happened to a patient over the years is a history."""
    told = ["A 40-year-old man had been treated with naps for 2 years."]
    assert find_follow_up(told, "") is None
    found = find_follow_up([*told, "Follow-up of 3 years was uneventful."], "case report or series")
    assert found
    assert (found[0], found[1].value) == (1, "3 years")


def test_a_text_on_studies_has_none():
    """Follow-up in the trials of a review is not its own."""
    assert find_follow_up(["In this meta-analysis bakers were followed for 3 years."], "") is None
