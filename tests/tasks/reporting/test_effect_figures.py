"""Effect directions and forest plots: what is drawn is what was counted and reported, and nothing is pooled."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from tasks.evidence.effects import find_null, name_measure
from tasks.reporting.directions import MOST, draw_directions
from tasks.reporting.findings_summary import describe_findings_summary
from tasks.reporting.forest import Diamond, draw_forest, draw_forests

_HOSTILE = "<script>alert(1)</script> & ]]> " + "W" * 500


def _votes(*rows: tuple[str, int, int, int, int]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "exposure": "naps", "outcome": outcome, "works": sum(counts), "more": counts[0], "less": counts[1],
                "none": counts[2], "mixed": counts[3], "designs": None, "reviews": 0,
            }
            for outcome, *counts in rows
        ]
    )  # fmt: skip


def _effects(measure: str, *rows: tuple[str, float, float | None, float | None]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "exposure": "naps", "outcome": "errors", "measure": measure, "work": work, "n": 40, "effect": effect,
                "ci_low": low, "ci_high": high,
            }
            for work, effect, low, high in rows
        ],
        schema_overrides={"ci_low": pl.Float64, "ci_high": pl.Float64},
    )  # fmt: skip


def _parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own drawing


def _texts(svg: str) -> list[str]:
    return [element.text or "" for element in _parse(svg).iter("{http://www.w3.org/2000/svg}text")]


def _boxes(svg: str) -> list[float]:
    return [float(x) for x in re.findall(r'<rect x="([\d.-]+)"', svg)]


def test_each_work_has_one_sign_in_its_direction():
    """Up for more, down for less, a ring for no difference, a diamond for mixed; groups of one work are left out."""
    svg = draw_directions(_votes(("errors", 3, 2, 4, 1), ("falls", 1, 0, 0, 0)))
    fills = re.findall(r'fill="(#\w+|none)"', svg)
    signs = {colour: fills.count(colour) for colour in set(fills)}
    assert sorted(signs.values()) == [1, 2, 3, 4]
    assert [text for text in _texts(svg) if text.isdigit()] == ["2", "3", "4", "1"]
    assert "falls" not in svg
    assert "errors by naps: 10 works, 2 less, 3 more, 4 no difference, 1 mixed." in svg


def test_groups_of_most_works_come_first_and_the_rest_is_in_the_table():
    """A figure has so many groups at most; the summary of findings has all of two works or more."""
    votes = _votes(*((f"outcome {n:02}", 1 + n, 1, 0, 0) for n in range(MOST + 5)))
    drawn = [text for text in _texts(draw_directions(votes)) if text.startswith("outcome ")]
    assert drawn == [f"outcome {n:02}" for n in reversed(range(5, MOST + 5))]
    table = describe_findings_summary(votes)
    assert table is not None
    assert table.rows.height == MOST + 5


@pytest.mark.parametrize("votes", [pl.DataFrame(), _votes(("errors", 1, 0, 0, 0))])
def test_without_two_works_on_anything_there_is_neither_figure_nor_table(votes: pl.DataFrame):
    """One work is no count."""
    assert draw_directions(votes) == ""
    assert describe_findings_summary(votes) is None


def test_many_works_stay_inside_the_figure():
    """Of a thousand works in one direction every sign is between the labels and the margin."""
    svg = draw_directions(_votes(("errors", 1_000, 1_000, 1_000, 1_000)))
    places = [float(x) for x in re.findall(r'<path d="M([\d.]+),', svg)]
    assert len(places) == 3_000
    assert min(places) > 300
    assert max(places) < 880


def test_ratios_stand_on_a_logarithmic_axis_with_no_effect_at_one():
    """Doubling and halving are equally far from the line; no diamond stands for a pooled effect."""
    svg = draw_forest(_effects("OR", ("A", 2.0, 1.5, 3.0), ("B", 0.5, 0.3, 0.8), ("C", 1.0, 0.5, 2.0)))
    twice, half, none = _boxes(svg)
    assert twice - none == pytest.approx(none - half, abs=0.3)
    assert "OR, logarithmic scale; line: no effect" in _texts(svg)
    assert "2 (1.5 to 3)" in _texts(svg)
    assert "Nothing was pooled." in svg


def test_pooled_effects_stand_below_as_diamonds_from_end_to_end_of_their_intervals():
    """Its points are where the axis has these values; squares have areas in proportion to weights; words say it too."""
    rows = _effects("OR", ("A", 2.0, 1.5, 3.0), ("B", 0.5, 0.3, 0.8), ("C", 1.0, 0.5, 2.0))
    weighted = rows.with_columns(weight=pl.Series([0.64, 0.16, 0.20]))
    svg = draw_forest(weighted, "pooled", [Diamond("Fixed effect", 1.0, 0.5, 2.0)], "I² 80%")
    ((low, at, high),) = re.findall(r'class="diamond" d="M([\d.]+),[\d.]+ L([\d.]+),[\d.]+ L([\d.]+),', svg)
    ends = re.findall(r'd="M([\d.]+),[\d.]+ H([\d.]+) M', svg)
    assert ends[2] == (low, high)
    assert float(at) - float(low) == pytest.approx(float(high) - float(at), abs=0.3)
    sides = [float(width) for width in re.findall(r'<rect x="[\d.-]+" y="[\d.]+" width="([\d.]+)" height', svg)]
    assert (sides[0] / sides[1]) ** 2 == pytest.approx(4)
    assert {"Fixed effect", "1 (0.5 to 2)", "I² 80%"} <= set(_texts(svg))
    assert "Pooled on request: Fixed effect: 1 (0.5 to 2). I² 80%." in svg
    assert "Nothing was pooled." not in svg


def test_differences_stand_on_a_linear_axis_with_no_effect_at_zero():
    """As far below the line as above it."""
    svg = draw_forest(_effects("SMD", ("A", 0.4, 0.1, 0.7), ("B", -0.4, -0.7, -0.1), ("C", 0.0, -0.1, 0.1)))
    above, below, none = _boxes(svg)
    assert above - none == pytest.approx(none - below, abs=0.3)
    assert "\u22120.4 (\u22120.7 to \u22120.1)" in _texts(svg)


def test_only_three_works_with_an_interval_of_a_known_measure_are_drawn():
    """Too few works, no interval, one that does not hold its effect, a measure without a line of no effect."""
    good = (("A", 2.0, 1.5, 3.0), ("B", 0.5, 0.3, 0.8), ("C", 1.0, 0.5, 2.0))
    assert list(draw_forests(_effects("OR", *good))) == ["errors by naps (OR)"]
    spelt = pl.concat([_effects("OR", *good[:2]), _effects("adjusted odds ratio", good[2])])
    assert list(draw_forests(spelt)) == ["errors by naps (OR)"]
    assert draw_forests(_effects("OR", *good[:2], ("A", 1.1, 0.9, 1.4))) == {}
    assert draw_forests(_effects("OR", *good[:2], ("C", 1.0, None, None))) == {}
    assert draw_forests(_effects("OR", *good[:2], ("C", 3.0, 0.5, 2.0))) == {}
    assert draw_forests(_effects("OR", *good[:2], ("C", 0.5, 0.0, 2.0))) == {}
    assert draw_forests(_effects("%", *good)) == {}
    assert draw_forests(pl.DataFrame()) == {}


def test_what_texts_say_is_text():
    """Names of works, outcomes and exposures are shown, cut and never read as markup."""
    rows = _effects("OR", *((f"{n} {_HOSTILE}", 1.0, 0.5, 2.0) for n in range(3)))
    ((about, svg),) = draw_forests(rows.with_columns(outcome=pl.lit(_HOSTILE))).items()
    plot = draw_directions(_votes((_HOSTILE, 2, 0, 0, 0)))
    for drawn in (svg, plot):
        assert not list(_parse(drawn).iter("script"))
        assert max(map(len, _texts(drawn))) < 100
    assert "\\<script\\>" in about


@pytest.mark.parametrize(
    ("measure", "null"), [("OR", 1.0), ("hazard ratio", 1.0), ("aOR", 1.0), ("SMD", 0.0), ("%", None)]
)
def test_the_value_of_no_effect_is_that_of_the_measure(measure: str, null: float | None):
    """By abbreviation or name; None for what is no comparison."""
    assert find_null(name_measure(measure) or "") == null
