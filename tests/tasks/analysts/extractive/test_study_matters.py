"""What a work was on, or where, is said before a sentence that does not say it."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from tasks.analysts.extractive.populations import name_population
from tasks.analysts.extractive.study_matters import name_matter
from tasks.text.words import content_stems

KNOWN = frozenset(content_stems("Wool socks and cold feet"))


def make(title: str, abstract: str = "") -> Work:
    return Work("W1", title=title, abstract=abstract, authors=("Ann Lee",))


@pytest.mark.parametrize(
    ("title", "told", "named"),
    [
        ("Treatment of cold feet with hot insoles (Warmo): a trial", "The 2 worked well.", "In work on hot insoles"),
        ("Treatment of cold feet with heated insoles", "Heated insoles worked well.", ""),
        ("Treatment of cold feet in patients with frozen shoulders", "Both treatments worked well.", ""),
        ("Effects of wool socks on cold feet", "Pain was much less.", ""),
        ("Bathing for cold feet", "Pain was much less.", ""),
        ("Mineral baths for cold feet", "Pain was much less.", "In work on mineral baths"),
        ("Cold feet among herders in Sierra Leone", "Host and other villages differed.", "In Sierra Leone"),
        ("Cold feet among herders in Sierra Leone", "In Ghana, villages differed.", ""),
        ("Cold feet of herders in Sierra Leone, and of fishers in Peru", "Villages differed.", ""),
    ],
)  # fmt: skip
def test_matter_is_named(title: str, told: str, named: str) -> None:
    """What a title says was given, else where, is named unless the sentence, or what its section is on, has it."""
    assert name_matter(make(title), told, KNOWN) == named


def test_named_region_is_borne_out() -> None:
    """A name after "in" is a place where the abstract has it so as well."""
    title, told = "Old mittens that nobody wears in the Gran Sasso", "Mittens were worn by few."
    assert name_matter(make(title, "Few in the Gran Sasso knit."), told, KNOWN) == "In the Gran Sasso"
    assert not name_matter(make(title, "Few people knit."), told, KNOWN)


def test_condition_that_is_treated_is_named() -> None:
    """A title on the treatment of a condition says in whom; of a sample it does not."""
    work = make("Warm water for the treatment of acquired frostitis")
    assert name_population(work, "Pain was much less.") == "In acquired frostitis"
    assert not name_population(work, "Pain markers fell in samples kept warm.")
