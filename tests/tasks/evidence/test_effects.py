"""Effects, intervals and p values are read as journals print them, and not at all where a sentence states several."""

from __future__ import annotations

import pytest

from tasks.evidence.effects import find_effect, find_p_value

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
}
SILENT = (
    "OR 1.2 (95% CI 1.0-1.5) and 2.0 (95% CI 1.5-3.0)",  # two effects, one finding
    "a resting HR 72 (60\u201380)",  # a heart rate
    "\u03b2=0.3 (95% CI 0.4-0.6)",  # outside its interval
    "agreement was good (ICC = 0.70 to 1.00)",
    "the OR was closed for 12 (8-20) days",
    "p = 0.03 for one and p = 0.04 for the other",
    "a sample of 40 adults, step 5",
)


@pytest.mark.parametrize("text", STATED)
def test_what_a_sentence_states_is_read_with_its_words(text):
    """Measure, effect, interval and p come out as decimals; their words stand in the text."""
    found = [*find_effect(text), *find_p_value(text)]
    told = {datum.field: datum.value for datum in found}
    assert tuple(told.get(name, "") for name in ("measure", "effect", "ci_low", "ci_high", "p")) == STATED[text]
    digits = text.replace("·", ".").replace(",", ".")
    assert all(datum.value.lstrip("-<0") in digits for datum in found if datum.field != "measure")
    assert all(text[datum.start : datum.end].strip() for datum in found)


@pytest.mark.parametrize("text", SILENT)
def test_what_could_be_meant_otherwise_is_left_out(text):
    """Two effects, a range, a rate, an effect outside its interval and two p values give nothing."""
    assert find_effect(text) + find_p_value(text) == []
