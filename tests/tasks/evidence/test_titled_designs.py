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


def test_non_randomised_in_a_title_is_no_randomised_trial() -> None:
    """A title that says that nobody was allocated by chance outdoes a sentence that speaks of chance."""
    sentences = ["Patients were randomised to mittens in the first phase.", "All patients then wore gloves."]
    found = find_titled_design("Gloves for cold hands: a non-randomised phase 3 trial", sentences)
    assert found is not None
    assert found[1].value == "non-randomised trial"
