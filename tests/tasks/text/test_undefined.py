"""Words for things that only another sentence names are told from those that their own sentence explains."""

from __future__ import annotations

import pytest

from tasks.text.lone_sentences import needs_neighbours
from tasks.text.undefined import names_no_things


@pytest.mark.parametrize(
    "text",
    [
        "Liming can be effective in enhancing both, but that takes years.",
        "Yields did not change in either group.",
        "The test for bias was significant for both analyses.",
        "It is shown that neither objection harms the lime hypothesis.",
        "All three spreading regimens are predicted to reach similar yields.",
        "There is more support for narratives 4 and 5 on the worth of hay.",
        "The loss rate was 1.5 sheep in group A and 38.2 sheep in group C.",
        "A total of 22 sheep in group A (63%) had no loss.",
        "Rights of the concerned herders are central to the valley.",
        "Some support it but others reject it.",
        "Fourteen (33.3%) had at least one cut.",
        "Seventeen have had a rise in yield, and all gained.",
        "38% were limed late.",
        "Marl had no effect in the other comparisons.",
        "Most articles on the topic were written in the north.",
        "Science quietly denies their part in the care of hay.",
    ],
)
def test_a_thing_that_only_another_sentence_names_is_not_named(text):
    """Whoever reads the sentence alone cannot know which two, which three or which group is meant."""
    assert names_no_things(text)
    assert needs_neighbours(text)


@pytest.mark.parametrize(
    "text",
    [
        "Liming enhances both yield and richness.",
        "Hay and straw were dear, and both were bought.",
        "Hay was fed either to sheep, as in the north, to cattle, or to goats.",
        "Liming raised yields in both sexes.",
        "The map can be used both as a tool for the valley, but also as a record.",
        "Hay, straw and bran were fed, and all three feeds were liked.",
        "Losses were 1.5 in the limed flock (group A, 35 sheep) and 23.3 in the other (group B, 18 sheep).",
        "Group A (limed) gained more than group B (not limed).",
        "Sheep were weighed 5 years after treatment 5 times.",
        "Marl raised richness, cover and yield, and had no effect in the other comparisons.",
        "Most articles on the topic of marl were written in the north.",
        "Growers rarely deny their part in the care of hay.",
        "The union of growers denies their part in the care of hay.",
        "Because of their depth, wet fields are limed late.",
        "Thirty fields were limed late.",
        "Some of the fields were limed late.",
        "Most growers have limed late.",
        "Farms in all four valleys of the north gained.",
    ],
)
def test_a_thing_named_in_its_sentence_is_named(text):
    """A pair, a list or a bracket in the sentence says what the word means."""
    assert not names_no_things(text)
