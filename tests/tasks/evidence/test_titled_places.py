"""A title says where a study was done; its text need not."""

from __future__ import annotations

import pytest

from tasks.evidence.settings import find_setting
from tasks.evidence.titled_places import find_titled_place, read_titled_place

TITLED = {
    "The role of bakers in Ghana": "Ghana",
    "Old mills in Malawi and Botswana": "Malawi and Botswana",
    "Bakers around Amber Valley National Reserve, Kenya": "Amber Valley National Reserve, Kenya",
    "Bread and tea in the Ecuadorian Amazon": "Ecuadorian Amazon",
    "Who bakes around Mount Amber": "Mount Amber",
    "Bakers of Indigenous northern Australia": "",
    "Bakers in Indigenous northern Australia": "northern Australia",
    "Bread as a living? The old mill case, Namibia": "Namibia",
    "Bread in Ghana and mills in Peru": "",
    "Trading-in Nature": "",
    "Bread for all": "",
}


@pytest.mark.parametrize("title", TITLED)
def test_a_title_names_a_place(title):
    """One place, with what is around it; none where it names several apart."""
    found = find_titled_place(title, ["Tea is hot.", "Bakers bake."])
    assert (found[1].value if found else "") == TITLED[title]


def test_its_place_stands_on_the_sentence_that_has_its_name():
    """Else on that which is nearest to the title; a text on studies has none."""
    title = "The role of bakers in Ghana"
    named = ["Tea is hot.", "Mills of Ghana turn."]
    place, datum = find_titled_place(title, named)
    assert (place, named[1][datum.start : datum.end]) == (1, "Ghana")
    place, datum = find_titled_place(title, ["Tea is hot.", "The role of bakers grows."])
    assert (place, datum.start, datum.end) == (1, 0, 24)
    assert find_titled_place(title, ["This systematic review is on bakers."]) is None
    assert find_titled_place(title, []) is None


def test_a_name_counts_where_the_abstract_has_it_as_a_place():
    """In a title that has its own words in lower case."""
    assert (
        read_titled_place("Uses of bread and tea in the Amberland", "Mills of the Amberland turn.") == "the Amberland"
    )
    assert read_titled_place("Uses of bread and tea in the Amberland", "Mills turn.") == ""
    assert read_titled_place("Uses of bread in Nature", "The meaning of Nature.") == ""


def test_an_enumeration_of_countries_is_told_to_its_end():
    """However many they are."""
    text = "We interviewed 40 bakers in Argentina, Brazil, Chile, Colombia, Mexico, Peru and Venezuela."
    assert find_setting([text])[1].value == "Argentina, Brazil, Chile, Colombia, Mexico, Peru and Venezuela"


@pytest.mark.parametrize("said", ["an outpatient setting", "outpatients", "an out-patient clinic"])
def test_outpatients_have_one_name(said):
    """Whatever the text calls them."""
    found = find_setting([f"We studied naps in {said}."])
    assert found[1].value in {"outpatients", "out-patient clinic"}
