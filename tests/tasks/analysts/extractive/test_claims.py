"""A work is known by what it holds or found, before what it proposes, premises, calls for or says by the way."""

from __future__ import annotations

import pytest

from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.argument_zones import read_parts
from tasks.analysts.extractive.claims import LAST, find_behind, names_members, rank_telling, states_claim
from tasks.analysts.extractive.finding_allocation import items_of
from tasks.analysts.extractive.sentences import split_sentences
from tasks.analysts.extractive.summary import summarise_work
from tests.tasks.analysts.conftest import read_abstract


def _tell(text: str, title: str = "Bridges and the idea of a span") -> list[str]:
    """Return what a work of this abstract is told to have found, best first."""
    summary = summarise_work(Work("W1", title), [Page("W1", 0, text)])
    return [finding.text for finding in summary.findings if finding.kind == "finding"]


@pytest.mark.parametrize(
    "text",
    [
        "We argue that a bridge is part of both of its banks.",
        "In this essay, I'll argue that masons hold an older view of arches.",
        "First, it argues that all of the objections come to one.",
        "The central claim is that arches and beams are alike.",
        "The chapter answers the first question by arguing that spans are made of use.",
        "In this paper I intend to show that neither objection touches the arch.",
        "Having named some doubts, I reject the doctrine of spans in favour of another.",
        "It is found that the troubles of builders are of one kind.",
        "This article follows the case of a ferry to argue that fords come before bridges.",
        "The paper looks closely at this view of fords, concluding that it leads nowhere.",
    ],
)
def test_what_a_work_says_in_its_own_voice_is_its_claim(text: str):
    """Whoever speaks, "we", the text or its claim itself; and it is a finding of the work."""
    assert states_claim(text)
    assert rank_telling(text) == 0
    scene = "Bridges have been built for long. This paper looks at bridges. "
    assert read_parts(split_sentences(scene + text))[-1] == "finding"


@pytest.mark.parametrize(
    "text",
    [
        "It has been claimed that a bridge is part of its banks.",
        "Masons argue that arches are older than beams.",
        "This essay describes the arches of masons.",
        "We measured the span of arches in two towns.",
    ],
)
def test_what_others_claim_or_a_work_does_is_no_claim(text: str):
    """The claim must be the work's."""
    assert not states_claim(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We develop a typology of four crossings: bridge, ford, ferry, and tunnel.", True),
        ("Our analysis identifies good arches as having three features: height, weight and age.", True),
        ("The faults of bridges fall into two classes: faults of stone and faults of use.", True),
        ("I discuss three ways in which arches fail: (1) they slip, (2) they crack, (3) they sink.", True),
        ("We identify five latent faults in the arches of the north.", False),
        ("Bridges were allocated to three groups: stone, wood and iron.", False),
        ("There are three grounds for arches: Grounds of weight rely on likenesses in form between stone.", False),
        ("We identify principles from four case studies: a bridge, a ford, and a ferry.", False),
    ],
)
def test_what_is_counted_has_to_be_named(text: str, *, names: bool):
    """A list of what was studied, or a number without a list, names nothing."""
    assert names_members(text) == names


@pytest.mark.parametrize(
    "less",
    [
        "Masons should therefore be heard when bridges are planned.",
        "We call for more attention to the weight of arches.",
        "Early steps would include a register of all arches.",
        "There is considerable scope for arches in the south.",
        "The science of arches can advance the work of towns by helping masons.",
        "Moreover, arches are seen from afar.",
    ],
)
def test_a_claim_is_told_before_calls_and_what_is_added(less: str):
    """Also where the call makes up the last word of the abstract."""
    claim = "We show that arches have a place at each level of a town."
    assert rank_telling(less) == LAST
    assert find_behind([less, claim]) == {0}
    told = _tell(f"Bridges matter to towns. This essay looks at arches. {claim} {less}")
    assert told[0] == "Arches have a place at each level of a town."


def test_a_claim_is_told_before_a_proposal_and_this_before_a_premise():
    """The rungs of a work that argues, whatever the place of each in its text."""
    claim = "I reject that picture in favour of a view of bridges as gifts."
    proposal = "We propose a criterion of gifts for bridges."
    premise = "Bridges and banks are made of the same stone and serve the same towns."
    assert [rank_telling(each) for each in (claim, proposal, premise)] == [0, 1, 2]
    text = f"This essay is on bridges as gifts in towns. {premise} {proposal} {claim}"
    assert _tell(text)[0].startswith("I reject that picture")


def test_a_result_in_figures_keeps_its_place_beside_what_is_concluded():
    """Among works that measure the ladder only puts calls and additions last."""
    text = (
        "METHODS: Forty arches were tested for weight. RESULTS: Arches of oak carried 40% more than arches of beech. "
        "CONCLUSIONS: We conclude that oak is of use to masons. Masons should use oak for arches in towns of the north."
    )
    told = _tell(text, "Arches of oak and beech: a test of weight")
    assert told[0].startswith("Arches of oak carried 40% more")
    assert told[-1].startswith("Masons should")


def test_what_follows_behind_a_result_does_not_make_it_a_call():
    """What is concluded takes nothing from the result before it, "indicating that … should"."""
    assert rank_telling("Arches sank with age, indicating that towns should watch them.") < LAST
    assert rank_telling("Towns should watch arches, for these sink with age.") == LAST


def test_premises_before_the_first_word_on_the_work_itself_are_no_finding():
    """However late that word comes, unless nothing else of the text could be told."""
    premises = (
        "Towns think of bridges as things apart. Such a picture makes fords look poor. "
        "A ford seems open to every flood, as a bridge does not. The picture is at home in guilds. "
    )
    claim = "In this essay, I argue that fords are bridges of another kind."
    assert read_parts(split_sentences(premises + claim)) == [*["background"] * 4, "finding"]
    measured = "Towns think of bridges as things apart. Fords were crossed more often than bridges in 40 towns. "
    assert read_parts(split_sentences(f"{measured} Guilds count fords. {claim}"))[1] == "finding"


def test_a_work_that_only_proposes_is_told_by_that():
    """Without a result what is proposed is told, but no suggestions for trials."""
    scene = "Bridges are old. Fords are older. In this paper we ask what bridges are. "
    assert (
        read_parts(split_sentences(f"{scene}We propose the quality of a gift as a mark of bridges."))[-1] == "finding"
    )
    assert "finding" not in read_parts(split_sentences(f"{scene}We offer suggestions for further trials of bridges."))


def test_what_is_said_under_a_heading_for_implications_is_told_last():
    """The findings of such an abstract are told first, whatever the implications promise."""
    text = (
        "Purpose The paper examines the ledgers of bridge builders. Findings The ledgers of builders rarely include "
        "tolls of any town. Practical implications The paper shows that ledgers have great worth for every town and "
        "its builders of bridges. "
        "Originality/value This is new."
    )
    assert _tell(text, "Ledgers of bridge builders and tolls of towns")[0].startswith("The ledgers of builders")


def test_what_tells_most_of_what_may_be_told_alone_stays_with_the_theme():
    """A work is not known in its theme by an aside while its claim is told elsewhere."""
    text = (
        "This essay is on bridges between towns. We show that bridges lead towns to trade more, as actions 2 and 3 of "
        "each of the guilds had shown. We show that bridges lead towns of the north to trade more. Moreover, tolls of "
        "bridges were raised in the north."
    )
    work = read_abstract(Work("W1", "How bridges lead towns to trade", year=2001), text)
    told = [item.finding.text for item in items_of([work], "theme", "finding") if item.stands_alone]
    assert told[0] == "Bridges lead towns of the north to trade more."


def test_a_claim_keeps_its_place_where_it_has_to_be_quoted():
    """What the best sentence of a work claims in the first person comes before what it shows in the third."""
    claim = "After some doubts of mine, I reject the doctrine of tolls in favour of my own view of bridges as gifts."
    text = f"This essay is on bridges as gifts. I show how tolls can be seen as gifts. {claim}"
    work = read_abstract(Work("W1", "Bridges as gifts", year=2001), text)
    assert items_of([work], "theme", "finding")[0].finding.text == claim


def test_an_aside_with_the_only_relation_of_a_work_is_not_behind():
    """Of two that relate things that which is added is; a claim in words alone does not put a relation behind it."""
    aside, claim = "Moreover, towns with bridges were richer than others.", "We show that bridges matter to towns."
    related = "Towns with bridges had more trade than towns with fords."
    assert find_behind([aside, claim]) == set()
    assert find_behind([aside, related]) == {0}
