"""A text tells its design in plain words of its own; what others did, and what stands by the way, tells none."""

from __future__ import annotations

from tasks.evidence.designs import find_design
from tasks.evidence.methods import find_social_design
from tasks.evidence.titled_designs import find_titled_design
from tasks.evidence.told_designs import find_told_design


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
