"""Architecture verification: how well a review holds together, asked before and after its structure was changed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Coherence:
    """A score in [0, 1] with its reason; no score where none could be had."""

    score: float | None
    rationale: str


def is_better_or_alike(before: Coherence, after: Coherence) -> bool:
    """Return whether a text may take the place of another; one without a score may not."""
    return after.score is not None and after.score >= (before.score or 0.0)
