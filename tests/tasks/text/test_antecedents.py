"""Definite words that nothing before them explains are told from those that their sentence explains."""

from __future__ import annotations

import pytest

from tasks.text.antecedents import lacks_antecedent


@pytest.mark.parametrize(
    "text",
    [
        "When the combination was avoided, nobody fell ill.",
        "The intervention improved sleep.",
        "Sleep improved in both groups.",
        "All three treatments improved sleep.",
        "The difference was significant.",
        "The same drug was used again.",
    ],
)
def test_a_definite_word_without_anything_before_it_dangles(text):
    """Whoever reads the sentence alone cannot know what is meant."""
    assert lacks_antecedent(text)


@pytest.mark.parametrize(
    "text",
    [
        "The combination of tea and milk was avoided.",
        "The treatment of pain is hard.",
        "Tea, compared with water, improved sleep in both groups.",
        "Sleep did not differ between the groups.",
        "The difference in sleep was large.",
        "Nurses who drank tea slept longer.",
    ],
)
def test_what_its_sentence_explains_stands_alone(text):
    """By a complement, or by things set side by side before it."""
    assert not lacks_antecedent(text)
