"""Counts that a review states of itself, put right from a fresh text where the sections stay."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.facts import carry_counts

FRESH = "It has five works and 12 themes. In all, 25 works say so [@a]. Half is old.\n\nThree are new. Two are new.\n"


@pytest.mark.parametrize(
    ("stood", "carried"),
    [
        ("It has four works and eleven themes. Well.\n", "It has five works and 12 themes. Well.\n"),
        ("In all, 24 works say so [@a].\n", "In all, 24 works say so [@a].\n"),
        ("It has four works of eleven themes.\n", "It has four works of eleven themes.\n"),
        ("Four are new.\n", "Four are new.\n"),
    ],
)
def test_sentences_that_differ_in_numbers_alone_are_carried(stood: str, carried: str) -> None:
    """Not what cites, not what is worded otherwise, and not where two sentences of the fresh text would fit."""
    assert carry_counts(stood, FRESH) == carried
