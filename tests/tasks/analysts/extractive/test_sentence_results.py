"""A sentence with several results has a row for each, and nothing of one stands beside another."""

from __future__ import annotations

import pytest

from tasks.analysts.extractive.sentence_results import read_results

_SHOWN = ("exposure_or_intervention", "comparator", "outcome", "direction", "effect", "p")
SEVERAL = {
    # Numbers are of the term that they stand right behind.
    "Gloves were associated with burns (OR 0.50, 95% CI 0.30 to 0.80) and cuts (OR 1.60, 95% CI 1.20 to 2.10).": [
        ("Gloves", "", "burns", "-", "0.50", ""),
        ("Gloves", "", "cuts", "+", "1.60", ""),
    ],
    "Wool weight correlated positively with warmth and sweat (r = 0.31 and r = 0.12, respectively).": [
        ("Wool weight", "", "warmth", "+", "0.31", ""),
        ("Wool weight", "", "sweat", "+", "0.12", ""),
    ],
    # What no term names has a row of its own.
    "Rates were 4.5 (95% CI 3.1-6.6) for burns and 0.6 (0.3-1.5) for cuts.": [
        ("", "", "", "", "4.5", ""),
        ("", "", "", "", "0.6", ""),
    ],
    # Means of the two sides are no effects.
    "Skin was warmer: 31.2 (95% CI 30.1-32.4) versus 29.0 (95% CI 28.2-29.9).": [],
    # A p value is of the part that it stands in, and one of all is of all.
    "Gloves reduced burns, and the cooks were content (p = 0.03).": [
        ("Gloves", "", "burns", "-", "", ""),
        ("", "", "", "", "", "0.03"),
    ],
    "Gloves were positively associated with warmth and sweat (all p < 0.01).": [
        ("Gloves", "", "warmth", "+", "", "<0.01"),
        ("Gloves", "", "sweat", "+", "", "<0.01"),
    ],
    # Predicates of one subject that go opposite ways.
    "Warmth was lower in gloves and mittens, and higher in muffs (OR 1.60, 95% CI 1.20 to 2.10) and with stoves.": [
        ("gloves", "", "Warmth", "-", "", ""),
        ("mittens", "", "Warmth", "-", "", ""),
        ("muffs", "", "Warmth", "+", "1.60", ""),
        ("stoves", "", "Warmth", "+", "", ""),
    ],
    "Burns were fewer in cooks and more frequent in smiths.": [
        ("cooks", "", "Burns", "-", "", ""),
        ("smiths", "", "Burns", "+", "", ""),
    ],
    # Each part has its own direction.
    "Gloves increased warmth but did not affect burns.": [
        ("Gloves", "", "warmth", "+", "", ""),
        ("Gloves", "", "burns", "0", "", ""),
    ],
    "Burns rose with kitchen heat and fell with wind speed.": [
        ("kitchen heat", "", "Burns", "+", "", ""),
        ("wind speed", "", "Burns", "-", "", ""),
    ],
    # Better is more of one thing and less of another.
    "Gloves led to greater improvements in pain (p = 0.02) and hand function (p = 0.04) than mittens.": [
        ("Gloves", "mittens", "pain", "-", "", "0.02"),
        ("Gloves", "mittens", "hand function", "+", "", "0.04"),
    ],
    "Gloves were superior to mittens in reducing burns.": [("Gloves", "mittens", "burns", "-", "", "")],
    "Cooks with gloves were more likely to report sweat than bakers.": [
        ("Cooks with gloves", "bakers", "sweat", "+", "", "")
    ],
}
SILENT = (
    "Gloves increased warmth but not in winter.",
    "Gloves increased warmth; however, the difference was not significant.",
    "While gloves have a positive relationship with warmth, they are not statistically significant.",
    "The glove was improved.",
    "There were two deaths unrelated to gloves.",
    "We call for increased use of gloves.",
    "Predictors of warmth were lower age and wool.",
    "Cooks sought to increase the use of gloves.",
    "Effect sizes were larger than zero.",
)


def _tell(text: str) -> list[tuple[str, ...]]:
    told = [{one.field: one.value for one in each.data} for each in read_results(text)]
    return [tuple(each.get(name, "") for name in _SHOWN) for each in told]


@pytest.mark.parametrize("text", SEVERAL)
def test_each_result_has_its_own_words_and_numbers(text: str) -> None:
    """Exposure, comparator, outcome, direction, effect and p of each, blank where it is not sure."""
    assert _tell(text) == SEVERAL[text]


@pytest.mark.parametrize("text", SILENT)
def test_what_is_taken_back_or_was_not_found_has_no_direction(text: str) -> None:
    """A result that its own sentence denies, an aim, a call and a judgement of cause point nowhere."""
    assert [row for row in _tell(text) if row[3]] == []


def test_numbers_of_their_own_stand_with_the_words_that_name_them() -> None:
    """What no exposure and no outcome names is told apart by these words."""
    text = "Rates were 4.5 (95% CI 3.1-6.6) for burns, 0.6 (0.3-1.5), for cuts, and 1.0 (0.4-2.2) for falls (n = 30)."
    places = [text[slice(*one.place)] for one in read_results(text) if one.place]
    assert places == ["Rates were 4.5 (95% CI 3.1-6.6) for burns", "0.6 (0.3-1.5), for cuts", "1.0 (0.4-2.2) for falls"]


def test_an_association_points_where_its_effect_does() -> None:
    """Where an interval without the value of no effect or a p value bears it out, and else nowhere."""
    known = "Wool weight was associated with warmth (β = -0.20, p = 0.01)."
    chance = "Wool weight was associated with warmth (β = -0.20, p = 0.40)."
    assert [row[3] for row in _tell(known)] == ["-"]
    assert [row[3] for row in _tell(chance)] == [""]


def test_numbers_told_in_turn_are_not_named_by_the_first_that_follows() -> None:
    """Of "x and y in A and B, respectively", y is not that of A."""
    text = "Burns were 1.6 (95% CI, 0.6 to 4.2) and 1.0 (95% CI, 0.3 to 4.1) with gloves and mittens, respectively."
    places = [text[slice(*each.place)] for each in read_results(text) if each.place]
    assert places
    assert not any("glove" in place for place in places)
