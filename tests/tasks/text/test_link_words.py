"""Words that link a sentence to what is not told with it are left out; those that link its own parts stay."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.statements import read_statement
from tasks.text.link_words import drop_links


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Yields were also raised by marl.", "Yields were raised by marl."),
        ("Marl also raises yields.", "Marl raises yields."),
        ("There was also a rise in yields.", "There was a rise in yields."),
        ("Oats, rye and barley were also sown late.", "Oats, rye and barley were sown late."),
        ("Lime, therefore, appears to be cheap.", "Lime appears to be cheap."),
        ("Marl was thus better than lime.", "Marl was better than lime."),
        ("The rule of the valley therefore leads to loss.", "The rule of the valley leads to loss."),
    ],
)
def test_a_word_that_links_to_another_sentence_is_left_out(text, told):
    """What it links to is not told."""
    assert drop_links(text) == told
    assert read_statement(text).text == told


@pytest.mark.parametrize(
    "text",
    [
        "Marl raises yields but also costs.",
        "Marl raises not only yields but also costs.",
        "Marl is dear, and thus lime is spread.",
        "Farms that marl also lime.",
        "Half of the farms marl, while the rest also lime.",
        "The results therefore show hints.",
        "Marl is dear; it therefore pays late.",
        "Marl pays also in wet fields.",
        "Marl is known and also cheap.",
    ],
)
def test_a_word_that_links_parts_of_its_sentence_stays(text):
    """What it links to stands before it."""
    assert drop_links(text) == text


def test_the_number_of_a_point_of_a_list_is_left_out():
    """Of a list told in part, no reader could count."""
    assert read_statement("Sixth, vague terms are a weakness of the rule.").text == (
        "Vague terms are a weakness of the rule."
    )
