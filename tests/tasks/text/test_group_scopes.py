"""What goes on about one group of several is not told without it."""

from __future__ import annotations

import pytest

from tasks.text.group_scopes import goes_on_about_group

_BEFORE = "We fed ten horses. In group A, hay was eaten twice a day. Colts grew."


@pytest.mark.parametrize(
    ("text", "before", "told"),
    [
        ("Colic fell from 38 to 1, a decrease of 97%.", _BEFORE, True),
        ("Colic fell from 38 to 1.", "As for Case 3, hay was eaten twice.", True),
        ("Overall, colic fell from 38 to 1.", _BEFORE, False),
        ("Colic fell from 38 to 1 in group B.", _BEFORE, False),
        ("Colic fell from 38 to 1.", f"{_BEFORE} Among all horses, weight rose.", False),
        ("Colic fell from 38 to 1.", "We fed ten horses. Hay was eaten twice.", False),
        ("Colic fell from 38 to 1.", "", False),
    ],
)
def test_a_sentence_behind_one_on_a_group_is_of_that_group(text: str, before: str, *, told: bool):
    """Until one speaks of all, or of another group."""
    assert goes_on_about_group(text, before) is told
