"""Pairs that contradict are told with what their texts state, a few of each comparison, the rest counted."""

from __future__ import annotations

from typing import Any

import polars as pl

from tasks.reporting.contradictions import describe_contradictions

SIDE: dict[str, Any] = {
    "direction": "+", "finding_id": "f", "design": "cohort study", "n": 1204, "population": "adults", "setting": None,
    "follow_up": "2 years", "exposure": "stress", "comparator": None,
}  # fmt: skip
TYPES = {f"{side}_{name}": pl.String for side in ("one", "other") for name in SIDE if name != "n"}


def make_pair(number: int, exposure: str = "stress", kind: str = "opposite", **given: Any) -> dict[str, Any]:
    sides = {f"{side}_{name}": value for side in ("one", "other") for name, value in SIDE.items()}
    told = {"exposure": exposure, "outcome": "cortisol", "kind": kind, "one": "a2001", "other": f"b{number}"}
    return told | sides | {"other_direction": "-", "other_n": None, "other_design": None, "differ": ["n"]} | given


def make_frame(*pairs: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(pairs, schema_overrides=TYPES, infer_schema_length=None)


def test_each_side_says_which_way_and_under_which_conditions():
    """What a text does not state is left out of its side."""
    table = describe_contradictions(make_frame(make_pair(1), make_pair(2, differ=[])))
    assert table is not None
    first, second = table.rows.rows(named=True)
    assert first["one"] == "a2001: more; n = 1,204; stress; cohort study; adults; 2 years"
    assert first["other"] == "b1: less; stress; adults; 2 years"
    assert (first["differ"], second["differ"]) == ("n", "nothing that both state")
    assert "more pair" not in table.note


def test_three_of_a_comparison_are_shown_opposite_ones_first_and_the_rest_counted():
    """Nothing is left out without being counted; the data have all."""
    pairs = [make_pair(number) for number in range(5)]
    pairs += [make_pair(9, "noise", kind="found and not found", other_direction="0")]
    pairs += [make_pair(8, "light")]
    table = describe_contradictions(make_frame(*pairs))
    assert table is not None
    assert table.rows["exposure"].to_list() == ["stress"] * 3 + ["light", "noise"]
    assert table.rows["other"].to_list()[-1].startswith("b9: no difference")
    assert "2 more pairs are in the view" in table.note
    assert table.data is not None
    assert table.data.height == len(pairs)


def test_without_contradictions_there_is_no_table():
    """An empty frame makes none, so that no number is used up."""
    assert describe_contradictions(make_frame(make_pair(1)).clear()) is None
