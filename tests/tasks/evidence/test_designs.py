"""A design is read where a text calls its own study by it; designs of other studies are none of it."""

from __future__ import annotations

import pytest

from storage.records.evidence import DESIGNS
from tasks.evidence.designs import find_design
from tasks.evidence.methods import find_method, find_social_design

OWN = {
    "Ninety patients were randomly assigned to yoga or rest.": "randomised trial",
    "In this double-blind, placebo-controlled, randomised trial, nurses took melatonin.": "randomised trial",
    "This was an open-label, single-arm trial.": "non-randomised trial",
    "We used data from a prospective birth cohort.": "cohort study",
    "This cross-sectional survey asked teachers about sleep.": "cross-sectional study",
    "We set up a case-control study.": "case-control study",
    "We report the case of a 28-year-old man.": "case report or series",
    "Semi-structured interviews were conducted with mothers.": "qualitative study",
    "We chose a mixed-methods design.": "mixed-methods study",
    "We conducted a systematic review and meta-analysis of randomised controlled trials.": "systematic review",
    "PubMed and Embase were searched for trials.": "systematic review",
    "This review summarizes what is known of hair.": "review",
    "We conducted two field experiments with strawberries.": "experiment",
}
OTHERS = (
    "Larger randomised controlled trials are needed.",
    "Previous cohort studies have shown less.",
    "A number of randomized, controlled studies have been conducted.",
    "In two randomized trials patients improved.",
    "An ongoing randomized clinical trial compares both.",
    "A randomized block design with four replicates was used.",
    "To our knowledge, no systematic review has been made.",
    "We measured hair with a semi-structured interview for diagnosis.",
    "In a meta-analysis, 4114 patients were randomly assigned to therapy.",
    "A double-blind randomised trial of naps is planned.",
    "A placebo-controlled randomised trial, now underway, compares naps with rest.",
    "",
)


@pytest.mark.parametrize("text", OWN)
def test_the_design_a_text_gives_its_study_is_read(text):
    """The name is one of the list, and the words stand in the sentence."""
    found = find_design(["Sleep matters.", text])
    assert found
    place, datum = found
    assert (place, datum.value) == (1, OWN[text])
    assert datum.value in DESIGNS
    assert text[datum.start : datum.end]


@pytest.mark.parametrize("text", OTHERS)
def test_the_design_of_other_studies_is_not(text):
    """Earlier, future and ongoing studies, plural trials and pooled ones name no design of this study."""
    assert find_design([text]) is None


def test_of_two_designs_the_wider_counts_or_none():
    """A review of trials is a review; a text that calls itself two things is left to readers."""
    trial, cohort = "Ninety patients were randomly assigned to rest.", "This cross-sectional study asked nurses."
    assert find_design([trial, "We conducted a systematic review."]) is not None
    assert find_design([trial, cohort]) is None


def test_a_narrative_review_that_tells_of_trials_is_a_review():
    """The people allocated are those of a trial that it tells of."""
    found = find_design(
        ["In this narrative review we look at naps.", "Nurses were randomly assigned to naps or coffee."]
    )
    assert found
    assert found[1].value == "review"


def test_trials_that_were_sought_are_not_the_design():
    """A text that looks for trials reviews them; one that allocates nurses itself and searches is a trial."""
    sought = "We searched the literature for trials of naps."
    named = "A randomized controlled trial was required of each of them."
    found = find_design([sought, named])
    assert found
    assert found[1].value == "review"
    own = find_design([sought, "Nurses were randomly assigned to naps or coffee."])
    assert own
    assert own[1].value == "randomised trial"


def test_an_interview_that_measures_is_no_qualitative_method():
    """A diagnosis made or symptoms rated in an interview are data like others; an account of naps is not."""
    rated = ["Nurses were assessed using a semistructured interview for clinical characteristics."]
    told = ["We conducted semi-structured interviews with nurses about naps."]
    assert find_social_design(rated) is None
    assert find_method(rated) is None
    assert find_design(["Semi-structured diagnostic interviews were held with all nurses."]) is None
    design = find_social_design(told)
    assert design
    assert design[1].value == "qualitative study"
