"""A word that fits works of any theme is the name of none."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.label_limits import is_too_wide


@pytest.mark.parametrize(
    ("phrase", "wide"),
    [
        ("Drugs", True),
        ("Economics", True),
        ("Policies", True),
        ("Management", True),
        ("Bread", False),
        ("Economics of bread", False),
        ("Bread policy", False),
    ],
)
def test_a_discipline_or_a_thing_of_any_field_alone_names_no_theme(phrase: str, *, wide: bool):
    """With another word beside it, it may."""
    assert is_too_wide(phrase) is wide
