"""Which result of a work is told first: that of its declared outcome, or the effect that studies come to together."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Plan, Work
from storage.records.writing import Page, ReadWork
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.key_findings import write_findings
from tasks.analysts.extractive.main_first import needs_title
from tasks.analysts.extractive.main_results import read_aims, states_main_result, states_pooled, weigh_result
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.reporting_verbs import choose_verbs
from tasks.analysts.extractive.summary import summarise_work
from tasks.analysts.protocol import ReviewMaterial
from tests.tasks.analysts.conftest import gather, read_abstract

ANALYST = ExtractiveAnalyst()

TRIAL = (
    "OBJECTIVE: To compare felt soles with cork soles in postal workers. METHODS: In a randomised trial 120 postal "
    "workers wore felt or cork soles for ten weeks. The primary outcome was foot pain at ten weeks. "
    "RESULTS: Workers with felt soles walked significantly faster and reported significantly better sleep than workers "
    "with cork soles. Foot pain at ten weeks did not differ between felt and cork soles. "
    "CONCLUSIONS: Felt soles significantly improve walking speed and sleep of postal workers."
)
POOLING = (
    "BACKGROUND: Whether felt soles ease foot pain is unclear. METHODS: We conducted a random-effects meta-analysis of "
    "trials of felt soles. RESULTS: The effect of felt soles was significantly moderated by age and by the length of "
    "trials. Across 14 trials felt soles reduced foot pain (SMD = -0.31, 95% CI -0.50 to -0.12). "
    "There was substantial heterogeneity between trials. "
    "Egger's test did not indicate publication bias, and subgroup analyses found larger effects in women."
)


def _findings(title: str, text: str) -> list[str]:
    summary = summarise_work(Work("W1", title, abstract=text), [Page("W1", 0, text)])
    return [finding.text for finding in summary.findings if finding.kind == "finding"]


def test_a_declared_outcome_that_did_not_differ_is_told_before_gains_on_others():
    """Whatever else improved, and whatever the conclusion makes of it."""
    assert _findings("Felt soles for postal workers: a randomised trial", TRIAL)[0].startswith("Foot pain at ten weeks")


@pytest.mark.parametrize(
    "text",
    [
        "There was no significant difference between felt and cork in the primary outcome.",
        "The primary endpoint was not met.",
        "The primary outcome did not differ between felt and cork.",
        "Felt soles failed to improve the primary efficacy measure.",
    ],
)
def test_a_sentence_that_names_the_primary_outcome_tells_how_it_came_out(text):
    """It is a result, not a declaration, and comes before the work's other results."""
    assert states_main_result(text)
    told = TRIAL.replace("Foot pain at ten weeks did not differ between felt and cork soles.", text)
    assert _findings("Felt soles for postal workers: a randomised trial", told)[0] == text


@pytest.mark.parametrize(
    "text",
    [
        "The primary outcome was foot pain at ten weeks.",
        "The primary outcome measures, taken every week, were foot pain and falls.",
        "The difference in foot pain was the primary endpoint.",
        "In a subgroup analysis the primary outcome improved with felt.",
    ],
)
def test_a_declaration_or_a_subgroup_is_not_how_the_primary_outcome_came_out(text):
    """What was to be measured, and what was found in a part of the sample."""
    assert not states_main_result(text)


def test_no_difference_in_any_outcome_holds_for_the_primary_one():
    """So it is told before what the work makes of it."""
    aims = read_aims("Felt or cork", "The primary outcome was foot pain. No significant differences were found.")
    assert weigh_result(aims, "No significant differences across any outcomes were found.") > weigh_result(
        aims, "Walking speed improved with felt."
    )


def _read(number: int, title: str, text: str) -> ReadWork:
    return read_abstract(
        Work(f"W{number}", title, year=2000 + number, authors=(Author("A Cobbler"),), abstract=text), text
    )


SINGLE = "Cork soles reduced foot pain (d = 0.4, 95% CI 0.1 to 0.7) in postal workers. The workers were tired."


def test_a_pooled_effect_is_told_with_its_figures_and_the_caveat_behind_it():
    """Before any single study, under a sentence that says why; a single study has no brackets with statistics."""
    works = [
        _read(1, "Cork soles and foot pain", SINGLE),
        _read(2, "Felt soles for foot pain: a meta-analysis", POOLING),
    ]
    paragraphs = write_findings(Writer.of(works, "t1"), gather(works, "Soles"), 300)
    told = " ".join(line.text for paragraph in paragraphs for line in paragraph)
    places = [told.index(words) for words in ("pools studies", "SMD = -0.31", "heterogeneity", "ork soles reduced")]
    assert places == sorted(places)
    assert "d = 0.4" not in told


def test_where_there_is_little_room_the_main_result_is_told_and_no_shorter_one():
    """A null result of a declared outcome makes no room for a gain that takes fewer words."""
    works = [
        _read(number, f"Felt soles in town {number}", TRIAL.replace("felt soles", f"felt soles {number}"))
        for number in range(1, 5)
    ]
    paragraphs = write_findings(Writer.of(works, "t1"), gather(works, "Soles"), 40)
    told = [line.text for paragraph in paragraphs for line in paragraph]
    assert "oot pain at ten weeks did not differ" in told[0]


def test_a_main_result_that_names_nothing_is_told_with_its_title():
    """That a primary outcome did not differ says nothing where nobody knows what was compared."""
    text = TRIAL.replace(
        "Foot pain at ten weeks did not differ between felt and cork soles.",
        "There was no significant difference in the primary outcome.",
    )
    work = _read(1, "Felt or cork “insoles” for postal workers.", text)
    told = Writer.of([work], "t1").word(work, work.summary.findings[0])
    assert told.startswith("In “Felt or cork \u2018insoles\u2019 for postal workers”, Cobbler (2001)")


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        ("No significant differences across any outcomes were found between groups.", True),
        ("Patients in both conditions slept longer.", True),
        ("Significant improvements were found.", True),
        ("No differences between groups with cork and felt soles were found.", False),
        ("Sleep was better in both groups than before.", False),
        ("Significant improvements of felt soles were found.", False),
        ("Most of the treatments hurt felt.", False),
    ],
)
def test_groups_without_names_are_told_with_the_title(sentence, is_told):
    """Nobody could say otherwise what was compared, or what made things better."""
    assert needs_title(_read(1, "Felt or cork soles", TRIAL), sentence) is is_told


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("Further trials of felt soles are needed in nurses.", {"argue", "note", "point out"}),
        ("Felt soles may play a role in foot pain.", {"suggest"}),
        ("Felt soles should be worn by all postal workers.", {"argue", "suggest"}),
        ("Felt soles ease foot pain in postal workers.", {"conclude", "report"}),
    ],
)
def test_what_is_called_for_or_hoped_is_not_concluded(text, verbs):
    """Only what a text claims at its end is its conclusion."""
    assert set(choose_verbs("finding", text, ends=True)) == verbs


def test_a_premise_is_no_conclusion():
    """What a text says in the present before its end is stated."""
    assert "conclude" not in choose_verbs("finding", "Foot pain is a reason to stay at home.", ends=False)


def test_the_abstract_tells_a_pooled_effect_where_a_theme_has_one():
    """And no gain of a trial whose declared outcome did not differ."""

    def tell(*works: ReadWork) -> str:
        theme = gather(list(works), "Soles")
        review = ReviewMaterial(Plan("soles for foot pain"), (theme,), (ANALYST.analyse_theme(theme),), {})
        return ANALYST.write_abstract(review, 300).markdown

    single = _read(1, "Cork soles and foot pain", SINGLE)
    pooling = _read(2, "Felt soles for foot pain: a meta-analysis", POOLING)
    trial = _read(3, "Felt soles for postal workers: a trial", TRIAL)
    assert "SMD = -0.31" in tell(single, trial, pooling)
    assert "ork soles reduced foot pain" in tell(single, trial)
    assert "walking speed" not in tell(trial)


def test_what_studies_come_to_together_is_told_first_and_moderators_after_it():
    """A work that pools studies is known by its pooled effect; how far that can be trusted is told as well."""
    findings = _findings("Felt soles for foot pain: a meta-analysis", POOLING)
    assert findings[0].startswith("Across 14 trials felt soles reduced foot pain")
    assert any("heterogeneity" in text for text in findings)


def test_an_effect_named_after_a_person_is_pooled():
    """The apostrophe of "Hedges' g" hides no pooled effect, and a net benefit is one."""
    assert states_pooled(
        "Combining measures of errors revealed a net benefit in favor of naps (pooled Hedges' g -0.62)."
    )
    assert not states_pooled("Combining measures of errors was done by pooled Hedges' g.")


def test_a_review_that_could_not_pool_has_no_pooled_effect():
    """An effect it reports is that of a single study."""
    text = POOLING.replace(
        "We conducted a random-effects meta-analysis of trials", "A meta-analysis was not possible of trials"
    )
    assert not read_aims("Felt soles: a systematic review", text).pools


def test_a_pooled_difference_told_with_its_heterogeneity_is_the_result():
    """It says how far the studies agree as well; a sentence on nothing else only qualifies."""
    aims = read_aims("Felt soles: a meta-analysis", POOLING)
    both = "There was no significant difference in pain between felt and cork, and a high level of heterogeneity."
    assert weigh_result(aims, both) > 0 > weigh_result(aims, "There was a high level of heterogeneity.")


def test_by_what_an_outcome_was_measured_is_no_part_of_it():
    """A scale that is named after other things as well would make results on these the main ones."""
    text = (
        "The primary endpoint was change in foot pain, assessed with the Sleep and Fatigue Scale. "
        "Foot pain fell by half with felt. Sleep and fatigue improved on the scale."
    )
    aims = read_aims("Felt or cork", text)
    assert weigh_result(aims, "Foot pain was reduced by half with felt.") > 0
    assert not weigh_result(aims, "Sleep and fatigue improved on the scale.")


def test_what_results_agree_with_or_might_help_with_is_not_told_first():
    """A result is, though its conclusion is nearer to the title."""
    text = (
        "RESULTS: Felt soles were worn by most workers and pain was significantly lower with felt than with cork. "
        "CONCLUSIONS: Our findings replicate those of earlier trials of felt soles and foot pain in postal workers. "
        "Felt soles may help postal workers with foot pain."
    )
    assert _findings("Felt soles for foot pain in postal workers", text)[0].startswith("Felt soles were worn by most")


def test_a_sentence_with_many_figures_is_legible():
    """Means and deviations of two groups are no table."""
    text = "RESULTS: The mean change in pain was -12.16 +/- 7.74 with felt and -9.64 +/- 7.74 with cork (p =.019)."
    assert _findings("Felt", text)
    assert not _findings("Felt", "RESULTS: Felt was 1.2 3.4 5.6 7.8 9.1 and cork was 2.2 3.1 4.5 6.6 7.7 8.1.")


def test_a_main_result_is_told_with_its_interval():
    """Without it nobody sees that an effect below one is none."""
    text = (
        "The primary outcome was any fall. The odds ratio of any fall with felt was 0.86 (95% CI 0.45 to 1.66). "
        "Felt soles were liked."
    )
    work = _read(1, "Felt soles and falls", text)
    assert "0.45 to 1.66" in Writer.of([work], "t1").word(work, work.summary.findings[0])


def test_figures_in_nested_brackets_are_dropped_whole():
    """Half a bracket of statistics would be left in the sentence otherwise."""
    text = "RESULTS: There was significant variance between trials of felt (\u03c4 = 0.15, 95% CI [0.06, 0.36])."
    assert _findings("Felt soles: a meta-analysis", text) == ["There was significant variance between trials of felt."]


SEARCHING = (
    "Felt soles are common. We searched MEDLINE and EMBASE for controlled trials of felt soles up to 2009. {} "
    "Felt soles reduced foot pain more than cork soles (OR 0.60, 95% CI 0.40 to 0.90), as in those given boots. "
    "The relationship was significantly moderated by sex."
)


@pytest.mark.parametrize(
    ("sentence", "pools", "reviews"),
    [
        ("Results were pooled with a random-effects model.", True, False),
        ("Twenty-two trials with 1742 workers were included.", False, True),
        ("Two shoemakers judged the soles.", False, False),
    ],
)
def test_a_review_is_known_by_its_content_too(*, sentence: str, pools: bool, reviews: bool):
    """What was searched for and then pooled or counted is a review, whatever its title says."""
    aims = read_aims("Felt soles for postal workers", SEARCHING.format(sentence))
    assert (aims.pools, aims.reviews) == (pools, reviews)


def test_of_a_review_known_by_its_content_the_pooled_effect_is_first_and_counts_and_moderators_last():
    """Neither how many studies there were nor what moderates the effect is told for it."""
    text = SEARCHING.format("Twenty-two trials with 1742 workers were included and pooled with a random-effects model.")
    aims = read_aims("Felt soles for postal workers", text)
    assert weigh_result(aims, "Twenty-two trials with 1742 workers were included.") < 0
    assert weigh_result(aims, "The relationship was significantly moderated by sex.") < 0
    assert _findings("Felt soles for postal workers", text)[0].startswith("Felt soles reduced foot pain more than cork")
