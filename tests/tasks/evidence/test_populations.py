"""Whom a study is on is read where its number stands or where it enrolled them; otherwise the field stays empty."""

from __future__ import annotations

import pytest

from tasks.evidence.populations import find_population
from tasks.evidence.sample_sizes import find_sample_size

PLAIN = {
    "We studied 44 asthma patients in two clinics.": "asthma patients",
    "A total of 120 women with gestational diabetes were recruited.": "women with gestational diabetes",
    "Sixty healthy volunteers were randomized to tea or water.": "healthy volunteers",
    "We enrolled 33 children aged 6 to 12 years with tics from three schools.": "children aged 6 to 12 years with tics",
    "A total of 40 adolescents and adults with hay fever were recruited.": "adolescents and adults with hay fever",
    "Adults undergoing knee surgery were randomly assigned to ice or rest.": "Adults undergoing knee surgery",
}
PLAIN |= {
    f"We enrolled 33 boys aged 6{dash}12 years with tics from three schools.": f"boys aged 6{dash}12 years with tics"
    for dash in ("-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212", " \u2013 ")
}
EMPTY = (
    "We enrolled 33 patients aged 6\u301c12 with tics.",
    "Overall, 152 patients aged 13\u201377 (median: 38) were enrolled.",
    "We studied 44 patients in two clinics.",
    "Women with diabetes had higher pressure.",
    "We studied 44 yoga patients and 42 walking patients.",
    "Of the patients, 12 with fever were excluded.",
    "In an earlier study 30 asthma patients were randomized.",
    "We enrolled 61 patients aged 18+ with tics.",
    "A meta-analysis of 12 trials in 400 asthma patients was conducted.",
)


@pytest.mark.parametrize("text", PLAIN)
def test_people_beside_their_number_or_enrolled_are_the_population(text):
    """In the words of the text, where they stand."""
    found = find_population([text], find_sample_size([text], is_review=False))
    assert found is not None
    assert found[1].value == PLAIN[text] == text[found[1].start : found[1].end]


@pytest.mark.parametrize("text", EMPTY)
def test_bare_patients_parts_and_other_studies_are_left_out(text):
    """A wrong population is worse than none."""
    assert find_population([text], find_sample_size([text], is_review=False)) is None


def test_subsequent_patients_are_nobody_in_particular() -> None:
    """That patients came later does not say which they are."""
    assert find_population(["Subsequent patients were enrolled in winter."], None) is None
    assert find_population(["Older patients were enrolled in winter."], None) is not None


AIMED = {
    "The aim was to compare naps with rest in women with insomnia.": "women with insomnia",
    "We aimed to test naps for outpatients with eczema.": "outpatients with eczema",
    "To compare naps in chronically tired nurses who met criteria for insomnia, we ran a trial.": (
        "chronically tired nurses who met criteria for insomnia"
    ),
}


@pytest.mark.parametrize("text", AIMED)
def test_whom_an_aim_names_is_the_population(text):
    """Where neither a number nor an enrolment does."""
    found = find_population([text], None)
    assert found
    assert found[1].value == AIMED[text]


def test_results_and_parts_name_no_population() -> None:
    """Those in whom something was found may be some of those studied."""
    for text in (
        "We found longer naps in women with insomnia.",
        "We saw naps in two nurses with insomnia.",
        "This study was on naps in most nurses.",
    ):
        assert find_population([text], None) is None


def test_a_title_names_whom_its_text_has_words_for() -> None:
    """People first; a condition, where the aim has it; in the words of the text."""
    title = "Naps in Tired Nurses: A Trial"
    found = find_population(["Sleep matters.", "The aim was to see whether tired nurses nap."], None, title)
    assert found
    assert (found[0], found[1].value) == (1, "tired nurses")
    assert find_population(["Sleep matters."], None, title) is None
    ill = find_population(["We aimed to treat chronic insomnia."], None, "Naps for chronic insomnia")
    assert ill
    assert ill[1].value == "chronic insomnia"


def test_species_and_things_counted_are_a_population() -> None:
    """A species with its Latin name; else what was counted."""
    found = find_population(["We grew coffee plants (Coffea arabica L.) in two gardens."], None)
    assert found
    assert found[1].value == "coffee plants (Coffea arabica L.)"
    counted = ["We use a panel of 832 global companies."]
    things = find_population(counted, find_sample_size(counted, is_review=False))
    assert things
    assert things[1].value == "global companies"


def test_who_were_counted_is_told_where_the_one_word_says_something() -> None:
    """Children are; patients are not."""
    for text, value in (("We studied naps in 95 children.", "children"), ("We studied naps in 95 patients.", "")):
        found = find_population([text], find_sample_size([text], is_review=False))
        assert (found[1].value if found else "") == value


def test_what_is_done_to_people_is_no_part_of_who_they_are():
    """Nor is a clause that breaks off, nor who is to use what was made, nor an example."""
    aim = "The aim was to find guidance for managing patients with back pain."
    assert find_population([aim], None)[1].value == "patients with back pain"
    cut = ["A prospective study was conducted in 68 patients who had been enrolled in a test of naps.", aim]
    assert find_population(cut, find_sample_size(cut, is_review=False))[1].value == "patients with back pain"
    assert find_population(["An obvious example is rye grass (Secale montanum) for bakers."], None) is None
    assert find_population(["The aim is a practical tool for bakers with insomnia."], None) is None
