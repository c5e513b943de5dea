"""What no work found: entries of reference lists, tools and tests, meanings of words, results of works cited."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.argument_zones import read_parts
from tasks.analysts.extractive.no_findings import is_reference
from tasks.analysts.extractive.quote_selection import is_usable
from tasks.analysts.extractive.sentences import split_sentences


@pytest.mark.parametrize(
    "text",
    [
        "Miller AB, Okafor CD. Growth of oak is reduced by drought in the north. Trees 2010;12:3-9.",
        "Okafor et al. (2012). Drought reduces the growth of oak in the north.",
        "Okafor C. (2012). Drought reduces the growth of oak in the north.",
        "12: Miller A. Okafor C. Lind P. et al. Growth of oak, drought and the age of stands was related.",
        "Teachers' pay was related to the results of schools, Journal of Schooling, 12(3), 45-67.",
        "van der Berg PL, O'Neill S, Smith-Jones K. Debt was found to reduce the investment of firms.",
        "Trying to understand lime better was found to help, by A. Lind and B. Okafor 12.",
        "The fields were found to be limed as seen by farmers (wheat and soil) and 4.",
        "… 7: Alvarez Q et al. Bees were found to prefer the flowers of clover.",
    ],
)
def test_entries_of_reference_lists_are_never_quoted(text):
    """Whatever verbs a title holds."""
    assert is_reference(text)
    assert not is_usable(text)


@pytest.mark.parametrize(
    "text",
    [
        "Levels of vitamin D and vitamin B were higher in summer than in winter.",
        "Type A and type B firms paid more than type C firms did.",
        "In 2012, many of the schools were closed; by 2015, twenty more had followed.",
        "The ratio was 12 (3 to 45) in oak and 9 in beech.",
        "Botulinum toxin type A, and placebo injections were given; toxin reduced tone.",
        "Okafor et al. (2012) overstate the loss of oak, as the counts of 400 stands show.",
        "Mutations of BRCA 1 and Factor V, but not of Factor X, were associated with thrombosis.",
        "Deficits of Vitamin D, Factor V and Protein S were more frequent in winter.",
        "Hepatitis B, Hepatitis C and HIV were less frequent after the programme.",
    ],
)
def test_sentences_with_letters_years_and_names_are_no_references(text):
    """Capitals behind names of things, years in running text and authors spoken of."""
    assert not is_reference(text)
    assert is_usable(text)


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: Statistics used were the chi-square test and analysis of variance.",
        "RESULTS: The yields were entered by two clerks into SPSS for every field.",
        "RESULTS: The sample size was insufficient for a model of growth.",
        "RESULTS: Mann-Whitney tests were used for the yields of fields.",
        "RESULTS: All models were fitted using the lme4 software with default settings.",
        "CONCLUSIONS: Resilience can be defined as the return of a stand to its state.",
        "CONCLUSIONS: Soil sealing refers to the covering of ground with asphalt.",
        "RESULTS: Liming has been shown to raise the pH of forest soils [3].",
        "RESULTS: Earlier studies found lower yields in dry years (Okafor et al., 2012).",
    ],
)
def test_tools_meanings_and_results_of_others_are_no_findings(text):
    """Even under a heading that promises results."""
    assert "finding" not in read_parts(split_sentences(text))


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: The clinical development of liming will be reviewed in detail.",
        "RESULTS: The yields of limed fields will be compiled yearly over ten years.",
        "RESULTS: The group will develop a brochure on liming.",
        "RESULTS: The board presents proposals for liming in dry years.",
        "RESULTS: Following a week, he was started on lime with a goal of 12 units.",
        "RESULTS: Farmers who had limed before received gypsum in group C.",
        "RESULTS: The vast majority of losses occurred in Study 1.",
        "RESULTS: Clinically relevant change was determined by norms on the main scale.",
        "RESULTS: Secondary outcomes were yield, height and colour of the wheat.",
        "RESULTS: The zeal of farmers led some to question whether liming was ahead of its evidence.",
        "CONCLUSIONS: Work is now underway to confirm the model by a trial of liming.",
        "CONCLUSIONS: Losses have not been associated with liming so far.",
        "CONCLUSIONS: Okafor et al further describes the wheat of limed fields.",
        "CONCLUSIONS: This article summarizes the milestones of liming.",
        "CONCLUSIONS: The article contributes to the emerging literature on liming with implications for farmers.",
        "CONCLUSIONS: With the year of soils rapidly approaching, now is the time for farmers to engage.",
        "CONCLUSIONS: 2020 is the perfect moment for farmers to deliver.",
        "RESULTS: Finally in stage three, the yields would be aggregated and published.",
        "RESULTS: In the second stage, the bare fields would be valued.",
        "CONCLUSIONS: All of which suggests different approaches to liming.",
        "CONCLUSIONS: In a Plenary Paper, Okafor et al describe impressive yields after liming.",
    ],
)
def test_announcements_calls_plans_and_comments_are_no_findings(text):
    """What a text will do or adds, what it exhorts to, what was only proposed, and praise of others' work."""
    assert "finding" not in read_parts(split_sentences(text))


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: Lime added to the yields of most fields.",
        "RESULTS: Lime contributes to the acidity that fields would lose in the second phase.",
        "CONCLUSIONS: Yields will be higher where fields are limed.",
        "RESULTS: Outcomes were better in limed fields.",
        "RESULTS: Yield was determined by rain between May and July.",
        "RESULTS: Yields were higher in limed fields of farms 3 and 4.",
        "RESULTS: Yields, all of which rose, were higher in limed fields.",
        "RESULTS: Yields were higher in limed fields than in bare ones (Okafor scale, 12).",
        "RESULTS: In line with Okafor et al. (2012), our yields were higher after liming.",
        "RESULTS: Liming raised yields by 12% [95% CI 3 to 20].",
        "RESULTS: At the second census (8 Sep, 2017), limed fields showed taller wheat.",
        "CONCLUSIONS: Liming has been shown to raise yields.",
        "RESULTS: Fisher's exact test showed that limed fields differed from bare ones.",
    ],
)
def test_own_results_stay_findings(text):
    """With an interval or a date in brackets, a test named, or another's result beside one's own."""
    assert "finding" in read_parts(split_sentences(text))


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: Regressions tested associations between liming and the yield of wheat.",
        "RESULTS: Relevant articles were identified through searches of two databases on soils.",
        "RESULTS: Readings from the probe are converted to grams of lime per square metre.",
        "RESULTS: Then correlation and regression are performed to measure the impact of lime on the revenue of farms.",
        "RESULTS: The costs of spreading as well as those of transport were deducted from the revenue.",
        "RESULTS: No association was investigated between liming and the age of farmers.",
        "RESULTS: In an effort to raise the pH, lime was ploughed in to a depth of 30 cm rather than to 15 cm.",
        "RESULTS: The colour of leaves was evaluated using a chart of eight greens in the upper and lower leaves.",
        "RESULTS: The union invited growers to a 2-day workshop on soils.",
        "RESULTS: Seven trials and two surveys of poor to fair quality were identified in the effectiveness review.",
        "CONCLUSIONS: Currently, two field trials are ongoing to assess gypsum.",
        "CONCLUSIONS: Gypsum is awaiting approval in several countries.",
        "CONCLUSIONS: Liming policies seek to offset the losses of farms.",
        "CONCLUSIONS: The framework integrates experience from other schemes of liming.",
        "CONCLUSIONS: Several causes of acidity have been proposed.",
        "CONCLUSIONS: There are increasing studies on the liming of forests.",
        "CONCLUSIONS: Lime is often assumed to raise the value of land.",
        "CONCLUSIONS: It is tempting to speculate that lime may reach the roots.",
        "CONCLUSIONS: Because soils turn acid slowly, a mild treatment is desirable.",
        "CONCLUSIONS: Treatment of acid soil includes lime, ash, marl and gypsum.",
        "RESULTS: Field and pot studies have previously shown little benefit of gypsum.",
        "RESULTS: Previous studies on farms showed little benefit of gypsum.",
        "CONCLUSIONS: A short review of gypsum is included as well.",
        "CONCLUSIONS: Examples from two valleys are given throughout the text.",
        "CONCLUSIONS: We offer suggestions for further trials and a plan of sampling.",
        "CONCLUSIONS: The chapter reports on a close reading of the ledgers of farms.",
        "CONCLUSIONS: The article concludes by reflecting on the fate of fields.",
        "RESULTS: The survey was meant to identify fields that had been limed.",
    ],
)
def test_plans_methods_assumptions_and_opinions_are_no_findings(text):
    """What is going on, meant to be, assumed, or was measured, and what a paper holds beside its matter."""
    assert "finding" not in read_parts(split_sentences(text))


@pytest.mark.parametrize(
    "text",
    [
        "RESULTS: It was found that liming is often considered too dear by farmers.",
        "RESULTS: Twelve trials were included, which showed higher yields with lime.",
        "RESULTS: Yield was measured by weight and increased after liming.",
        "RESULTS: Yields rose after farms were converted to organic rules.",
        "RESULTS: Our results replicate those of previous studies and suggest that lime raises yields.",
        "RESULTS: Farmers seek to offset losses by liming more.",
        "RESULTS: Pasture was converted to woodland in most of the valleys.",
        "CONCLUSIONS: There is growing evidence that lime raises yields.",
    ],
)
def test_results_that_name_a_method_or_an_opinion_stay_findings(text):
    """Where what came out is said beside what was done, held or known."""
    assert "finding" in read_parts(split_sentences(text))
