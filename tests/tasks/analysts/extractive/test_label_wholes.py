"""A label is a whole name as it stands in texts."""

from __future__ import annotations

from tasks.analysts.extractive.label_wholes import is_cut, is_piece, joins_strangers, stands_alone


def test_a_piece_of_a_longer_name_is_cut():
    """A name in capitals is whole by itself, and what running text uses in small letters is no piece of one."""
    office = "The Office for Green Belts and Public Parks was founded. It planted trees."
    assert is_cut("Green Belts", [office, "The Office for Green Belts and Public Parks grew."])
    assert not is_cut("Green Belts", [office, "Most green belts grew.", "All green belts shrank."])
    assert not is_cut("Office for Green Belts and Public Parks", [office])
    assert not is_cut("Green Belts", ["In Paris the Green Belts grew."])
    assert not is_cut("Green Belts", [])


def test_two_things_that_no_work_joins_are_no_label():
    """Nor are one or two letters; short forms in capitals are names."""
    texts = ["Salt and pepper were sold.", "Salt and pepper were dear.", "Pepper grew. Salt was found."]
    assert not joins_strangers("salt and pepper", texts)
    assert joins_strangers("salt and towns", [*texts, "Salt and towns were mapped."])
    assert joins_strangers("IXb and Y", ["IXb and Y fell."])
    assert joins_strangers("IXb", ["IXb fell."])
    assert not joins_strangers("DNA", ["DNA was read."])
    assert not joins_strangers("pepper", texts)


def test_a_word_that_needs_another_after_it_does_not_stand_alone():
    """What mostly stands before a noun is no name of its own."""
    texts = ["Solar panels were sold.", "The solar age began.", "Panels of glass and panels of tin."]
    assert not stands_alone("solar", texts)
    assert stands_alone("panels", texts)
    assert stands_alone("absent", texts)


def test_what_nearly_always_stands_inside_a_longer_phrase_is_a_piece_of_it():
    """The longer phrase is none, nor is what other words stand beside, or what stands but once or twice."""
    texts = ["The old stone bridge fell.", "An old stone bridge fell.", "Old stone-bridge: an old stone bridge."]
    assert is_piece("stone bridge", texts)
    assert not is_piece("old stone bridge", texts)
    assert not is_piece("stone bridge", [*texts, "A stone bridge fell.", "The new stone bridge and a stone bridge."])
    assert not is_piece("stone bridge", texts[:1])
