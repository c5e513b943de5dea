"""Cases, sites and texts are counted where a work says that it looked at them; and a table says what they are."""

from __future__ import annotations

import pytest

from tasks.evidence.counted_things import find_counted, name_counted

COUNTED = {
    "We tested this hypothesis across 39 old bakery sites in two valleys.": "39",
    "Surveys of bread bought by 118 households were undertaken.": "118",
    "The analysis of 89 finished milling projects shows that mills last.": "89",
    "We identified 32 reports that speak of bread.": "32",
    "Using 251 case studies on mills, I looked at where they stand.": "251",
    "During two years, 52 such documents were prepared in villages.": "52",
    "Semi-open interviews to 193 respondents tell of bread.": "193",
    "Bread is named in a review of 100 papers and 25 expert interviews.": "100",
}
NONE = (
    "Previous studies examined 40 projects.",
    "Bread is baked in 40 villages.",
    "We identified 900 papers and read some.",
    "We examined 20 mills; of these 12 projects closed.",
    "We analysed 30 reports on patients.",
    "We reviewed 4 cases.",
    "We analysed 30 reports and later compared 90 reports.",
    "We used plots 20 years old.",
)


@pytest.mark.parametrize("text", COUNTED)
def test_things_looked_at_are_counted(text):
    """In digits, with the words that count them."""
    place, datum = find_counted(["Bread matters.", text])
    assert (place, datum.value) == (1, COUNTED[text])
    assert COUNTED[text] in text[datum.start : datum.end]


@pytest.mark.parametrize("text", NONE)
def test_what_is_only_spoken_of_is_not_counted(text):
    """Nor what others looked at, parts, people who are treated, and a lesser number before a larger."""
    assert find_counted([text]) is None


def test_surveys_and_offsets_have_their_n():
    """In brackets right behind them, where that is the only one of the text."""
    assert find_counted(["Intercept surveys (n = 368) were held."])[1].value == "368"
    assert find_counted(["We made a database of land offsets ( n = 70)."])[1].value == "70"
    assert find_counted(["Surveys (n = 30) were held.", "Plots (n = 12) were left."]) is None
    assert find_counted(["Surveys (n = 3) were held."]) is None


@pytest.mark.parametrize(
    ("words", "n", "unit"),
    [
        ("across 39 old bakery sites in two valleys", 39, "old bakery sites"),
        ("bought by 118 households", 118, "households"),
        ("one hundred and two villages", 102, "villages"),
        ("a review of 1,100 journal articles", 1100, "studies"),
        ("a database of land offsets ( n = 70)", 70, "offsets"),
        ("interviews with 193 respondents", 193, ""),
        ("120 nurses in 12 villages", 120, ""),
        ("", 3, ""),
    ],
)
def test_words_say_what_is_counted(words, n, unit):
    """People are not named: a table has a column for them."""
    assert name_counted(words, n) == unit


def test_a_part_of_a_sample_is_not_counted():
    """Whatever its hyphen."""
    assert find_counted(["We look at an index for a sub\u2010sample of 80 firms that bake."]) is None
