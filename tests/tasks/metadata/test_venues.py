"""Two names are of one journal where one cuts, abbreviates or adds to the other, and of two otherwise."""

from __future__ import annotations

import pytest

from tasks.metadata.venues import is_one_venue


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("J Trop Hair", "Journal of Tropical Hair"),
        ("Ann Thorac Hair", "The Annals of Thoracic Hair"),
        ("Dtsch Haarbl Int", "Deutsches Haarblatt International"),
        ("Jthorachairsurg", "Journal of Thoracic & Hair Surgery"),
        ("Eur J Hairdress Sci", "European journal of hair-dressing science : official journal of the Hair Society"),
        ("Hair (Philad)", "Hair"),
        ("Fa zheng = Chinese journal of hair", "Chinese Journal of Hair"),
        ("Hair & Scalp", "Hair and Scalp"),
    ],
)
def test_one_journal_is_recognised_by_its_names(one: str, other: str):
    """Words cut, contracted or run together; articles and signs left out; a second name or a society beside it."""
    assert is_one_venue(one, other)
    assert is_one_venue(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("J Trop Hair", "Journal of Tropical Wool"),
        ("Hair Surg", "Hand Surgery"),
        ("Wool Studies", "Hair Studies"),
        ("Proceedings of a meeting on scalps", "Journal of Hair"),
        ("JH", "Journal of Combs"),
        ("()", "Hair"),
    ],
)
def test_names_of_two_journals_are_kept_apart(one: str, other: str):
    """A word that is no abbreviation of its counterpart, one too many, or nothing to read."""
    assert not is_one_venue(one, other)
    assert not is_one_venue(other, one)
