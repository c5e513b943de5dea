"""What abstracts leave open is recognised in the words of several fields, and what only sounds like it is not."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.discourse_cues import part_played, states_dispute
from tasks.analysts.extractive.sentences import Sentence, split_sentences

ASKED = (
    "Larger, multicentre trials that follow the children into school should be conducted.",
    "Whether the same holds for older wells is unknown.",
    "The role of soil moisture in this process has not yet been established.",
    "However, controlled data are required to confirm the effect on yields.",
    "The association between tenure and tree planting merits further investigation.",
    "Sampling season and hair colour should be considered in future analyses.",
    "More randomised, placebo-controlled trials of the short course are urgently needed.",
    "A number of questions remain, including the effect on joint health.",
    "Our results justify prospective research on the timing of the first dose.",
    "The usefulness of the score in primary care must be confirmed.",
    "A better understanding of how farmers weigh these services is also required.",
    "Important topics for future research include the cost of each step.",
    "Further validation of the network on noisy traces will be necessary.",
    "Future studies could compare the two solvents under reservoir pressure.",
    "It remains to be seen whether lenders price this risk.",
    "More needs to be done to bring this strand into the mainstream of the field.",
)
ADMITTED = (
    "Our findings should be interpreted with caution because the clinics were not chosen at random.",
    "Limitations include the single site and the lack of a control group.",
    "The high drop-out rate made interpretation of the scores difficult.",
    "From our data it is not possible to discern when the effect sets in.",
    "The model relies on expert opinion due to limited data availability.",
    "The evidence on long-term safety is scarce.",
    "To date, there are few controlled studies of this exercise.",
    "The cross-sectional design does not allow causal conclusions.",
    "Recall bias may have affected the estimates, and bias cannot be ruled out.",
    "These results are limited by a small sample.",
    "The sample size was insufficient for a test of the model.",
    "A caveat is that sleep was reported by the nurses themselves.",
    "Most trials end after a month, which keeps researchers from seeing lasting effects.",
)
NEITHER = (
    "Caution should be used when giving the drug to patients with glaucoma.",
    "The new catalyst overcomes the limitations of conventional acids.",
    "Long-term follow-up of the child is warranted.",
    "The scheme was extended to further villages, and more trees were planted.",
    "Analyses were adjusted for potential confounders such as age and income.",
    "Pharmacological treatment remains an important part of care.",
    "This paper discusses the strengths and limitations of five indices.",
    "The framework can be used in future studies of other basins.",
    "No adverse reactions were noted in clinical trials of the drug.",
    "Supply remains a challenge for hospitals in rural districts.",
    "The farmers need to be trained before the harvest.",
)


def _last(text: str) -> Sentence:
    return Sentence(0, len(text), text, "", 0.9)


@pytest.mark.parametrize("text", ASKED)
def test_a_call_for_research_is_recognised(text):
    """Passive and active, with the verb near or far, in medicine, ecology, economics and computing."""
    assert part_played(_last(text)) == "future_work"


@pytest.mark.parametrize("text", ADMITTED)
def test_a_limit_of_the_evidence_is_recognised(text):
    """Limits of a paper's own study and of the studies it reviews, with and without the word."""
    assert part_played(_last(text)) == "limitation"


@pytest.mark.parametrize("text", NEITHER)
def test_the_same_words_on_other_matters_are_passed_over(text):
    """Advice to clinicians, faults of other people's methods, plans of practice: none leaves the evidence open."""
    assert part_played(_last(text)) not in {"future_work", "limitation"}


def test_an_opening_says_why_a_paper_was_written_not_what_it_leaves_open():
    """What is unknown in the first sentence is what the paper goes on to answer; at its end it is left open."""
    text = (
        "The effect of shade on the ants is unknown. We counted ants in 40 plots for two years. Ants were more "
        "numerous under shade. Fruit set did not change. The effect of shade on the wasps is unknown."
    )
    parts = [part_played(sentence) for sentence in split_sentences(text)]
    assert parts[-1] == "future_work"
    assert parts[0] not in {"future_work", "limitation"}


@pytest.mark.parametrize(
    ("text", "disputed"),
    [
        ("The optimal dose remains controversial.", True),
        ("Earlier reports on the link are scarce and inconsistent.", True),
        ("Contrary to earlier reports, shade did not change fruit set.", True),
        ("There are trade-offs between carbon storage and water supply.", True),
        ("Tension-type headache was the most frequent diagnosis.", False),
        ("In contrast to the control group, the treated group improved.", False),
        ("Unlike placebo, the drug was well absorbed.", False),
        ("The wells were drilled in unlike formations.", False),
    ],
)
def test_a_dispute_is_one_about_the_evidence(text, disputed):
    """Groups that differ in one study, and words that only look like a dispute, are none."""
    assert states_dispute(text) == disputed
