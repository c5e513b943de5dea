"""A result is told only where each of its sides has a name of its own."""

from __future__ import annotations

import pytest

from tasks.evidence.named_sides import names_sides

NAMED = (
    ("gloves", "", "burns", "-"),
    ("gloves", "no gloves", "burns", "-"),
    ("gloves", "no treatment", "burns", "-"),
    ("gender", "", "burns", "0"),
    ("male sex", "", "burns", "+"),
    ("socio-economic status", "", "burns", "-"),
    ("wool dose", "placebo", "itch", "+"),
)
UNNAMED = (
    ("the drug", "", "burns", "-"),
    ("gloves", "the other group", "burns", "-"),
    ("gloves", "mittens, respectively", "burns", "-"),
    ("Placebo", "", "burns", "0"),
    ("both groups", "", "burns", "+"),
    ("gloves", "", "changes", "+"),
    ("gender", "", "burns", "+"),
    ("Toward", "", "burns", "+"),
    ("simultaneous administration", "", "burns", "+"),
)


@pytest.mark.parametrize("sides", NAMED)
def test_what_has_a_name_is_told(sides):
    """Exposure, outcome and comparator say what they are; of what has kinds, none may matter."""
    assert names_sides(*sides)


@pytest.mark.parametrize("sides", UNNAMED)
def test_what_points_elsewhere_is_not_told(sides):
    """An arm by its place in the study, a control alone, or a kind without its pole names nothing."""
    assert not names_sides(*sides)
