"""Words that mean what another sentence tells are told from those that their own sentence explains."""

# ruff: noqa: E501 -- a case reads best on one line, as in a table

from __future__ import annotations

import pytest

from tasks.text.pointers import means_told_before, points_outside


@pytest.mark.parametrize(
    "text",
    [
        "Drawing on this, growers plan the next harvest.",
        "Building on such rules is the way to richer hay.",
        "Moving beyond critique, growers plan the next harvest.",
        "In parallel, growers can plan the next harvest.",
        "Meadows would gain from keeping such diversity.",
        "Herds within any such lowland setting graze in turn, as a rule of the valley has it since the last flood.",
        "One theme in that critique is that hay is dear.",
        "The five twisted levers can be used in other valleys.",
        "The second question is answered by counting sheep.",
        "The topics themselves are of great interest.",
        "The study shows that the mentioned rule has little effect.",
        "The lime hypothesis goes further by leaving out the plough.",
        "In some places he comes close to saying that hay is cheap.",
        "Grazing, he argues, is where herds and meadows meet.",
        "There is no difference in richness between them.",
    ],
)
def test_a_word_for_what_another_sentence_tells_points_outside(text):
    """Whoever reads the sentence alone cannot know what, or who, is meant."""
    assert points_outside(text)


@pytest.mark.parametrize(
    "text",
    [
        "Growers who buy tools mend such tools themselves.",
        "Meadows are cut late, grazed in turn or left alone, and such care pays.",
        "There is no such rule in the valley.",
        "Lime and dung were spread with no difference between them.",
        "Growers mow meadows that belong to them.",
        "Meadows such as these of the valley are cut late.",
        "Yields of barley were higher than that of oats.",
        "Growers keep the three barriers of stone, hedge and ditch.",
        "Stone, hedge and ditch are the three barriers that herds meet.",
        "The lime hypothesis goes further than the others.",
        "A grower thinks that he can plan the harvest.",
        "In his study of hay, Lind claims that he can plan the harvest.",
        "The second harvest was richer than the first.",
        "Drawing on this study, growers plan the next harvest.",
    ],
)
def test_what_a_sentence_names_itself_points_nowhere_else(text):
    """By its noun, by a list, or by a name before the word that means it."""
    assert not points_outside(text)


@pytest.mark.parametrize(
    ("before", "text", "told"),
    [
        ("We propose a late mowing scheme.", "The scheme could be used in other valleys.", True),
        ("We held two workshops.", "In two valleys the workshops were full.", True),
        ("Growers like schemes.", "The scheme could be used in other valleys.", False),
        ("We propose a late mowing scheme.", "The scheme of late mowing could be used in other valleys.", False),
        ("We propose a late mowing scheme.", "A mowing scheme is cheap, and the scheme could be used.", False),
        ("This is a dry country.", "The country is dry.", False),
        ("", "The scheme could be used in other valleys.", False),
        ("Growers met at the Northern Meadow Park.", "Villagers and their union see the park as theirs.", True),
        ("The choice of weights is open.", "It is argued the choice is of great importance for hay.", True),
        ("We draw on a panel.", "The panel also agreed on two rules for mowing late.", True),
        ("The mowing alliance was rated.", "Ratings of the alliance were not related to yield.", True),
        ("We met at the Northern Meadow Park.", "The Northern Meadow Park is large, and the park is wet.", False),
        (
            "We name new rules.",
            "They say that growers, who are many and poor, in the wet valleys of all the far north of it follow the rules.",
            False,
        ),
    ],
)
def test_the_thing_that_an_earlier_sentence_introduces_is_not_told_without_it(before, text, told):
    """Unless the sentence names it in full, or everybody knows it."""
    assert means_told_before(text, before) is told
