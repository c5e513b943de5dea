"""The pictures of a review: right places, the same every time, and nothing in them that a browser would obey."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.records.writing import Theme
from tasks.reporting.canvas import Frame, choose_ticks
from tasks.reporting.plots import draw_saturation, draw_themes, lay_out

SVG = "{http://www.w3.org/2000/svg}"


def stage(number: int, candidates: int, relevant: int, **changes: Any) -> dict[str, Any]:
    row = {"stage": number, "candidates": candidates, "relevant": relevant, "coverage_delta": relevant / 10}
    return row | {"recall_estimate": None, "stop_reason": None} | changes


STAGES = pl.DataFrame([stage(0, 6, 4), stage(1, 4, 1, recall_estimate=0.5, stop_reason="dry_round")])
HITS = pl.Series("hit", [1, 1, 1, 0, 0, 1, 0, 0, 1, 0], dtype=pl.Int32)


def theme(number: int, *work_ids: str, label: str = "Bees") -> Theme:
    return Theme(f"t{number}", label, "", (), 0.0, work_ids, (), "topics")


def test_the_curve_ends_where_the_search_ended() -> None:
    """One point for each work screened, from none to all found; the last stage and the estimate are told in words."""
    picture = ET.fromstring(draw_saturation(STAGES, HITS))  # noqa: S314 - our own picture
    path = next(each.get("d", "") for each in picture.iter(f"{SVG}path") if each.get("class") == "curve")
    points = [tuple(float(n) for n in point[1:].split(",")) for point in path.split()]
    frame = Frame(80, 70, 760, 310, 10, 10)
    assert len(points) == 11
    assert points[0] == (frame.x(0), frame.y(0))
    assert points[-1] == (frame.x(10), frame.y(5))
    said = picture.findtext(f"{SVG}desc") or ""
    assert "5 relevant works among 10 screened" in said
    assert "estimated in all: 10 (recall 50%)" in said
    assert "stage 1: 1 of 4 relevant, where the search stopped (dry_round)" in said


def test_a_search_that_has_not_begun_is_drawn_empty() -> None:
    """Without stages and without works there are axes and a curve of one point."""
    picture = draw_saturation(STAGES.clear(), HITS.clear())
    assert "0 relevant works among 0 screened." in picture
    assert ET.fromstring(picture).tag == f"{SVG}svg"  # noqa: S314 - our own picture


def test_the_map_has_a_dot_for_each_work_once() -> None:
    """In the colour of its first theme; the larger the more it is cited; a work without a vector is left out."""
    vectors = {"W1": (1.0, 0.0, 0.0), "W2": (0.0, 1.0, 0.0), "W3": (0.0, 0.0, 1.0)}
    picture = ET.fromstring(  # noqa: S314 - our own picture
        draw_themes([theme(0, "W1", "W2"), theme(1, "W2", "W3", "W4")], vectors, {"W3": 9})
    )
    dots = [each for each in picture.iter(f"{SVG}circle") if each.get("fill-opacity")]
    assert [dot.get("fill") for dot in dots] == ["#0072b2", "#0072b2", "#d55e00"]
    assert [float(dot.get("r", 0)) for dot in dots] == [4.0, 4.0, 8.2]
    assert picture.findtext(f"{SVG}desc") == "Bees: 2 works; Bees: 3 works."


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_few_works_have_places(rows: int) -> None:
    """Nothing to compare with stands in the middle."""
    places = lay_out(np.eye(3)[:rows])
    assert places.shape == (rows, 2)
    if rows == 1:
        assert places.tolist() == [[0.5, 0.5]]


@given(st.lists(st.lists(st.floats(-1, 1), min_size=4, max_size=4), min_size=1, max_size=12))
def test_places_are_within_the_map_and_the_same_again(rows: list[list[float]]) -> None:
    """Whatever the vectors, each place is in the unit square, and the same when computed again."""
    vectors = np.array(rows)
    places = lay_out(vectors)
    assert ((places >= -0.001) & (places <= 1.001)).all()
    assert (places == lay_out(vectors)).all()


def test_labels_are_shown_and_not_obeyed() -> None:
    """What a model or a paper called a theme stays text, and characters that XML does not know are blanks."""
    picture = draw_themes([theme(0, "W1", label="<script>alert(1)</script>\x00\x1b[31m")], {"W1": (1.0, 0.0)}, {})
    assert "<script>" not in picture
    assert "\x00" not in picture
    ET.fromstring(picture)  # noqa: S314 - our own picture


@given(st.floats(0, 5000))
def test_ticks_are_whole_and_reach_the_largest(most: float) -> None:
    """They begin at 0, are evenly apart and few, and the last is at or above the largest value."""
    ticks = choose_ticks(most)
    assert ticks[0] == 0
    assert ticks[-1] >= most
    assert 2 <= len(ticks) <= 14
    assert len({b - a for a, b in pairwise(ticks)}) == 1
