"""What a result relates to what is read where the words are plain, and left empty where they are not."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.directions import find_direction
from tasks.analysts.extractive.relation_parts import read_relation_parts

PLAIN = {
    "Women had lower hair cortisol than men.": [("Women", "men", "hair cortisol")],
    "Sleep was shorter in nurses than in teachers.": [("nurses", "teachers", "Sleep")],
    "Yields were significantly higher on farms with hedges (12 t) compared with farms without.": [
        ("farms with hedges", "farms without", "Yields")
    ],
    "Work stress was positively associated with hair cortisol (r = 0.3).": [("Work stress", "", "hair cortisol")],
    "The number of bees correlated negatively with distance to forest.": [("distance to forest", "", "number of bees")],
    "Hair cortisol was not associated with age or sex.": [("age", "", "Hair cortisol"), ("sex", "", "Hair cortisol")],
    "Higher hair cortisol was associated with hypertension.": [("hair cortisol", "", "hypertension")],
    "Naps were associated with a reduction in errors at 12 weeks.": [("Naps", "", "errors")],
    "Training led to a significant increase in trust.": [("Training", "", "trust")],
    "Pesticides reduced the abundance of bees, butterflies and beetles by 30%.": [
        ("Pesticides", "", "abundance of bees, butterflies and beetles")
    ],
    "Hair cortisol rose with body mass index, age and systolic blood pressure.": [
        ("body mass index", "", "Hair cortisol"),
        ("age", "", "Hair cortisol"),
        ("systolic blood pressure", "", "Hair cortisol"),
    ],
    "No difference in pain was found between naps and coffee.": [("naps", "coffee", "pain")],
    "There were no significant differences between the drug and placebo in pain.": [("drug", "placebo", "pain")],
    "Errors did not differ between the groups.": [("", "", "Errors")],
    "Naps had no effect on errors or mood.": [("Naps", "", "errors"), ("Naps", "", "mood")],
    "Neck, waist and hip circumference were positively correlated with stress.": [
        ("Neck, waist and hip circumference", "", "stress")
    ],
    "Teachers had higher systolic and diastolic blood pressure, weight and stress than nurses.": [
        ("Teachers", "nurses", "systolic and diastolic blood pressure"),
        ("Teachers", "nurses", "weight"),
        ("Teachers", "nurses", "stress"),
    ],
    "Stress, quality of life and sleep showed no link with hair cortisol.": [
        ("Stress", "", "hair cortisol"),
        ("quality of life", "", "hair cortisol"),
        ("sleep", "", "hair cortisol"),
    ],
    "The new leather exhibits enhanced strength and softness than cotton.": [
        ("new leather", "cotton", "strength"),
        ("new leather", "cotton", "softness"),
    ],
    "Compared with nurses, teachers had higher stress.": [("teachers", "nurses", "stress")],
    "Cortisol was positively correlated with weight and was higher in smokers.": [
        ("Cortisol", "", "weight"),
        ("smokers", "", "Cortisol"),
    ],
    "Lower income was associated with less sleep.": [("Lower income", "", "sleep")],
    "We found that pain scores decreased after the course.": [("course", "", "pain scores")],
    "Patients had lower weight.": [("", "", "weight")],
    # What people are, or receive, is the exposure wherever it stands.
    "Stroke risk was positively correlated with the dose of warfarin therapy.": [
        ("dose of warfarin therapy", "", "Stroke risk")
    ],
    "Serum ferritin was positively associated with male sex and liver fat.": [
        ("male sex", "", "Serum ferritin"),
        ("Serum ferritin", "", "liver fat"),
    ],
    "Falls were inversely associated with vitamin D intake.": [("vitamin D intake", "", "Falls")],
    "Mortality was not associated with use of statins.": [("use of statins", "", "Mortality")],
    "There was a positive association between screen time and myopia.": [("screen time", "", "myopia")],
    "Alcohol intake was positively associated with low mood.": [("Alcohol intake", "", "low mood")],
    "Rainfall levels were negatively associated with the number of bees.": [("Rainfall levels", "", "number of bees")],
    "Factors associated with higher mortality were older age and diabetes.": [
        ("older age", "", "mortality"),
        ("diabetes", "", "mortality"),
    ],
    # Shares, frequencies and people counted.
    "Gloves were associated with a significantly lower rate of burns than mittens.": [
        ("Gloves", "mittens", "rate of burns")
    ],
    "Gloves resulted in a burn rate that was 30% lower than with bare hands.": [("Gloves", "bare hands", "burn rate")],
    "Burns were significantly less frequent with gloves.": [("gloves", "", "Burns")],
    "Fewer adults in the glove group had burns.": [("glove", "", "burns")],
    "Gloves showed a significant reduction of 30% in burns.": [("Gloves", "", "burns")],
    # No difference.
    "Burns were similar between the two groups.": [("", "", "Burns")],
    "Iron levels were not affected by tea.": [("tea", "", "Iron levels")],
    "There was no increase in burns.": [("", "", "burns")],
}
NOT_PLAIN = (
    "They predicted higher stress than expected and this was significant in a larger group.",
    "Results showed cortisol was lower.",
    "The increased number of those visits was in this.",
    "The authors document that firm age and liquidity were positively associated with disclosure.",
    "Pollination strongly affected yield even under reduced water.",
    "No difference in pain was found between adults with and without sleep loss.",
    "Fertilizer doses had no side effects on bees or beetles.",
    "Extraction recovered most of it, with a modest positive correlation with 24-hour urine.",
)


@pytest.mark.parametrize("text", PLAIN)
def test_plain_relations_are_read_part_by_part(text):
    """Exposure, comparator and outcome in the words of the text, each where it stands; a list gives several results."""
    directions = find_direction(text)
    found = read_relation_parts(text, directions[0].value) if directions else []
    fields = ("exposure_or_intervention", "comparator", "outcome")
    named = [{datum.field: datum.value for datum in one.terms} for one in found]
    assert [tuple(one.get(field, "") for field in fields) for one in named] == PLAIN[text]
    assert all(" ".join(text[datum.start : datum.end].split()) == datum.value for one in found for datum in one.terms)


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_what_is_not_plain_is_left_empty(text):
    """Pronouns, verbs that no form has, and forms within forms give nothing, whatever the direction."""
    assert [read_relation_parts(text, direction) for direction in "+-0"] == [[], [], []]


def test_a_part_of_another_direction_leaves_all_empty():
    """Which of the two the direction is of is then not sure."""
    text = "Naps were positively associated with mood and negatively associated with errors."
    assert read_relation_parts(text, "+") != [] or read_relation_parts(text, "-") == []
