"""What got better is more of a good thing and less of a bad one, and neither of what may be both."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.valence import find_valence

OUTCOMES = {
    "quality of life": 1, "hand function": 1, "pain": -1, "severity of burns": -1, "depression scores": -1,
    "fruit quality": 1, "pain control": 1, "measures": 0, "warmth": 0, "": 0,
}  # fmt: skip


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_head_tells_whether_more_is_better(outcome: str) -> None:
    """Where it only counts or measures, the word before it; of the rest nothing is sure."""
    assert find_valence(outcome) == OUTCOMES[outcome]
