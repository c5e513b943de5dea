"""Whom or what a sentence speaks of, and the work that it cites does not."""

from __future__ import annotations

import pytest

from tasks.verification.support.populations import compare_populations

WORK = "Households and yields of wheat in chronic drought. Farms in Kenya and elsewhere in Africa kept cows."


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("Wheat yielded less in chronic drought.", []),
        ("Barley yielded less in chronic drought.", ["barley"]),
        ("Acute drought lowered the yield of corn in Asia.", ["maize", "acute", "Asia"]),
        ("Sheep and cattle grazed there.", ["sheep"]),
        ("Animals grazed there.", []),
        ("Rodents lived there.", ["rodents"]),
        ("Coffee was picked by rural women.", ["coffee", "women", "rural areas"]),
    ],
)
def test_what_a_work_does_not_study_is_told(claim: str, missing: list[str]) -> None:
    assert sorted(compare_populations(claim, WORK)) == sorted(missing)


def test_a_kind_is_no_sign_where_the_work_names_none_of_its_rivals() -> None:
    """Ages are: a work that names none studied hardly children. Crops are not: a work on diets need not list them."""
    work = "What households ate over a year."
    assert compare_populations("Households ate rice and vines grew.", work) == []
    assert compare_populations("Children ate less all year.", work) == ["children"]
    assert compare_populations("Households ate rice.", f"{work} Most of it was wheat.") == ["rice"]


def test_words_that_mean_something_else_are_no_population() -> None:
    work = "A CAT scan of us all. It flies, and the palm of a hand is the commonest place."
    assert compare_populations("Bees in Europe flew to wheat near basalt.", work) == []
