"""Data are extracted by rule with the clause they stand in; where the words are not plain the field stays empty."""

from __future__ import annotations

import pytest

from storage.reading.reading import FULL_TEXT
from storage.records.search import Work
from storage.records.writing import Page
from tasks.analysts.extractive.directions import find_direction
from tasks.analysts.extractive.summary import summarise_work
from tests.benchmarks.worlds import DEFAULT_WORLDS
from tests.written.works import FULL_TEXTS, choose_abstracts, read_full_texts

ABSTRACT = (
    "Background: Sleep may matter. Methods: One hundred eighty nurses were randomly assigned to naps or to coffee. "
    "Results: Nurses who napped had higher alertness scores than nurses who drank coffee (MD 2.1, 95% CI 0.8 to 3.4; "
    "P&lt;.001). Errors did not differ between naps and coffee (OR 0.9; 95% CI, 0.6 to 1.3). "
    "Conclusions: Naps may help nurses at night in hospitals."
)


def _data(summary):
    texts = {finding.finding_id: finding.quote.text for finding in summary.findings} | {"": "study"}
    return {(texts[one.finding_id][:6], one.field): (one.value, one.quote.text) for one in summary.extractions}


def test_a_trial_is_read_with_the_words_of_each_datum():
    """Design and size of the study; direction, effect with interval and p of each finding; each with its clause."""
    summary = summarise_work(Work("W1", "Naps"), [Page("W1", 0, ABSTRACT, "openalex")])
    data = _data(summary)
    assigned = "One hundred eighty nurses were randomly assigned to naps or to coffee."
    assert data["study", "design"] == ("randomised trial", assigned)
    assert data["study", "n"] == ("180", assigned)
    napped = {field: value for (start, field), (value, _) in data.items() if start == "Nurses"}
    erred = {field: value for (start, field), (value, _) in data.items() if start == "Errors"}
    assert napped == {
        "exposure_or_intervention": "Nurses who napped", "comparator": "nurses who drank coffee",
        "outcome": "alertness scores", "direction": "+", "measure": "MD", "effect": "2.1", "ci_low": "0.8",
        "ci_high": "3.4", "p": "<0.001",
    }  # fmt: skip
    assert erred == {
        "exposure_or_intervention": "naps", "comparator": "coffee", "outcome": "Errors", "direction": "0",
        "measure": "OR", "effect": "0.9", "ci_low": "0.6", "ci_high": "1.3",
    }  # fmt: skip
    assert {one.source for one in summary.extractions} == {"extractive"}


def test_each_term_of_a_list_is_a_result_and_a_number_is_of_the_one_before_it():
    """Three outcomes of one sentence have its direction each; the effect stands behind the second of them."""
    text = "Nurses who napped had higher alertness, mood (MD 2.1, 95% CI 0.8 to 3.4) and balance than teachers."
    summary = summarise_work(Work("W1", "Naps"), [Page("W1", 0, text, "openalex")])
    results = {}
    for one in summary.extractions:
        results.setdefault(one.result, {})[one.field] = one.value
    assert [(each["outcome"], each["direction"]) for each in results.values()] == [
        ("alertness", "+"),
        ("mood", "+"),
        ("balance", "+"),
    ]
    assert [number for number, each in results.items() if "effect" in each] == [2]


def test_a_full_text_adds_what_its_abstract_leaves_out():
    """What the abstract states is taken from there; the methods are asked for the rest."""
    methods = (
        "# Methods\n\nThis cross-sectional study asked people about their hair. A total of 212 adults were recruited "
        "in two clinics of one town.\n\n# Results\n\nHair cortisol was positively correlated with stress in adults of "
        "the town, and this held for women and for men alike."
    )
    pages = [
        Page("W1", 0, "We recruited 210 adults and asked them about hair.", "x"),
        Page("W1", 1, methods, FULL_TEXT),
    ]
    study = {one.field: (one.value, one.quote.page) for one in summarise_work(Work("W1", "Hair"), pages).extractions}
    assert (study["design"], study["n"]) == (("cross-sectional study", 1), ("210", 0))


DIRECTIONS = {
    "Work stress was positively associated with hair cortisol.": "+",
    "Nurses had higher cortisol than teachers.": "+",
    "Shift work was associated with increased risk of diabetes.": "+",
    "Pain scores decreased after the course.": "-",
    "Yield was negatively correlated with distance to forest.": "-",
    "The drug reduced seizures.": "-",
    "Hair cortisol correlated positively with body mass index.": "+",
    "Higher baseline hair cortisol was associated with hypertension.": "+",
    "Naps led to a marked reduction in errors.": "-",
    "Errors did not differ between the groups.": "0",
    "Hair cortisol was not associated with age.": "0",
    "Obesity was not associated with elevated cortisol.": "0",
    "Neither gloves nor masks reduced infections.": "0",
    "There was an insignificant decrease in pain with ice.": "0",
    "The difference in growth was insignificant.": "0",
    "Growth was comparable between shaded and open plots.": "0",
    "Similar rates of fever were found in both arms.": "0",
    "The syrup and honey were equally effective.": "0",
    "The syrup was no better than honey for cough.": "0",
    "The syrup failed to reduce cough.": "0",
    "Fever remained unchanged.": "0",
    "There was no increase in falls.": "0",
    "Infection rates were 30% lower with gloves than without.": "-",
    "Reminders were associated with a 12% higher uptake.": "+",
    "Infection was less common in gloved than in bare hands.": "-",
    "Fewer children in the syrup group had fever.": "-",
    "The syrup achieved a reduction of 88% in coughing.": "-",
}
UNCLEAR = (
    "Naps may reduce errors.",
    "Stress increased cortisol and decreased sleep.",
    "Cortisol increased in women but not in men.",
    "Placebo patients had higher scores than treated patients.",
    "We examined whether stress was associated with cortisol.",
    "Severity decreased similarly in both groups.",
    "Increased seed set has minimal effects on growth.",
    "Most adults failed to meet the criteria.",
    "We report on five patients from three unrelated families.",
    "The score improved.",
    "Traits of leaves, and the change following decreases in light, were important.",
    "Fat correlated positively with mood and negatively with errors.",
    "The reform did not simply alter the methods.",
    "Reliability for risk factors fell within the range that was planned.",
    "The alarming declines of bees call for efficient data.",
    "Pain did not differ, and sleep was longer with ice.",
    "Serum iron did not change, and haemoglobin increased.",
    "Survival was comparable between groups, whereas relapse was slower.",
    "Rates were not higher than 5%.",
    "A similar relation between tea and iron was found in both surveys.",
    "Of drivers, not all had higher risk.",
)


@pytest.mark.parametrize("text", DIRECTIONS)
def test_a_plain_direction_is_read(text):
    """More, less and no difference of the outcome, literally."""
    assert [datum.value for datum in find_direction(text)] == [DIRECTIONS[text]]


@pytest.mark.parametrize("text", UNCLEAR)
def test_a_direction_that_is_not_plain_is_none(text):
    """Expectations, contrasts, references named first, and words that only look like a denial give nothing."""
    assert find_direction(text) == []


def test_a_text_written_to_be_slow_is_passed_over():
    """A sentence without end is read by no rule, which would take minutes of it."""
    hostile = "We develop a " + "one hundred " * 1_600 + "word-" * 800 + "."
    assert summarise_work(Work("W1", "Naps"), [Page("W1", 0, hostile, "openalex")]).extractions == ()


@pytest.mark.skipif(not DEFAULT_WORLDS.is_dir(), reason="the real works are in ../shared/data, beside a checkout")
@pytest.mark.parametrize(
    "documents",
    [
        pytest.param({*FULL_TEXTS} - {"deep-review.pdf"}, id="four full texts"),
        pytest.param({"deep-review.pdf"}, id="sixty pages", marks=pytest.mark.slow),
    ],
)
def test_every_datum_of_real_works_stands_on_its_page(documents):
    """Of 80 abstracts and of full texts every field filled has words that stand on the page to the character."""
    filled = 0
    for _, work, pages in [*choose_abstracts(), *read_full_texts(documents)]:
        texts = {(page.page, page.source): page.text for page in pages}
        for one in summarise_work(work, pages).extractions:
            quote = one.quote
            assert quote.text
            assert texts[quote.page, quote.source][quote.char_start : quote.char_end] == quote.text
            filled += 1
    assert filled > 50
