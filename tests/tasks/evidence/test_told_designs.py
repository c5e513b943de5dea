"""A text tells its design by what was done; what speaks for another design, or for none, leaves it without one."""

from __future__ import annotations

import pytest

from storage.records.evidence import DESIGNS
from tasks.evidence.told_designs import find_told_design

TOLD = {
    "Two review authors independently selected studies and rated them.": "systematic review",
    "Patients who slept badly took part in a double-blind, crossover study of naps.": "randomised trial",
    "This open-label study assessed naps in patients.": "non-randomised trial",
    "We measured cortisol in 20 patients with insomnia and 20 healthy controls.": "case-control study",
    "The medical records of 80 patients who napped were reviewed.": "cohort study",
    "Patients were followed up for two years after their nap.": "cohort study",
    "We held semi-structured interviews with bakers about naps.": "qualitative study",
    "This paper presents a comparative case study of two bakeries.": "qualitative study",
    "We report on a content analysis of annual statements of bakeries.": "qualitative study",
    "We estimate the costs of bad sleep to bakeries.": "economic analysis",
    "We developed a matrix model of yeast to predict rising.": "modelling or simulation",
    "We conducted two baking experiments with rye.": "experiment",
    "We sampled beetles and other species in 20 rye fields.": "field observation",
    "An online survey was sent to 300 farmers.": "cross-sectional study",
    "We examined associations between naps and mood in 120 women.": "cross-sectional study",
    "We compiled a large database of bread recipes.": "data set or benchmark",
    "We propose a new algorithm for folding dough.": "method or tool",
    "This chapter gives an overview of what bread is made of.": "review",
    "We review recent research on dough.": "review",
    "This paper argues that bread is a social thing.": "theory or argument",
    "We prove that no loaf is minimal.": "theory or argument",
}
NOT_TOLD = (
    "Previous reports found bread in a double-blind study of patients.",
    "Bread is a staple of many kitchens.",
    "We examined associations between naps and mood at baseline and two years later in 120 women.",
    "We argue that bread matters, as our interviews with bakers show.",
    "All patients responded in the double-blind, placebo-controlled screening phase.",
    "Treatment is often performed in an open trial.",
    "We studied how bakers see the future of cost-effectiveness.",
    "Logistic regressions were used.",
    "",
)
IN_PLAIN_WORDS = {
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
BY_THE_WAY = (
    "The protocol was approved by our institutional review board.",
    "Papers under peer review were not asked for.",
    "The aim of this study was to review a case series of bakers.",
    "We used a literature review to name the grains that matter to villages.",
    "We review and reflect on how the council worked.",
    "Women who had been randomly assigned to naps were seen two years later.",
    "Bakers were met through a framework agreement.",
    "We propose a framework for bread and assessed it in 40 bakeries with a survey.",
)


@pytest.mark.parametrize(("text", "design"), (TOLD | IN_PLAIN_WORDS).items())
def test_a_design_is_told_by_what_was_done_or_in_plain_words(text: str, design: str):
    """Each with the words of the sentence that tells it."""
    found = find_told_design("Of bread and sleep", ["Sleep matters.", text])
    assert found
    place, datum = found
    assert (place, datum.value) == (1, design)
    assert datum.value in DESIGNS
    assert text[datum.start : datum.end]


@pytest.mark.parametrize("text", [*NOT_TOLD, *BY_THE_WAY])
def test_what_is_not_plain_is_left_out(text):
    """Other studies, methods that are no design, texts that speak for two designs, boards, allocation elsewhere."""
    assert find_told_design("Of bread and sleep", [text]) is None


def test_what_speaks_for_another_design_may_stand_anywhere():
    """In the title, or in another sentence."""
    asked = "We examined associations between naps and mood in 120 women."
    assert find_told_design("A prospective study of naps", [asked]) is None
    assert find_told_design("Of naps", [asked, "They were seen again at follow-up."]) is None
    assert find_told_design("Of naps", [asked])
