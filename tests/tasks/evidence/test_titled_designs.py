"""A title names a design; it counts where the text bears it out."""

from __future__ import annotations

import pytest

from tasks.evidence.titled_designs import find_titled_design

NAMED = (
    ("Tea and sleep: a cohort study", "The nurses were followed for six years.", "cohort study"),
    ("Tea and sleep: a cross-sectional study of a cohort", "Cross-sectional data were used.", "cross-sectional study"),
    ("Tea for sleep: a meta-analysis", "PubMed was searched.", "systematic review"),
    ("A double-blind study of tea", "Patients were randomized to tea or water.", "randomised trial"),
    ("Tea poisoning: a case report", "A 30-year-old woman drank ten litres.", "case report or series"),
    ("Tea in medicine: an overview", "This text summarises its uses.", "review"),
    ("Double-blind trials of tea: a narrative review", "Patients were randomized to tea in two trials.", "review"),
)
NONE = (
    ("Tea and sleep: a cohort study", "Sleep was longer."),
    ("Randomised trials of tea: what they lack", "Patients were randomized in most."),
    ("Trade in tea: a case study of one firm", "The firm is a case of many."),
    ("Protocol of tea", "Patients were randomized to tea."),
    ("Tea for sleep: a randomised pilot", "Adults were randomized to tea."),
)


@pytest.mark.parametrize(("title", "text", "design"), NAMED)
def test_title_and_text_name_a_design_together(title, text, design):
    """The words of the text are what the datum stands on."""
    found = find_titled_design(title, [text])
    assert found is not None
    assert found[1].value == design
    assert 0 <= found[1].start < found[1].end <= len(text)


@pytest.mark.parametrize(("title", "text"), NONE)
def test_a_title_alone_or_on_other_studies_names_none(title, text):
    """What no sentence bears out, and trials in the plural, are no design."""
    assert find_titled_design(title, [text]) is None


SURE = (
    ("Tea and sleep: a cross-sectional study", "Participants completed a questionnaire.", "cross-sectional study"),
    ("Tea and sleep: a qualitative interview study", "We spoke with nurses.", "qualitative study"),
    ("Tea and sleep: study protocol of a trial", "We will see.", "protocol"),
    ("An open-label trial of tea", "Tea was given in an open-label manner.", "non-randomised trial"),
    ("Tea for sleep: a cost-effectiveness analysis", "We compared costs.", "economic analysis"),
    ("Tea poisoning in an adult patient with gout", "A 65-year-old man drank tea.", "case report or series"),
    ("Tea: a review", "Through a systematic literature review, we read of tea.", "systematic review"),
    ("Tea for sleep: a systematic review", "Most trials were small.", "systematic review"),
)
UNSURE = (
    ("A pilot study for a randomised controlled trial of tea", "We assessed the feasibility of a trial of tea."),
    ("A review of the tea reporting of firms", "We examined reports."),
)


@pytest.mark.parametrize(("title", "text", "design"), SURE)
def test_a_title_without_doubt_needs_but_words_on_what_was_done(title, text, design):
    """Behind a colon or at its start; a review that says that it is systematic is."""
    found = find_titled_design(title, ["Tea is old.", text])
    assert found
    assert (found[0], found[1].value) == (1, design)


@pytest.mark.parametrize(("title", "text"), UNSURE)
def test_a_title_on_another_study_or_thing_names_none(title, text):
    """A trial to come, and a review of what is no study."""
    assert find_titled_design(title, [text]) is None


def test_non_randomised_in_a_title_is_no_randomised_trial() -> None:
    """A title that says that nobody was allocated by chance outdoes a sentence that speaks of chance."""
    sentences = ["Patients were randomised to mittens in the first phase.", "All patients then wore gloves."]
    found = find_titled_design("Gloves for cold hands: a non-randomised phase 3 trial", sentences)
    assert found is not None
    assert found[1].value == "non-randomised trial"
