"""Where a study was done, and by which method, as its own text names them."""

from __future__ import annotations

import pytest

from storage.records.evidence import DESIGNS
from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.summary import summarise_work
from tasks.evidence.methods import find_method, find_social_design
from tasks.evidence.sample_sizes import find_sample_size
from tasks.evidence.settings import find_setting

PLACES = {
    "Ninety bakers were recruited from 12 village bakeries in Kenya and Uganda.": "Kenya and Uganda",
    "The survey was conducted in rural communities of northern Ghana.": "rural communities of northern Ghana",
    "This study examines the bread reports of bakeries in Canada (N = 95).": "Canada",
    "We interviewed 40 Dutch farmers about rye.": "Dutch farmers",
    "The trial was carried out in five general practices in Leeds, United Kingdom.": (
        "five general practices in Leeds, United Kingdom"
    ),
    "We used data from 80 bakeries in 13 countries.": "13 countries",
    "The sample comprises firms listed in Papua New Guinea.": "Papua New Guinea",
}
NO_PLACES = (
    "Bread was invented in Egypt.",
    "Rye is grown throughout Europe.",
    "The results have implications for bakeries in India.",
    "Previous studies of bakers in Brazil found less.",
    "Guinea pigs were fed with rye in a laboratory.",
    "We used data of the Netherlands Study of Bread.",
    "Forty bakers ate bread from New Jersey style ovens.",
    "",
)
METHODS = {
    "Using content analysis, we read the reports of bakers.": ("content analysis", None),
    "This study uses a content analysis of annual reports.": ("content analysis of annual reports", None),
    "The paper employs a panel data analysis of prices.": ("panel data analysis", "cohort study"),
    "We use an event study to measure how prices respond.": ("event study", "economic analysis"),
    "We apply difference-in-differences to bread prices.": ("difference-in-differences", None),
    "This paper presents a multiple case study of mills.": ("multiple case study", None),
    "We conducted a vignette experiment with millers.": ("vignette experiment", "experiment"),
    "This article draws on semi-structured interviews with bakers.": (
        "semi-structured interviews",
        "qualitative study",
    ),
    "We conducted an online survey of millers.": ("online survey", "cross-sectional study"),
    "We used participatory mapping with four mills.": ("participatory mapping", None),
    "We developed an agent-based model of bread markets.": ("agent-based model", "modelling or simulation"),
}


@pytest.mark.parametrize("text", PLACES)
def test_a_place_of_those_studied_is_read_with_its_kind(text):
    """In the words of the sentence."""
    found = find_setting(["Bread is old.", text])
    assert found
    assert (found[0], found[1].value) == (1, PLACES[text])
    assert text[found[1].start : found[1].end] == PLACES[text]


@pytest.mark.parametrize("text", NO_PLACES)
def test_a_place_that_is_only_spoken_of_is_not(text):
    """Where a thing is from, what results mean elsewhere, others' samples, names that hold a country's."""
    assert find_setting([text]) is None


@pytest.mark.parametrize("text", METHODS)
def test_a_method_that_a_text_calls_its_own_is_read(text):
    """And what design it is, where it can be one alone."""
    method, design = METHODS[text]
    found = find_method([text])
    assert found
    assert found[1].value.lower() == method
    named = find_social_design([text])
    assert (named[1].value if named else None) == design
    assert design is None or design in DESIGNS


@pytest.mark.parametrize(
    "text",
    [
        "Previous content analyses of reports are rare.",
        "Further case studies are needed.",
        "Bakers read many sustainability reports.",
        "We conducted a systematic review of case studies.",
    ],
)
def test_a_method_of_others_is_not(text):
    """What others did or should do, and what a review found."""
    assert find_method([text]) is None


def test_an_essay_and_a_review_of_literature_are_read_as_what_they_are():
    """But a text that is both, or does two things, is left to readers."""
    essay, review = "This essay asks what bread is.", "This paper reviews the literature on bread."
    assert [find_social_design([text])[1].value for text in (essay, review)] == ["theory or argument", "review"]
    assert find_social_design([essay, "We conducted an online survey of millers."]) is None


def test_reports_and_leaders_are_counted():
    """Studies of firms and texts have a size as well."""
    for text, n in (
        ("We surveyed 61 bakery leaders.", "61"),
        ("A content analysis of 148 sustainability reports was conducted.", "148"),
    ):
        found = find_sample_size([text], is_review=False)
        assert found
        assert found[1].value == n


def test_a_summary_has_place_and_method():
    """Each with the words it stands on."""
    text = "We conducted an online survey of 300 bakers in Canada. Bakers reported significantly less bread."
    summary = summarise_work(Work("W1", "Bakers"), [Page("W1", 0, text)])
    told = {one.field: one.value for one in summary.extractions if not one.finding_id}
    assert told["setting"] == "Canada"
    assert told["method"] == "online survey"
    assert told["design"] == "cross-sectional study"


def test_a_people_is_not_clipped() -> None:
    """Of "African American adults" the last two words alone would say something else."""
    clipped = find_setting(["We interviewed 40 African American adults in two clinics."])
    assert clipped
    assert clipped[1].value == "two clinics"
    whole = find_setting(["We interviewed 40 American adults in two clinics."])
    assert whole
    assert whole[1].value == "United States"


KINDS = {
    "Setting University outpatient clinic and two bakeries.": "University outpatient clinic and two bakeries",
    "Two specialist, out-patient bread centres in inner city Perth, Australia.": (
        "Two specialist, out-patient bread centres in inner city Perth, Australia"
    ),
    "We recruited 50 bakers from an outpatient clinic for hand eczema.": "outpatient clinic",
    "In this multicentre study, we gave rye to bakers.": "multicentre",
    "Fifty-five consecutive outpatients with eczema were enrolled.": "outpatients",
    "We studied yeasts in a temperate deciduous forest.": "temperate deciduous forest",
    "We analysed the decline of yeasts in the Upper Rye River basin.": "Upper Rye River basin",
    "Data were drawn from a cohort in Anhui province, China.": "Anhui province, China",
}
NO_KINDS = (
    "Treatment can usually be carried out in an outpatient setting.",
    "Each principle supports specific practices.",
    "Bread reduced inpatient days.",
    "This text locates itself in the rugged conceptual landscape of bread.",
    "We compare our proposals to those in the United States.",
)


@pytest.mark.parametrize("text", KINDS)
def test_the_kind_of_place_is_told_where_no_country_is(text):
    """By a heading, as those cared for, as several centres, or as what grows there."""
    found = find_setting([text])
    assert found
    assert found[1].value == KINDS[text]


@pytest.mark.parametrize("text", NO_KINDS)
def test_places_in_general_are_no_settings(text):
    """What is usual, what is measured, and figures of speech."""
    assert find_setting([text]) is None


def test_people_of_a_country_tell_the_country() -> None:
    """With how many centres there were, where the sentence says so."""
    for text, value in (
        ("We enrolled 18 Dutch patients with eczema.", "Netherlands"),
        ("In this single-center study, we treated 20 healthy Kenyan women.", "Kenya (single-center)"),
        ("Belgian children aged 6 to 12 (N = 172) were followed.", "Belgium"),
    ):
        found = find_setting([text])
        assert found
        assert found[1].value == value


def test_a_place_of_the_title_counts_where_the_text_has_it_too() -> None:
    """Whatever the sentence says of it; a title alone has no words to show."""
    found = find_setting(["Bread sales in Zambia fell."], "The price of rye bread in Zambia: a model")
    assert found
    assert found[1].value == "Zambia"
    assert find_setting(["Bread sales fell."], "The price of rye bread in Zambia: a model") is None
    assert find_setting(["Bread sales in Zambia fell."], "The price of rye bread") is None
