"""Names in sentences: which there are, and which a text does not name."""

from __future__ import annotations

import pytest

from tasks.revision.fact_rules import find_authors, find_names, find_strange


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("In the Generation R cohort it rose.", ["Generation R"]),
        ("Generation followed generation.", []),
        ("Wild Bees of the Bay of Biscay were counted.", ["Bees of the Bay of Biscay"]),
        ("According to Stalder et al. (2012), HCC and BMIs rose.", ["HCC", "BMI"]),
        ("Smith and Jones (2019) studied type II diabetes.", []),
        ("The UK Biodiversity Action Plan was read.", ["Biodiversity Action Plan", "UK"]),
    ],
)
def test_names_of_a_sentence(sentence: str, names: list[str]) -> None:
    """Names of several words and acronyms count; the sentence's first word, authors and numerals do not."""
    assert find_names(sentence) == names


@pytest.mark.parametrize(
    ("sentence", "authors"),
    [
        ("Stalder et al. (2012) report it.", ["Stalder"]),
        ("In the account of van der Valk and Savas (2019), it fell.", ["van der Valk"]),
        ("For O'Brien et al., it rose.", ["O'Brien"]),
        ("It rose in Rotterdam in 2012.", []),
    ],
)
def test_authors_that_words_are_attributed_to(sentence: str, authors: list[str]) -> None:
    """A name before "et al." or a year in brackets is an attribution."""
    assert find_authors(sentence) == authors


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Generation R", "the generation-R study"),
        ("BMI", "body mass index"),
        ("HCC", "HCCs were measured"),
        ("United States of America", "in the USA"),
        ("Older Adults", "an older adult"),
    ],
)
def test_a_name_is_found_in_other_dress(name: str, text: str) -> None:
    """Case, hyphens, plurals and an acronym for its words make no other name."""
    assert find_strange([name], text) == []
    assert find_strange([name], "something else altogether") == [name]
