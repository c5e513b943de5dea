"""A model may not say of the literature that something is absent from it, unless a work it cites says so."""

from __future__ import annotations

import pytest

from tasks.analysts.llm.section_checks import find_absence


@pytest.mark.parametrize(
    ("sentence", "objectionable"),
    [
        ("No study has examined nurses over decades.", True),
        ("None of the reviewed trials reported harm.", True),
        ("Nobody has asked the patients.", True),
        ("The effect has never been tested in children.", True),
        ("There is no debate about the mechanism.", True),
        ("All studies agree on the direction.", True),
        ("Researchers are unanimous.", True),
        ("Among the findings given here, no study followed nurses over decades.", False),
        ("No effect was pooled.", False),
        ("No human screened the works, and no second model did.", False),
        ("No text was at hand for two works of the corpus, which could therefore not be cited.", False),
        ("Not all of this points the same way.", False),
        ("Works differ in what they measured.", False),
    ],
)
def test_absence_and_unanimity_need_a_source_or_a_scope(sentence, objectionable):
    """What the review itself did not do may be said; what was looked through may be named instead of a source."""
    assert bool(find_absence(sentence)) == objectionable
