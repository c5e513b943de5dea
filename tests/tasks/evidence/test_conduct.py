"""Randomisation, blinding, attrition and adjustment: what a text says plainly of itself, in its own words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tasks.evidence.conduct import FINDERS, find_adjustment, find_attrition, find_blinding, find_randomisation
from tasks.evidence.data import Datum

Find = Callable[[Sequence[str]], tuple[int, Datum] | None]

STATED: tuple[tuple[Find, str, str], ...] = (
    (find_randomisation, "Ninety patients were randomly assigned to walking or to rest.", "randomly assigned"),
    (
        find_randomisation,
        "Forty women were randomised by a computer-generated random sequence to yoga or care as usual.",
        "computer-generated random sequence",
    ),
    (find_randomisation, "Patients were randomized 2:1 to drug or placebo.", "randomized 2:1"),
    (find_randomisation, "In a cluster-randomised trial, 12 schools took part.", "cluster-randomised"),
    (find_randomisation, "We report a non-randomised study of 30 adults.", "non-randomised"),
    (find_blinding, "The trial was double-blind and placebo-controlled.", "double-blind"),
    (
        find_blinding,
        "Outcome assessors were blinded to group allocation.",
        "Outcome assessors were blinded to group allocation",
    ),
    (find_blinding, "Pain was rated by blinded raters at week 6.", "blinded raters"),
    (find_blinding, "This open-label, single-centre trial enrolled 20 adults.", "open-label"),
    (find_attrition, "The dropout rate was 12%.", "dropout rate was 12%"),
    (find_attrition, "Of those enrolled, 21 (14%) were lost to follow-up.", "21 (14%) were lost to follow-up"),
    (find_attrition, "In all, 88% of participants completed the trial.", "88% of participants completed the trial"),
    (find_adjustment, "Models were adjusted for age, sex and smoking.", "adjusted for age, sex and smoking"),
    (find_adjustment, "After adjusting for body mass index, the link held.", "adjusting for body mass index"),
    (
        find_adjustment,
        "After adjustment for age and sex, cortisol was higher in men.",
        "adjustment for age and sex",
    ),
)
LEFT: tuple[tuple[Find, str], ...] = (
    (find_randomisation, "Randomised trials are needed."),
    (find_randomisation, "A random sample of 200 households was interviewed."),
    (find_randomisation, "It was shown in a randomised study that drug A helps."),
    (find_randomisation, "Providers would participate in a randomised study."),
    (find_blinding, "Previous double-blind trials gave mixed results."),
    (find_blinding, "Blind people were interviewed at home."),
    (find_blinding, "All received open-label treatment in the extension."),
    (find_blinding, "Ratings were unblinded for pain and blinded for sleep."),
    (find_attrition, "Dropout was 12% in the first and 20% in the second group."),
    (find_attrition, "Three patients withdrew due to nausea."),
    (find_attrition, "Social withdrawal (40%) was common."),
    (find_adjustment, "Results were adjusted for multiple comparisons."),
    (find_adjustment, "Adjusted for age, sex, hair cortisol was higher in men."),
    (find_adjustment, "Controlling for time, drug A and drug B were associated with gains."),
    (find_adjustment, "Costs were adjusted for inflation."),
)


@pytest.mark.parametrize(("find", "sentence", "value"), STATED)
def test_what_is_said_plainly_is_taken_in_its_words(find: Find, sentence: str, value: str) -> None:
    """The value is what the text has, and stands where the datum says."""
    found = find(["Stress is common.", sentence])
    assert found is not None
    place, datum = found
    assert (place, datum.value) == (1, value)
    assert sentence[datum.start : datum.end] == value


@pytest.mark.parametrize(("find", "sentence"), LEFT)
def test_what_is_not_sure_stays_empty(find: Find, sentence: str) -> None:
    """Other studies, parts, several figures, lists without a plain end, and words that mean something else."""
    assert find([sentence]) is None


@pytest.mark.parametrize("find", FINDERS)
def test_a_text_that_pools_studies_has_no_conduct_of_its_own(find: Find) -> None:
    """What a meta-analysis says is said of the studies that it has put together."""
    told = [sentence for _, sentence, _ in STATED]
    assert find(["We performed a meta-analysis of double-blind trials.", *told]) is None
    assert find(["Of the reports, 8 were randomised controlled trials.", *told]) is None


@pytest.mark.parametrize("find", FINDERS)
@pytest.mark.parametrize("words", ["adjusted for " + "a, " * 400, "a " * 600, "randomised, " * 100, "1 (2%) " * 170])
def test_hostile_sentences_end(find: Find, words: str) -> None:
    """No sentence of the longest length that is read keeps a rule busy for seconds."""
    find([words[:1_200]])
