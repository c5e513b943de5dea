"""Effects, intervals and p values are read as journals print them, one by one."""

from __future__ import annotations

import pytest

from tasks.evidence.effects import find_effects
from tasks.evidence.number_groups import read_numbers

STATED = {
    "odds fell (OR 1.85 (95% CI 1.20-2.85; p = .004))": ("OR", "1.85", "1.20", "2.85", "0.004"),
    "mortality (HR = 0.61; 95% CI, 0.41 to 0.90)": ("HR", "0.61", "0.41", "0.90", ""),
    "The annualised rate of treated bleeds was 2·4 (95% CI 1·4\u20134·3).": ("", "2.4", "1.4", "4.3", ""),
    "there was no difference (RR, 0.8 [0.6, 1.1])": ("RR", "0.8", "0.6", "1.1", ""),
    "odds ratio [OR] 1.85, 95% confidence interval [CI] 1.20\u20132.85": ("OR", "1.85", "1.20", "2.85", ""),
    "SMD = \u22120.42, 95% CI [\u22120.70, \u22120.14], p < .001": ("SMD", "-0.42", "-0.70", "-0.14", "<0.001"),
    "OR=0,62; IC95% 0,41-0,90": ("OR", "0.62", "0.41", "0.90", ""),
    "Odds Ratio 1.5, 95% KI 1,1-2,0": ("OR", "1.5", "1.1", "2.0", ""),
    "mean difference -3.4 mmHg (95% CI -5.1 to -1.7)": ("MD", "-3.4", "-5.1", "-1.7", ""),
    "MD -0.4, 95% CI -0.9--0.1": ("MD", "-0.4", "-0.9", "-0.1", ""),
    "aOR=1.85, p=0.004, 95% CI=1.20\u20132.85": ("OR", "1.85", "1.20", "2.85", "0.004"),
    "37 of 41 (90%; 95% CI 76·9-97·3)": ("%", "90", "76.9", "97.3", ""),
    "18.5% (95% CI: 12.1%\u201326.0%)": ("%", "18.5", "12.1", "26.0", ""),
    "(\u03b2 = -0.21, P&lt;0.05)": ("beta", "-0.21", "", "", "<0.05"),
    "correlated well with the scale, r = .88": ("r", "0.88", "", "", ""),
    "the cost was $10.4 million (95% CI, $4.1, $22.2)": ("", "10.4", "4.1", "22.2", ""),
    "47.3 pg/mg hair (95% CI=38.4-58.2)": ("", "47.3", "38.4", "58.2", ""),
    "RR 0.78, 0.45 to 1.35, P = 0.37": ("RR", "0.78", "0.45", "1.35", "0.37"),
    "B = -0.038, SE = 0.004, P < or = 0.05": ("beta", "-0.038", "", "", "\u22640.05"),
    "(p = 0.003, r = 0.324)": ("r", "0.324", "", "", "0.003"),
    "an effect size of 1.8 (95% CI, 0.7-3.4) tells that most fared better (P less than .05)": (
        "effect size",
        "1.8",
        "0.7",
        "3.4",
        "<0.05",
    ),
}
SILENT = (
    "a resting HR 72 (60\u201380)",  # a heart rate
    "\u03b2=0.3 (95% CI 0.4-0.6)",  # outside its interval
    "\u03b2 = 0.14-0.17, 95% CI = 0.01-0.30",  # a range
    "agreement was good (ICC = 0.70 to 1.00)",
    "the OR was closed for 12 (8-20) days",
    "a sample of 40 adults, step 5",
    "P values = 0.001, 0.04 and 0.2",  # of three
    "P = 1 \u00d7 10-5",
    "crude p = 0.06, adjusted p = 0.03",
)


@pytest.mark.parametrize("text", STATED)
def test_what_a_sentence_states_is_read_with_its_words(text):
    """Measure, effect, interval and p come out as decimals; their words stand in the text."""
    (found,) = (each.data for each in read_numbers(text))
    told = {datum.field: datum.value for datum in found}
    assert tuple(told.get(name, "") for name in ("measure", "effect", "ci_low", "ci_high", "p")) == STATED[text]
    digits = text.replace("·", ".").replace(",", ".")
    assert all(datum.value.lstrip("-<\u22640") in digits for datum in found if datum.field != "measure")
    assert all(text[datum.start : datum.end].strip() for datum in found)


@pytest.mark.parametrize("text", SILENT)
def test_what_could_be_meant_otherwise_is_left_out(text):
    """A range, a rate, an effect outside its interval and p values of more than one thing give nothing."""
    assert [datum for each in read_numbers(text) for datum in each.data] == []


SEVERAL = {
    "OR 1.2 (95% CI 1.0-1.5) and 2.0 (95% CI 1.5-3.0)": ["1.2", "2.0"],
    "rates were 4.5 (95% CI 3.1-6.6) for falls, 0.6 (0.3-1.5) for burns": ["4.5", "0.6"],
    "p = 0.03 for one and then p = 0.04 for the other": ["0.03", "0.04"],
    "gloves (OR 2.2, 95% CI 1.6-3.0; p<0.01) and masks (p = 0.20)": ["2.2 <0.01", "0.20"],
    "burns (p = 0.02), and cuts fell (OR 0.5, 95% CI 0.3-0.9)": ["0.02", "0.5"],
    "burns (OR 0.5, 95% CI 0.3-0.9) and, in cooks, cuts (95% CI 3-8)": ["0.5", ""],
}


@pytest.mark.parametrize("text", SEVERAL)
def test_several_results_have_numbers_of_their_own(text):
    """A p value is of the effect that it stands with, and else alone; an interval without its effect is a place."""
    told = [" ".join(one.value for one in each.data if one.field in {"effect", "p"}) for each in read_numbers(text)]
    assert told == SEVERAL[text]


def test_every_interval_of_a_sentence_is_counted():
    """One that could not be read stands without data, so that nobody takes the other for all there is."""
    assert [bool(each.data) for each in find_effects("OR 2 (95% CI 1-3); the rest (95% CI 4-5)")] == [True, False]
