"""What counts as a result: what came out, not who took part, what was measured, what a word means or an aim."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from storage.records.writing import Finding, Page, Quote
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.argument_zones import read_parts
from tasks.analysts.extractive.debates import contrast
from tasks.analysts.extractive.discourse_cues import opens_dangling
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.populations import name_population
from tasks.analysts.extractive.quote_selection import is_usable
from tasks.analysts.extractive.sentences import split_sentences
from tasks.analysts.extractive.summary import summarise_work
from tests.tasks.analysts.conftest import gather, read_abstract


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: P values of less than 0.05 were considered significant.",
        "RESULTS: The main databases were accessed in March.",
        "RESULTS: A total of 109 male participants were enrolled.",
        "RESULTS: The mean duration of symptoms was 21.32 months.",
        "RESULTS: Seven trials used a sham as their control.",
        "RESULTS: The primary outcome was the number of falls.",
        "RESULTS: Four hypotheses were formulated: oak shows a greater strength than beech.",
        "RESULTS: We excluded studies in which oak differed from beech in age.",
        "RESULTS: Ninety carpenters with significant experience entered the trial.",
        "RESULTS: Tests of normality and regressions are performed to measure the effect of oak.",
        "CONCLUSIONS: Kiln drying is a process that removes water from wood.",
        "OBJECTIVE: To compare the strength of oak and beech.",
        "RESULTS: We predicted that oak would show greater strength than beech.",
        "RESULTS: It was expected that oak would last longer than beech.",
        "RESULTS: We hypothesised that oak lasts longer than beech.",
        "RESULTS: Written by renowned carpenters, this handbook illustrates how oak improves bridges.",
        "RESULTS: Portions of this research were presented as a poster, showing improved beams.",
        "RESULTS: The authors have received honoraria from sawmills, which had no effect.",
        "RESULTS: Drying was delivered from June 3, 2004, through September 29, 2008, in sheds of two guilds.",
        "RESULTS: Assessments of strength, colour and warp were made at the end of the year.",
        "RESULTS: Training was provided by carpenters with an effective method.",
        "RESULTS: Scales were administered to a reduced sample of carpenters.",
        "RESULTS: In 2018, oak was approved only for bridges over rivers.",
        "RESULTS: Lindgren further describes that oak lasted longer than beech.",
    ],
)
def test_procedure_samples_thresholds_definitions_and_aims_are_no_findings(text):
    """Even under a heading that promises results."""
    assert "finding" not in read_parts(split_sentences(text))


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: Beams of oak were significantly stronger than beams of beech.",
        "RESULTS: No difference between the groups was found at one year.",
        "RESULTS: As expected, oak lasted longer than beech.",
        "RESULTS: As hypothesised, oak lasted longer than beech.",
        "RESULTS: Oak lasted longer than we expected.",
        "CONCLUSIONS: Coating is an effective way to protect timber.",
        "Oak was compared with beech. Oak lasted longer than beech under load.",
    ],
)
def test_what_came_out_is_a_finding(text):
    """Comparisons, null results and judgements of worth are findings."""
    assert read_parts(split_sentences(text))[-1] == "finding"


def test_what_stands_before_the_study_is_background():
    """In an abstract without labels, sentences before it first speaks of its own study set the scene."""
    text = (
        "Timber decay reduces the life of bridges. Coatings have increased the life of windows. In this study we "
        "tested coatings on 20 beams. Coated beams lasted longer than bare ones. Coating reduced decay."
    )
    parts = read_parts(split_sentences(text))
    assert parts == ["background", "background", "method", "finding", "finding"]


def test_what_stands_before_an_aim_that_is_met_is_background_however_late_the_aim():
    """Without a result after it, a text that speaks of itself at its end begins with its matter."""
    scene = "Oak is gaining attention due to its strength. Beech reduces cost. Oak increases value. Towns demand both. "
    aim = "The aim of this study was to test oak."
    assert read_parts(split_sentences(f"{scene}{aim} Oak was stronger than beech.")) == [
        *["background"] * 4,
        "method",
        "finding",
    ]
    assert "finding" in read_parts(split_sentences(scene + aim))


def test_a_work_without_results_has_no_findings():
    """Nothing else stands in for them."""
    text = "BACKGROUND: Timber decays. METHODS: We measured decay in 20 beams. We sampled twelve bridges in two towns."
    assert {f.kind for f in summarise_work(Work("W1", "Decay"), [Page("W1", 0, text)]).findings} <= {
        "background",
        "method",
    }


@pytest.mark.parametrize(
    ("title", "abstract", "told", "named"),
    [
        ("Cartilage repair", "Defects were made in ten horses. Repair was better.", "Repair was better.", "In horses"),
        ("Growth of a tumour", "The rats were fed for a week.", "Growth slowed in rats.", ""),
        ("Uptake of dye", "Uptake was measured in vitro.", "Uptake was fast.", "In vitro"),
        ("Dye in a rabbit model", "It may help patients in clinical use.", "Uptake was fast.", "In rabbits"),
        ("Dye", "Dye stayed in vitro. It fell in dogs.", "Uptake was fast.", "In vitro or in dogs"),
        ("Walks for viral asthma: a trial", "Walks were taken.", "Sleep was short.", "In viral asthma"),
        ("Walks and asthma", "Walks were taken.", "Sleep was short.", ""),
        ("Dye and its rivals: a review", "Dye was injected in six rats.", "Uptake was fast.", ""),
        ("Dye", "It fell in dogs. All patients recovered.", "Uptake was fast.", ""),
        ("Sleep in adults with asthma: a trial", "Patients slept.", "Sleep was short.", "In adults with asthma"),
        ("Sleep in adults with asthma: a trial", "Those aged 12 to 17 years slept.", "Sleep was short.", ""),
        ("Sleep in adults with asthma", "Patients slept.", "The patients slept less.", ""),
        ("Grazing and plants", "Where cattle graze, plants are short.", "Plants were short.", ""),
    ],
)
def test_animals_cells_and_people_are_named_where_a_sentence_names_nobody(title, abstract, told, named):
    """An animal must be studied to be named; people are named as the title has them."""
    assert name_population(Work("W1", title, abstract=abstract), told) == named


def test_animals_stay_with_what_was_found_in_them():
    """In the text, behind a link and behind another result of the same work, and in the column of whom was studied."""
    text = "RESULTS: In dogs, coats grew. The half-life of dye was 3 weeks. Dye reduced swelling of the knee."
    work = Work("W1", "Dye in dogs", year=2001, authors=(Author("A Smith"),), abstract=text)
    read = read_abstract(work, text)
    writer = Writer.of([read], "")
    told = [finding for finding in read.summary.findings if "dogs" not in finding.text]
    assert told
    assert all(writer.word(read, each, again=True).startswith("In dogs, ") for each in told)
    assert all(writer.word(read, each, "By contrast,").startswith("By contrast, in dogs, ") for each in told)
    assert [one.value for one in read.summary.extractions if one.field == "population"] == ["dogs"]


def test_a_contrast_needs_one_outcome():
    """What both results have as their subject is none, nor are its units."""
    raised = "Wheat yield was related to lime of 20 g and to yield in 2 g plots."
    texts = {
        "": "Wheat yield was not related to the age of farmers.",
        "By contrast,": "Wheat yield was not related to lime.",
    }
    for link, text in texts.items():
        one, other = (
            Finding("W1", told, Quote("W1", 0, 0, len(told), told, "openalex"), "finding") for told in (raised, text)
        )
        assert contrast(one, other) == link


def test_the_null_stands_beside_the_result_of_the_same_work():
    """What a work denies and what it affirms are told one after the other."""
    text = (
        "RESULTS: Coating was associated with longer life of beams. Coating was not associated with the weight of "
        "beams. Colour differed between towns and rivers in spring."
    )
    work = Work("W1", "Coating of beams", year=2001, authors=(Author("A Smith"),), abstract=text)
    other = Work("W2", "Paint", year=2000, authors=(Author("B Jones"),))
    works = [read_abstract(work, text), read_abstract(other, "RESULTS: Painting reduced rot in the timber of barns.")]
    theme = gather(works)
    section = ExtractiveAnalyst().write_theme(theme, ExtractiveAnalyst().analyse_theme(theme), 60).markdown
    told = section.split("### Key findings")[1].replace("[@keyW1].", "|")
    assert abs(told.index("longer life") - told.index("weight of beams")) < 120


@pytest.mark.parametrize(
    "text",
    [
        "We examine old barns of the north, and conclude that thatch lasts longer than tiles.",
        "We estimate that the repair of a barn pays for itself at least ten times.",
        "From this we estimated the loss of barns in the valleys at 12 to 20 a year.",
        "A survey of barns sampled in two randomized parishes shows that thatch is laid by hand.",
    ],
)
def test_what_came_of_what_was_done_is_a_finding_though_it_is_told_in_one_breath(text):
    """A method with its result in the same sentence is told for its result."""
    sentences = split_sentences(f"Barns are old. Guilds differ. {text}")
    assert read_parts(sentences)[-1] == "finding"


def test_those_that_a_clause_tells_apart_point_back_at_nothing():
    """A clause behind "those barns" says which they are."""
    assert not opens_dangling("This Half-Timber plan would leave barns without roofs.")
    assert opens_dangling("This plan would leave barns without roofs.")
    assert not opens_dangling("For those barns which could be visited, there is clear evidence of rot.")
    assert opens_dangling("For those barns, there is clear evidence of rot.")
    assert opens_dangling("Those who stayed had dry roofs.")


def test_results_told_one_by_one_may_be_long():
    """What is shown is told whole where it is a list of results."""
    result = "roofs of straw last for less long in the wet valleys of the west than on dry hills"
    text = f"Our visits show that: {'; '.join([result] * 4)}."
    assert 60 < len(text.split()) <= 90
    assert is_usable(text)
    assert not is_usable(text.replace("show that:", "concern how").replace(";", ""))


def test_what_is_told_of_a_literature_comes_behind_what_is_told_of_its_matter():
    """Where and when works were published is told of a work that has nothing else."""
    trend = "Research contributions on thatch peaked in 1990 and declined in the years that followed."
    matter = "Thatch was found to keep barns dry."
    told = read_abstract(Work("W1", "Thatch"), f"We reviewed works on thatch. {trend} {matter}").summary.findings
    assert [one.text for one in told if one.kind == "finding"] == [matter, trend]


def test_that_there_is_little_evidence_is_no_aim():
    """What a review provides evidence of, or none, came out; what others aim at is not its aim."""
    text = "RESULTS: Our review provides little early evidence that naps have made bakers safer."
    others = "RESULTS: Bakers who nap rarely reach the hours that they aim to work."
    for told in (text, others):
        (sentence,) = split_sentences(told)
        assert read_parts([sentence]) == ["finding"]
    (aim,) = split_sentences("RESULTS: Our review provides an overview of naps.")
    assert read_parts([aim]) != ["finding"]


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: Burns were 2.9 a year (95% CI, 2 to 5) in those who were randomly assigned to gloves versus 23.3.",
        "RESULTS: Comfort was assessed as good in 44 to 100% with gloves, compared with 38 to 90% of others.",
    ],
)
def test_figures_of_groups_set_against_each_other_came_out(text: str):
    """Though it says who "were randomly assigned", or how it was assessed."""
    assert read_parts(split_sentences(text)) == ["finding"]


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: Bakers with gloves and others were included; their mean age was 41 vs 42 years (P=0.4).",
        "RESULTS: We recruited bakers aged 18 to 30 with more than 5% of burns compared with 2 others.",
    ],
)
def test_how_groups_were_at_first_did_not_come_out(text: str):
    """It is how the study was done."""
    assert read_parts(split_sentences(text)) != ["finding"]
