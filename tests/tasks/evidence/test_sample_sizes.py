"""A study's size is read where its text says it of the whole study, and never from a part of it."""

from __future__ import annotations

import pytest

from tasks.evidence.sample_sizes import find_sample_size

WHOLE = {
    "Asian Americans (n = 1,204) completed a survey.": "1204",
    "A total of 1 204 patients were recruited.": "1204",
    "A total of 1\u2009204 patients were recruited.": "1204",
    "One hundred eighty adults were randomly assigned to sleep or to wake.": "180",
    "We studied 138 women and 47 men with headache.": "185",
    "We included fifteen patients (nine of them women) and 39 control subjects.": "54",
    "We interviewed 40 farmers in Kenya.": "40",
    "A total of 294 farmers' fields were surveyed.": "294",
    "Insgesamt wurden N = 1.204 Patienten eingeschlossen.": "1204",
    "Overall, 16 subjects received a single dose and were assessed.": "16",
    "We studied 33 adults with insomnia. We found: eighteen adults were assigned to naps; 15, to coffee.": "33",
    "Adults were randomly assigned to naps (N = 31) or coffee (N = 30).": "61",
    "Sleepers aged 18 to 60 (606 males; 632 females) lived near a road.": "1238",
    "Forty\u2010two opiate dependent patients were given the choice of naps or coffee.": "42",
    "We treated snoring in 53 patients with naps. We saw improvement in 30 patients.": "53",
    "A cohort of 40 children, including 22 who snored and nine infants, was followed.": "40",
    "A total of 1000 children (421 boys and 579 girls) were eligible for the study.": "1000",
    "A total of 309 nurses were randomised, and 291 were included in the analysis.": "309",
    "A self-administered survey involving 70 tired nurses was held on May 3rd, 2018.": "70",
    "Twenty-six nurses were included in this pilot study (11 awake and 15 asleep).": "26",
    "Data were available for 316 sleepers. We measured naps in 316 people.": "316",
    "We followed 725 children in a birth cohort.": "725",
    "Se incluyeron en total (N = 350).": "350",
}
PART = (
    "Of 200 invited, 160 patients (80%) completed the study.",
    "23 of 41 patients reported no bleeds.",
    "Smoking (n = 13) and non-smoking (n = 68) men differed.",
    "The expansion cohort (n = 41) was recruited in 2017.",
    "Twenty patients per group were enrolled.",
    "In previous trials, 340 patients were randomised.",
    "Data from 42 healthy subjects given one dose and 18 patients given several doses were used.",
    "Adults aged 40 years were included.",
    "It affects 300 million people worldwide.",
    "We recruited 60 nurses. We interviewed 24 patients.",
    "The dose was 12 mg for 30 days.",
    "We measured cortisol in 33 shift workers and 89 day workers.",
    "Twenty-five girls with obesity and the same number of girls of normal weight were enrolled.",
    "We measured cortisol in 47 people with obesity, 41 with overweight and 87 of normal weight.",
    "We measured cortisol in 195 healthy people, nine patients with too much of it and one with too little.",
    "We compared 40 patients with 38 controls.",
    "Seventeen adults were randomized to naps; 18, to coffee; and 16, to tea.",
    "Twelve nurses were randomly assigned to naps; the other 9 to coffee.",
    "Nurses were randomly assigned to receive coffee (N = 15) or not.",
    "In all 22 nurses were randomized to naps of an hour for a month while 21 received coffee.",
    "A separate sample of 62 pregnant nurses was also recruited.",
    "Surveys (n = 368) were conducted in 18 villages.",
    "Thirty-two nurses who had napped last year were compared with 78 nurses from a trial.",
    "In a first study with 18 patients a remarkable reduction was seen.",
    "Study 1 had a sample of 200 nurses. We included a sample of 90 nurses in Study 2.",
    "Errors fell in a subsample of nurses (n = 20).",
)


@pytest.mark.parametrize("text", WHOLE)
def test_the_size_of_the_study_is_read(text):
    """In digits of any typography, in words, as N, or as the sum of two groups."""
    found = find_sample_size(text.replace(". We", ".\nWe").split("\n"), is_review=False)
    assert found
    assert found[1].value == WHOLE[text]


@pytest.mark.parametrize("text", PART)
def test_the_size_of_a_part_is_none(text):
    """Who completed, a group, other studies, ages, doses, and two numbers that could both be meant give nothing."""
    assert find_sample_size(text.replace(". We", ".\nWe").split("\n"), is_review=False) is None


def test_of_a_review_the_studies_count():
    """Works included are its units, not the people in them, nor the records found."""
    told = ["The search identified 3,000 records.", "We included 12 RCTs (n = 1,024) with 1,024 adults."]
    found = find_sample_size(told, is_review=True)
    assert found
    assert (found[0], found[1].value) == (1, "12")
    assert find_sample_size(told, is_review=False) is None
    assert find_sample_size(["The studies had 900 participants."], is_review=True) is None


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("We identified 61 studies satisfying predetermined criteria.", "61"),
        ("Twenty-eight trials involving a total of 1742 trial participants were included.", "28"),
        ("A meta-analysis of six randomised, double blind, crossover trials.", "6"),
        ("Three trials met eligibility criteria.", "3"),
        ("Naps helped in the 32 included RCTs.", "32"),
        ("Forty-seven trials evaluated seven naps.", "47"),
        ("Sixteen placebo-controlled trials were identified, of which 13 were long.", ""),
        ("We screened 300 articles.", ""),
        ("In a first class of naps there were 4 studies; we included the remaining 24 studies.", ""),
    ],
)
def test_works_that_a_review_included_are_told_from_those_that_it_found(text, count):
    """Included, eligible, or told of; not identified, screened or a part."""
    found = find_sample_size([text], is_review=True)
    assert (found[1].value if found else "") == count
