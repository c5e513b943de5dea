"""Findings keep their sense and their grammar when they are told inside other sentences."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from tasks.analysts.extractive.debates import contrast
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.relations import find_contested, read_relations
from tests.tasks.analysts.conftest import read_abstract


def _told(text: str, names: tuple[str, ...], link: str = "", context: str = "") -> str:
    work = read_abstract(Work("W1", "Hair cortisol", year=2014, authors=tuple(map(Author, names))), text)
    other = read_abstract(Work("W2", "Other"), context)
    writer = Writer.of([work, other], "seed")
    return writer.word(work, work.summary.findings[0], link)


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (
            ("A Veldhorst", "B", "C"),
            "The authors read the difference as a sign that stress was long.",
            "Veldhorst et al. (2014) read the difference as a sign that stress was long",
        ),
        (
            ("A Wester", "B", "C"),
            "Whether cortisol matters is a question the authors leave to others.",
            "Whether cortisol matters is a question Wester et al. (2014) leave to others",
        ),
        (
            ("A Russell",),
            "According to the review, hair cortisol was applied to many conditions.",
            "According to the review by Russell (2014), hair cortisol was applied to many conditions",
        ),
    ],
)
def test_unnamed_authors_get_their_names(names, text, expected):
    """Where a source speaks of "the authors" or "the review", the review says whose; all other words stay."""
    assert _told(text, names) == expected


def test_a_lead_in_takes_the_capital_of_ordinary_words_only():
    """After a lead-in a numeral is small and a name is not; where neither is known the lead-in is left out."""
    girls = "Twenty-five girls with obesity were enrolled in a study of cortisol."
    assert _told(girls, ("A B",), "Among these,").endswith(
        "twenty-five girls with obesity were enrolled in a study of cortisol"
    )
    swedish = "Swedish researchers found that cortisol was higher in nurses."
    known = "Hair was longer in many Swedish nurses than in other women."
    assert _told(swedish, ("A B",), "Among these,", known).startswith("Among these, Swedish")
    assert _told("Zq levels were higher in nurses than teachers.", ("A B",), "Among these,").startswith("Zq")


@pytest.mark.parametrize(
    ("affirmed", "denied", "contested"),
    [
        ("Hair cortisol was associated with sleep quality.", "Hair cortisol was unrelated to sleep quality.", True),
        ("Hair cortisol was associated with sleep quality.", "Hair steroids were unrelated to sleep quality.", False),
        ("Hair cortisol was associated with sleep quality.", "Hair cortisol was unrelated to blood pressure.", False),
        ("We asked whether cortisol was associated with sleep.", "Cortisol was unrelated to sleep.", False),
        ("Cortisol was higher in men but was unrelated to sleep.", "Cortisol was unrelated to sleep.", False),
        (
            "Hair cortisol was associated with body weight.",
            "Reported strain was associated with body weight, but hair cortisol was unrelated to body weight.",
            True,
        ),
        (
            "Hair cortisol was associated with body weight.",
            "Hair cortisol was associated with body weight, but saliva was unrelated to body weight.",
            False,
        ),
    ],
)
def test_only_the_same_relation_can_be_contested(affirmed, denied, contested):
    """Subject and outcome must both be shared, the claim must be a result, and must not itself deny the relation."""
    assert bool(find_contested(read_relations(affirmed), read_relations(denied))) == contested


def test_contrast_is_marked_in_the_direction_of_the_later_finding():
    """A denial after a claim is "By contrast,", a claim after a denial "In contrast,", anything else has no link."""
    texts = ("Cortisol was associated with sleep in men.", "Cortisol was unrelated to sleep in women at work.")
    yes, no = (read_abstract(Work("W", "T"), text).summary.findings[0] for text in texts)
    assert (contrast(yes, no), contrast(no, yes), contrast(yes, yes)) == ("By contrast,", "In contrast,", "")


def test_a_limitation_after_a_lead_in_is_not_observed_to_be_one():
    """It is "according to" its authors there as well, not "observe that a limitation is that"."""
    told = _told("A limitation is that the sample was small.", ("A B",), "In pregnancy,")
    assert told == "In pregnancy, according to B (2014), a limitation is that the sample was small"


def test_those_whom_a_work_studied_are_named_behind_a_lead_in_as_well():
    """In an abstract or in conclusions, where a theme comes first, a result is not told as if it held for all."""
    text = "The length of naps rose by half. The naps of all were counted."
    work = read_abstract(Work("W1", "Tea for the treatment of acquired asthma", authors=(Author("A B"),)), text)
    others = [read_abstract(Work(f"W{n}", f"Hens {n}"), "The hens slept.") for n in range(2, 9)]
    finding = work.summary.findings[0]
    for link in ("", "By contrast,", "Under “Tea”,"):
        told = Writer.of([work, *others], "seed").word(work, finding, link)
        assert told.startswith(f"{link} in acquired asthma, " if link else "In acquired asthma, ")


def test_a_long_name_of_those_studied_is_no_second_lead_in():
    """It may lead in alone."""
    title = "Tea in sleepless adults with long and badly acquired asthma"
    work = read_abstract(Work("W1", title, authors=(Author("A B"),)), "The length of naps rose. The naps were counted.")
    others = [read_abstract(Work(f"W{n}", f"Hens {n}"), "The hens slept.") for n in range(2, 9)]
    writer = Writer.of([work, *others], "seed")
    finding = work.summary.findings[0]
    assert writer.word(work, finding).startswith("In sleepless adults with long and badly acquired asthma, ")
    assert "sleepless" not in writer.word(work, finding, "Under “Tea”,")
