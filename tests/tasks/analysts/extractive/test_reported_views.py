"""Positions that a work only tells of are none of its own, and half of a contrast is not told without the other."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from tasks.analysts.extractive.argument_zones import read_parts
from tasks.analysts.extractive.reported_views import find_halves, reports_view
from tasks.analysts.extractive.sentences import split_sentences
from tests.tasks.analysts.conftest import read_abstract


@pytest.mark.parametrize(
    "text",
    [
        "Intuitively, a tool outside the hand is more easily lost.",
        "For intuitively, a tool outside the hand is more easily lost.",
        "In view of this it can seem wise to keep to simple tools.",
        "It has been claimed that tools do not differ from hands.",
        "It is also claimed that losing a tool is losing a hand.",
        "Critics argue that a tool is never part of a hand.",
        "According to the doctrine of tools, a view held by many theorists, tools are hands.",
        "According to the theory of tools (TT), no tool is a hand.",
        "According to Lind and Okafor, tools are hands only by chance.",
        "Even friends of tools have argued that hands come first.",
        "The use of tools is increasingly described as a loss of hands.",
        "It is a near consensus among smiths that hands come first.",
        "Some versions take tools to be a part of hands for a while.",
        "A smith takes 'whatever tool yields a good result with least effort' (p. 13).",
        "Lind (2014, 2016) argues that tools and hands can be made one.",
        "In 2019, the Panel on Tools and Hands (PTH) concluded that tools need another trade.",
    ],
)
def test_a_view_of_others_is_no_finding(text: str):
    """How a thing seems, what is often said, what somebody named says."""
    assert reports_view(text)
    own = "In this paper we look at tools and hands. "
    assert read_parts(split_sentences(own + text))[-1] != "finding"


@pytest.mark.parametrize(
    "text",
    [
        "We argue that critics have argued this too soon.",
        "This paper shows that tools are increasingly described as hands.",
        "According to the intention-to-treat principle, tools improved the work of hands.",
        "According to our results, tools improved the work of hands.",
        "Tools improved the work of hands more than training did.",
        "It would seem prudent for smiths to keep their hands.",
    ],
)
def test_what_is_the_works_own_stays_its_own(text: str):
    """Its own voice, and results by whatever rule they were counted."""
    assert not reports_view(text)


def test_one_of_two_views_is_not_told_without_the_other():
    """Neither "One way" nor "The other", nor what stands between them."""
    one = "One way (the first) makes tools into parts of the hand that holds them."
    other = "The other (the second) makes much of the work that tools and hands share."
    texts = ["We set two ways of seeing tools side by side.", one, "It is old.", other, "Smiths use both of them."]
    assert find_halves(texts) == {1, 2, 3}
    assert find_halves(["One way to keep tools is oil.", "Smiths keep tools in oil."]) == set()
    assert find_halves(["On the one hand tools are lost.", "They are cheap."]) == {0}
    assert find_halves(["Tools are, on the one hand, lost and, on the other, cheap."]) == set()
    told = read_abstract(Work("W1", "Tools and hands"), f"This essay is on tools. {one} {other}").summary.findings
    assert not any("makes tools into parts" in each.text for each in told)
