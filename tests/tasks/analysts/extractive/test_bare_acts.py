"""What a text only does is no finding: what it gives, looks at or uses, with nothing of what came of it."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.argument_zones import read_parts
from tasks.analysts.extractive.bare_acts import tells_bare_act
from tasks.analysts.extractive.sentences import split_sentences

_RESULT = "Oak lasted longer than beech in every barn."


@pytest.mark.parametrize(
    "text",
    [
        "In this paper, we provide an updated estimate based on barns built between 1900 and 1950.",
        "Finally, we relax our premise on rain and consider older barns as well.",
        "We cover roofs, beams, yards, and the people who thatch, to draw lessons for old barns.",
        "We expand on three examples of barns: round, square and long ones.",
        "We used a mixed approach to examine how rain, wind, and age changed the beams of barns.",
        "We detail concerns about roofing and describe how thatching can be made to last.",
        "We use well-known barns from the north to illustrate the new approach.",
        "The review advocates for a holistic approach of barns and their yards.",
        "This paper synthesises the lessons learnt when old and new ways of roofing meet.",
        "By asking roofers of many villages, we identify a range of targeted approaches to leaks.",
        "Issues of shade are addressed, as well as the question how to dry the beams.",
        "In the following analysis, a classification is given for 23 uses of straw that roofers know.",
        "A simplified framework is also provided, for roofers to fill in.",
        "Ten recommendations for the mapping of barns were developed.",
        "Values of barns were summarized and mapped by parish and by farm.",
        "Here, we evaluate current understanding of how barns age and suggest ways to study it further.",
    ],
)
def test_an_act_of_the_text_is_no_finding(text):
    """Whatever stands before it: how, why or from where."""
    assert tells_bare_act(text)
    sentences = split_sentences(f"Roofers study barns. We visited 40 barns. {text} {_RESULT}")
    assert dict(zip([each.text for each in sentences], read_parts(sentences), strict=True))[text] != "finding"


@pytest.mark.parametrize(
    "text",
    [
        "We provide an estimate of 40 barns in the parish.",
        "We identify three frames: roofers as keepers, as sellers and as guests.",
        "We discuss that barns age faster near the sea.",
        "We identified approaches such as thatching and tiling.",
        "We found that estimates of age are given by roofers alone.",
        "The framework is better than that in use.",
        "We describe a set of barns, suggesting roofs of straw outlast others.",
        "Three crafts were identified in the villages, roofing, thatching, glazing, and tiling.",
        "Methods were not developed further by any roofer.",
        "A method for the repair of barns was developed and shows promise.",
        "All methods were examined by the guild.",
        "Roofers offered examples of beams that had lasted.",
    ],
)
def test_an_act_with_what_came_of_it_is_told(text):
    """A figure, the members, a clause, a comparison or a denial says something of the matter."""
    assert not tells_bare_act(text)


def test_a_work_of_acts_alone_proposes_nothing():
    """Nor is an act told for want of a result."""
    text = "Roofers study barns. Here we discuss roofs. We offer key principles for the care of beams."
    assert "finding" not in read_parts(split_sentences(text))
