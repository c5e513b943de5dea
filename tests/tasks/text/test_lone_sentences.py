"""Sentences that cannot be told without their neighbours, or that were harmed on the way to their page."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.statements import read_statement
from tasks.text.lone_sentences import drop_marks, is_garbled, loses_signs, needs_neighbours


@pytest.mark.parametrize(
    "text",
    [
        "The third lesson is that lime pays.",
        "The authors therefore read the ledgers as hints rather than as counts.",
        "A particular type of spreading has lasting effects.",
        "One striking example is the marl of the northern valleys.",
        "Only the reduction with gypsum was significant.",
        "Farms mainly take steps 2 and 4, and few take step 6.",
        "The study questions the candour of firms in the three trades under review.",
        "Similar, but smaller, gains occurred in barley, oats and rye.",
        "Results for wet fields were consistent with findings in the driest ones.",
        "Liming may pay where such small gains can save a farm.",
        "The shares of fields that recovered were 52% and 29% respectively.",
        "The percentages of cooks with burns were 3% and 9% respectively.",
        "The worth of liming rests on 2 basic premises.",
        "Interviews reveal a number of common uses of lime across farms.",
        "For liming to pay for those who spread it, three conditions must be met.",
        "We call instead for gypsum that is cheaper and lasts longer.",
        "The saving of seed must be counted as well.",
        "In wet fields, all increases were significant.",
        "We illustrate its application by farms, villages and people.",
    ],
)
def test_parts_of_lists_and_likenesses_need_their_neighbours(text):
    """Whatever their subject."""
    assert needs_neighbours(text)


@pytest.mark.parametrize(
    "text",
    [
        "Burns occurred in 3% with gloves and 9% with mittens, respectively.",
        "We do not ask for lime and call instead for gypsum.",
        "Yields of rye rose as well as those of oats.",
        "Yields rose by 12% and 4%, respectively, in limed and bare fields.",
        "Yields rose by 12% and 4% in limed and bare fields respectively.",
        "Yields were higher with lime than with gypsum, the medians were 7 and 4 respectively.",
        "Yields in wet fields were similar to those in dry ones.",
        "The analysis identified three factors: rain, slope and lime.",
        "Interviews reveal two uses of lime, in fields and in ponds.",
        "Rain, slope and lime are three factors that were found to matter.",
        "Similar improvements were seen both in limed and in bare fields.",
        "Threats such as drought reduced the yields of farms.",
        "The second crop of wheat had higher yields after liming.",
    ],
)
def test_whole_sentences_need_no_neighbours(text):
    """With both sides, or the list, beside the word that asks for them."""
    assert not needs_neighbours(text)
    assert not is_garbled(text)


@pytest.mark.parametrize(
    "text",
    [
        "Liming bears on the climate 8, the loss of soils 9, and food.",
        "Values are left out of decisions 7,11.",
        "Yields went with rain, slope,andthephysical state of the soil.",
    ],
)
def test_numbers_of_notes_and_lost_blanks_garble(text):
    """A number of weeks does not."""
    assert is_garbled(text)
    assert not is_garbled("Yields rose at week 4, week 8, and from week 12 to week 20.")


def test_statistics_without_their_signs_are_not_told():
    """Not even where the figures of a main result are."""
    sentence = "Yields were higher in limed fields (2.8 v. 1.3 tonnes, P50.001) than in bare ones."
    told = "Yields were higher in limed fields than in bare ones."
    assert loses_signs(sentence)
    assert read_statement(sentence).text == told
    assert read_statement(sentence, with_figures=True).text == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hay is dearer than ever 4.", "Hay is dearer than ever."),
        ("(2) The idea arose in the valleys.", "The idea arose in the valleys."),
        (
            "The study shows that the mentioned EU rule on hay is dead.",
            "The study shows that the EU rule on hay is dead.",
        ),
        ("For nearly 6 months9 of rain hay was dear.", "For nearly 6 months of rain hay was dear."),
        ("Hay was dear in B12 and C3 plots.", "Hay was dear in B12 and C3 plots."),
        ("(4) Extended herds need hay.", "Extended herds need hay."),
        ("(1) Herd Data In total, 9 sheep were sold.", "In total, 9 sheep were sold."),
        ("Hay was dear (Table).", "Hay was dear."),
        ("Hay was dear in all years (ITable 11).", "Hay was dear in all years."),
        ("Hay was dear (Table Bay) for years.", "Hay was dear (Table Bay) for years."),
        ("Hay was dear until week 4.", "Hay was dear until week 4."),
        ("Hay was dear in years 1 and 4.", "Hay was dear in years 1 and 4."),
        ("(1) Hay is dear; (2) straw is not.", "(1) Hay is dear; (2) straw is not."),
    ],
)
def test_marks_that_only_a_page_asks_for_are_dropped(text, told):
    """The number of a note, a table not shown, the mark of one thing of a list, "mentioned" before a name."""
    assert drop_marks(text) == told


def test_a_title_run_into_the_word_before_it_is_garbled():
    """Where the blank before italics was lost."""
    assert is_garbled("InSummer Mowing: Notes On Hay Ann Lind tells of hay.")
    assert not is_garbled("In Summer Mowing, Ann Lind tells of hay.")
