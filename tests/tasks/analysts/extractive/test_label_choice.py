"""What names a theme: what tells it from the others, never the topic or another label in other words."""

from __future__ import annotations

import pytest

from storage.records.search import Plan, Work
from storage.records.writing import Theme
from tasks.analysts.extractive.label_subjects import names_subject
from tasks.analysts.extractive.theme_naming import name_themes
from tasks.analysts.protocol import ThemeMaterial
from tests.tasks.analysts.conftest import read_abstract


def _theme(number: int, topic: str, titles: list[str], words: tuple[str, ...] = ()) -> ThemeMaterial:
    works = tuple(read_abstract(Work(f"W{number}{i}", title, year=2010), "") for i, title in enumerate(titles))
    ids = tuple(work.work.work_id for work in works)
    return ThemeMaterial(Plan(topic), Theme(f"t{number}", "", "", words, 0.1, ids, ids[:1], "t"), works)


def _label(topic: str, *themes: list[str], words: tuple[str, ...] = ()) -> list[str]:
    made = [_theme(number, topic, titles, words if not number else ()) for number, titles in enumerate(themes)]
    return [label for label, _ in name_themes(made)]


@pytest.mark.parametrize(("phrase", "is_one"), [("Soil change", True), ("Mean change", False), ("Change", False)])
def test_change_of_something_is_a_subject(phrase, is_one):
    """With a word before it that says of what; a change of a number is none, nor is change alone."""
    assert names_subject(phrase) is is_one


def test_knowledge_of_somebody_is_a_subject():
    """Alone it may be of any work."""
    assert names_subject("Pastoral knowledge")
    assert not names_subject("Knowledge")


def test_that_people_have_it_is_no_subject():
    """Gout in patients says no more than gout; what children have, others may not."""
    assert not names_subject("Gout in patients")
    assert names_subject("Gout in children")


OTHERS = ["Copper mines of Wales", "Copper mines at dusk", "Mines without lamps"]


def test_a_part_of_the_topic_names_the_theme_that_is_on_it():
    """It is told apart by how many of its works have it, though a third of all works do."""
    topic = "soil change and copper"
    own = ["Soil change at dawn", "Soil change in towns", "Soil change and rain", "Rain in May"]
    assert _label(topic, own, [*OTHERS, "Copper and soil", "Change of copper mines"])[0] == "Soil change"


def test_a_thesis_and_a_hypothesis_are_one_subject():
    """The second theme is not named after what the first is, called otherwise."""
    topic = "open doors and copper"
    first = ["The open doors thesis", "Open doors thesis and law", "On the open doors thesis"]
    second = [
        "The open doors hypothesis",
        "Lamp oil and the open doors hypothesis",
        "Lamp oil",
        "Lamp oil for open doors",
    ]
    labels = _label(topic, first, second, OTHERS)
    assert labels[0] == "Open doors thesis"
    assert labels[1] == "Lamp oil"


def test_the_topic_in_other_words_comes_behind_what_says_more():
    """Words of the topic that few works have are its words all the same."""
    topic = "copper in hair of sheep"
    own = ["Hair copper: iron loss", "Hair copper: iron loss at sea", "Hair copper", "Iron loss, hair copper"]
    rest = ["Wool of sheep in May", "Wool of sheep", "Sheep wool and rain"]
    assert _label(topic, own, rest, ["Meadows in May", "Meadows and dew"])[0] == "Iron loss"


def test_a_word_that_leans_on_another_stands_beside_a_part_of_the_topic():
    """Where banking stands before law and rules, it names no theme alone, but what it and copper are both in."""
    topic = "copper and dew"
    nouns = ("law", "rules", "halls")
    own = [f"{one} banking {noun}" for noun in nouns for one in ("Copper:", "On copper:")]
    rest = [f"{one} {noun}" for noun in nouns for one in ("Dew and", "On copper and", "Dew without")]
    assert _label(topic, own, rest, words=("banking", "law"))[0] == "Banking and copper"
