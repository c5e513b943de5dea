"""Numbers with units: what is the same however it is written, and what a source does not state."""

from __future__ import annotations

import pytest

from tasks.text.quantities import Quantity, find_missing, find_quantities


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,000 bees", "1000 bees"),
        ("1,000 bees", "one thousand bees"),
        ("3.2 million ha", "3,200,000 hectares"),
        ("$3.2 million", "3200000 dollars"),
        ("22%", "22 per cent"),
        ("22 percent", "twenty-two percent"),
        ("three-centimetre segments", "3 cm of hair"),
        ("46.1 pg/mg", "46.1 pg per mg"),
        ("two hundred and five girls", "205 girls"),
        ("0.50", ".5"),
        ("0\u00b733", "0,33"),
        ("65-85 years", "65 to 85 years"),
        ("65\u201385 years", "between 65 and 85 years"),
        ("95% CI 1.2-3.4", "95 % confidence interval, 1.2 to 3.4"),
        ("six-year-olds", "6 years"),
    ],
)
def test_one_quantity_written_in_two_ways(one: str, other: str) -> None:
    """Separators, scales, words, signs, ranges and units of one meaning come to the same quantities."""
    assert find_quantities(one) == find_quantities(other) != []


@pytest.mark.parametrize("text", ["IL-6 and COVID-19", "CO2 and PM2.5", "one of two sides", "no number"])
def test_names_and_small_words_are_no_quantities(text: str) -> None:
    """Digits of a name state nothing, and neither do one and two in words."""
    assert find_quantities(text) == []


def test_values_and_units_are_read_together() -> None:
    """Each number comes with the unit that follows it, in order."""
    assert find_quantities("from 5.0 pg/mg to 8.5 pg/mg in 2,484 children") == [
        Quantity("5", "pg/mg"),
        Quantity("8.5", "pg/mg"),
        Quantity("2484", ""),
    ]


@pytest.mark.parametrize(
    ("sentence", "source", "missing"),
    [
        ("It rose by 22 percent.", "It rose by 22%.", []),
        ("It rose by 23 percent.", "It rose by 22%.", ["23 %"]),
        ("It rose by 22 kg.", "It rose by 22 mg.", ["22 kg"]),
        ("It rose by 22 mg.", "It rose by 22.", []),
        ("It rose from 5 to 10 percent.", "It rose from 5% to 10%.", []),
        ("Three works say so.", "Nothing.", []),
        ("Four works say so.", "Nothing.", ["4"]),
        ("Three percent say so.", "Nothing.", ["3 %"]),
    ],
)
def test_what_a_source_does_not_state(sentence: str, source: str, missing: list[str]) -> None:
    """A number is missing where the source lacks it, or gives it other units only; counts of what is cited are free."""
    assert find_missing(sentence, find_quantities(source), [3]) == missing
