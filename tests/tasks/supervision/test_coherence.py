"""Which of two texts may stand, by their scores."""

from __future__ import annotations

import pytest

from tasks.revision.issues import Coherence, is_better_or_alike


@pytest.mark.parametrize(
    ("before", "after", "stands"),
    [(0.5, 0.6, True), (0.5, 0.5, True), (0.5, 0.4, False), (None, 0.1, True), (0.5, None, False), (None, None, False)],
)
def test_a_text_without_a_score_takes_no_other_ones_place(
    before: float | None, after: float | None, *, stands: bool
) -> None:
    """An equal score will do; none will not, even where the text before has none."""
    assert is_better_or_alike(Coherence(before, ""), Coherence(after, "")) == stands
