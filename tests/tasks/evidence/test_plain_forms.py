"""A text tells its design in plain words of its own; what others did, and what stands by the way, tells none."""

from __future__ import annotations

import pytest

from storage.records.evidence import DESIGNS
from tasks.evidence.designs import find_design
from tasks.evidence.methods import find_social_design
from tasks.evidence.titled_designs import find_titled_design
from tasks.evidence.told_designs import find_told_design

TOLD = {
    "They were randomly assigned to naps or to tea.": "randomised trial",
    "Two-year randomized controlled trial with a visit each month.": "randomised trial",
    "The NAP trial was designed as a pragmatic, parallel, randomized superiority trial.": "randomised trial",
    "In this review we look at the use of naps.": "review",
    "This review of naps weighs what they are good for.": "review",
    "The purpose of this article is to give an overview of naps.": "review",
    "The aim of this paper was to review the few data on naps.": "review",
    "Areas covered: naps, and what comes after them.": "review",
    "We conducted a review of thirty years of nap research.": "review",
    "We review links among naps, tea and work.": "review",
    "Here we analyse >400 recent papers on naps.": "review",
    "This paper examines the evidence base for naps.": "review",
    "Here, we discuss current ways of napping.": "review",
    "Using 120 case studies from the literature, I looked at where people nap.": "review",
    "Simulations are conducted to find the shortest nap.": "modelling or simulation",
    "We use a spatially explicit modelling tool to place bakeries.": "modelling or simulation",
    "We asked for the price of bread in a contingent valuation study.": "economic analysis",
    "Semi-open interviews to 90 bakers conducted in winter tell of the trade.": "qualitative study",
    "Using the Old Mill as a case study, we ask who owns bread.": "qualitative study",
    "Based on in-depth field research in a village, this article tells who bakes.": "qualitative study",
    "Intercept surveys (n = 200) were conducted at eight bakeries.": "cross-sectional study",
    "We propose a comprehensive framework for the sharing of bread.": "theory or argument",
}
NOT_TOLD = (
    "The protocol was approved by our institutional review board.",
    "Papers under peer review were not asked for.",
    "The aim of this study was to review a case series of bakers.",
    "We used a literature review to name the grains that matter to villages.",
    "We review and reflect on how the council worked.",
    "Women who had been randomly assigned to naps were seen two years later.",
    "Bakers were met through a framework agreement.",
    "We propose a framework for bread and assessed it in 40 bakeries with a survey.",
)


@pytest.mark.parametrize("text", TOLD)
def test_a_design_is_told_in_plain_words(text):
    """Each with the words of the sentence that tells it."""
    found = find_told_design("Of bread and sleep", ["Sleep matters.", text])
    assert found
    place, datum = found
    assert (place, datum.value) == (1, TOLD[text])
    assert datum.value in DESIGNS
    assert text[datum.start : datum.end]


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_is_by_the_way_tells_no_design(text):
    """A board, a review of patients or as a means, and allocation in another trial."""
    assert find_told_design("Of bread and sleep", [text]) is None


def test_a_trial_that_will_randomise_is_a_protocol():
    """Its title calls it a trial all the same."""
    title = "Naps for bakers: a randomised controlled trial"
    planned = "In all, 80 bakers will be randomised to naps or tea."
    assert find_titled_design(title, ["The trial is randomised.", planned])[1].value == "protocol"
    assert find_titled_design(title, ["Eighty bakers were randomised to naps."])[1].value == "randomised trial"


def test_a_title_that_ends_with_systematic_review_is_believed():
    """Its text may speak of cases only."""
    found = find_titled_design("Naps at work: systematic review and meta-analysis", ["We analyse 90 cases."])
    assert found[1].value == "systematic review"


def test_the_perspective_of_somebody_is_no_essay():
    """A cost from the perspective of payers is argued by nobody."""
    assert find_social_design(["Costs were seen from the perspective of bakers."]) is None
    assert find_social_design(["This perspective asks who owns bread."])[1].value == "theory or argument"


def test_a_panel_of_experts_is_no_survey():
    """What a Delphi study is, is told as its method."""
    assert find_social_design(["We conducted a Delphi study with a panel of bakers."]) is None


def test_an_overview_of_a_product_has_none_of_its_trials():
    """A phase 1 study is the work's own where the work says that something of it is."""
    product = "A phase 1 study of the loaf was conducted in healthy adults."
    assert find_design(["New loaves have been made.", product]) is None
    assert find_told_design("New loaves", ["New loaves have been made.", product]) is None
    assert find_design(["We tried a new loaf.", product])[1].value == "non-randomised trial"


def test_an_integrative_literature_review_is_a_review():
    """Whatever else it calls its method."""
    assert find_design(["The study is an integrative literature review on bread."])[1].value == "review"


def test_a_summary_of_conditions_is_no_review():
    """What is summarised at the end of a study is its own."""
    text = "We summarize the specific conditions under which bread rises."
    assert find_design([text]) is None
    assert find_told_design("Of bread", [text]) is None


def test_figures_that_are_summarised_make_no_review():
    """It is what was known that a review summarises."""
    assert find_told_design("Of loaves", ["The number of loaves and of bakers are summarized."]) is None
    assert find_told_design("Of loaves", ["The literature on loaves is summarized."])[1].value == "review"
