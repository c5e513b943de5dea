"""Sentences about a text tell nothing of its matter, and notes behind a text are none of it."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from tasks.analysts.extractive.announcements import find_end, is_announcement
from tasks.analysts.extractive.quote_selection import is_usable
from tests.tasks.analysts.conftest import read_abstract


@pytest.mark.parametrize(
    "text",
    [
        "Section 3 explores the pitfalls of mortar and the trouble with lime.",
        "Finally, in Sect. 5.1, I present some uses of mortar in towns.",
        "This paper has two goals.",
        "Contributors then consider the many uses of lime in walls.",
        "This book, written for all, is the definitive statement on lime.",
        "We expect to build at least 50 walls of lime.",
        "We report here the effect of lime on walls.",
        "The guideline is intended for practical use by builders.",
        "This study reveals the strengths and weaknesses of the wall by asking what may have an impact.",
        "With ten tales of lime, the book leads a way out of endless quarrels.",
        "Overall, the paper brings together diverse perspectives on walls of lime.",
        "The review highlights a range of issues that walls have met with.",
        "By testing lime we provide a basis for future work on walls.",
        "We identify opportunities for the use of lime in towns.",
        "This study reveals the strengths and weaknesses of the wall by looking at lime.",
        "In the workshops, six kinds of mortar were developed.",
        "A free Plain Language Summary can be found within the Supporting Information of this article.",
        "This paper is a valuable study for academics and builders.",
        "The older doctrine of lime carried important implications for builders.",
        "Primary and secondary hypotheses and their planned analyses are stated.",
        "The expected findings suggest that lime improves walls.",
        "We begin with a brief history of lime in walls.",
        "The paper ends (sections 4 and 5) by asking what lime is for.",
        "In what follows, I describe three different views of lime that can be found in guilds.",
        "Walls of Lime will be indispensable for builders in all countries.",
        "The guide provides up-to-date guidance on lime for those who build with it.",
        "Slaked lime represents a milestone in the care of walls.",
        "Our account contributes to opening a new area of research on walls.",
        "These results will add value to masons and to society.",
    ],
)
def test_what_is_only_announced_or_praised_is_not_told(text: str):
    """Neither the plan of a text, nor its worth, nor what it is said to name without naming it."""
    assert is_announcement(text)
    assert not is_usable(text)


@pytest.mark.parametrize(
    "text",
    [
        "We identify three barriers to lime: price, weight and fear of the new.",
        "The review identifies opportunities for lime, such as damp walls and old bridges.",
        "The study provides insights into how lime binds the stones of walls.",
        "This paper identifies two principles that walls have to meet to stand.",
        "We discuss how walls of lime are kept dry by their builders.",
        "Cracks had developed in each of the walls without lime.",
        "The sections of walls with lime lasted longer than others.",
    ],
)
def test_what_names_its_matter_is_told(text: str):
    """The same words with what they announce are no announcement."""
    assert not is_announcement(text)


def test_notes_behind_an_abstract_are_none_of_it():
    """What stands behind "Notes [1]" is not what a work found."""
    matter = "Walls of lime stand for long. This essay is on walls. I argue that a wall is a promise between builders."
    notes = "Notes [1] The present essay comes from a lecture. [2] A guild shows that walls of lime were found to fall."
    text = f"{matter} Keywords: WallsLimePromises {notes}"
    assert text[find_end(text) :].lstrip().startswith("Notes [1]")
    assert find_end(matter) == len(matter)
    told = [one.text for one in read_abstract(Work("W1", "The wall as a promise"), text).summary.findings]
    assert "A wall is a promise between builders." in told
    assert not any("guild" in one or "lecture" in one for one in told)


def test_an_abstract_that_a_record_has_twice_is_read_once():
    """The scene of the second copy is no result, though it stands in the middle of the text."""
    scene = "Lime is increasingly becoming the mortar of choice for walls in villages and in towns of the north."
    matter = f"{scene} We show that walls of lime stand for long. Guilds could build with lime."
    text = f"{matter} {matter}"
    assert find_end(text) == len(matter) + 1
    told = read_abstract(Work("W1", "Lime in walls"), text).summary.findings
    assert next(one.text for one in told if one.kind == "finding") == "Walls of lime stand for long."
    assert scene not in [one.text for one in told if one.kind == "finding"]
