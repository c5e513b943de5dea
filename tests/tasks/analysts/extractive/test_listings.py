"""Things counted in one sentence and named in the next are told together, or not at all."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from tasks.analysts.extractive.listings import begins_counted, names_counted
from tests.tasks.analysts.conftest import read_abstract

_SCENE = "Barns are old. We interviewed 40 roofers of the north."


def _told(text: str) -> list[str]:
    found = read_abstract(Work("W1", "The care of barns"), f"{_SCENE} {text}").summary.findings
    return [one.text for one in found if one.kind == "finding"]


@pytest.mark.parametrize(
    ("before", "text", "named"),
    [
        ("Roofers gave three reasons.", "These include: rain, moss and the price of straw.", True),
        ("Roofers gave three reasons.", "The reasons were rain, moss and the price of straw.", True),
        ("Roofers gave three reasons.", "(1) rain, (2) moss and (3) the price of straw.", True),
        ("Roofers gave three reasons.", "The roofs were old, wet and mossy.", False),
        ("Roofers gave three reasons.", "They left.", False),
        ("Roofers gave three reasons: rain, moss and price.", "These are old, known and dear to them.", False),
        ("Roofers gave an answer.", "These include: rain, moss and the price of straw.", False),
    ],
)
def test_a_list_names_what_is_counted_before_it(before, text, named):
    """It speaks of them by their name or by a word that means them, and has several of them."""
    assert names_counted(text, before) is named


def test_things_that_are_counted_are_told_with_the_list_behind_them():
    """Even where they are counted in an act of the text."""
    names, result = "They are rain, moss and the price of straw.", "Straw lasted longer than tiles."
    told = _told(f"Three barriers to the care of barns were identified. {names}")
    assert "Three barriers to the care of barns were identified; they are rain, moss and the price of straw." in told
    told = _told(f"Three barriers to the care of barns were identified. {result}")
    assert result in told
    assert not any("barriers" in one for one in told)


def test_things_that_several_sentences_tell_are_not_counted_alone():
    """The count says nothing without them; each of them can stand for itself."""
    before, text = "For barns to last, three conditions must be met.", "First, straw must be dry before it is laid."
    assert begins_counted(text, before)
    assert not begins_counted("One of the roofs fell.", before)
    told = _told(f"{before} {text} Second, moss must be taken off the beams each spring.")
    assert told
    assert not any("three conditions" in one for one in told)
