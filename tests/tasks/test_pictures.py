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

from storage.records.search import Author, Work
from storage.records.writing import Theme
from tasks.reporting.canvas import Frame, choose_ticks
from tasks.reporting.citation_graph import draw_citations
from tasks.reporting.plots import draw_saturation, draw_themes, lay_out
from tasks.reporting.timeline import draw_timeline

SVG = "{http://www.w3.org/2000/svg}"


def stage(number: int, candidates: int, relevant: int, **changes: Any) -> dict[str, Any]:
    row = {"stage": number, "candidates": candidates, "relevant": relevant, "coverage_delta": relevant / 10}
    return row | {"recall_estimate": None, "stop_reason": None} | changes


STAGES = pl.DataFrame([stage(0, 6, 4), stage(1, 4, 1, recall_estimate=0.5, stop_reason="dry_round")])
WORKS = {
    f"W{n}": (f"ann200{n}", Work(f"W{n}", f"Title <b>{n}</b>", year=2000 + n, authors=(Author("Ann Lee"),)))
    for n in range(1, 5)
}
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
        draw_themes([theme(0, "W1", "W2"), theme(1, "W2", "W3", "W4")], vectors, {"W3": 9}, WORKS)
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
    picture = draw_themes(
        [theme(0, "W1", label="<script>alert(1)</script>\x00\x1b[31m")], {"W1": (1.0, 0.0)}, {}, WORKS
    )
    assert "<script>" not in picture
    assert "\x00" not in picture
    ET.fromstring(picture)  # noqa: S314 - our own picture


def test_what_a_dot_is_shows_where_the_pointer_rests() -> None:
    """Each dot of the map and each stage of the curve has a title, which names what it is and obeys nothing."""
    picture = ET.fromstring(draw_themes([theme(0, "W1")], {"W1": (1.0, 0.0)}, {}, WORKS))  # noqa: S314 - our own picture
    dot = next(each for each in picture.iter(f"{SVG}g") if each.get("data-work"))
    assert (dot.get("data-work"), dot.findtext(f"{SVG}title")) == (
        "ann2001",
        "Lee (2001): Title <b>1</b>. Theme: Bees",
    )
    curve = ET.fromstring(draw_saturation(STAGES, HITS))  # noqa: S314 - our own picture
    assert [each.findtext(f"{SVG}title") for each in curve.iter(f"{SVG}rect") if each.get("class") == "hover"] == [
        "stage 0: 4 of 6 relevant",
        "stage 1: 1 of 4 relevant, where the search stopped (dry_round)",
    ]


def test_the_timeline_counts_works_by_theme_and_year() -> None:
    """A dot per theme and year, larger for more works; a work of two themes counts in both, an undated one in none."""
    works = {work_id: work for work_id, (_, work) in WORKS.items()}
    works |= {
        "W5": Work("W5", "Of the same year", year=2001, authors=(Author("Bo Ek"),)),
        "W6": Work("W6", "Undated"),
    }
    picture = ET.fromstring(  # noqa: S314 - our own picture
        draw_timeline([theme(0, "W1", "W5", "W2", "W6"), theme(1, "W2", "W4", label="Wasps")], works)
    )
    told = [each.findtext(f"{SVG}title") or "" for each in picture.iter(f"{SVG}g")]
    assert [title for title in told if "work" in title] == [
        "Bees, 2001: 2 works. Lee (2001); Ek (2001)",
        "Bees, 2002: 1 work. Lee (2002)",
        "Wasps, 2002: 1 work. Lee (2002)",
        "Wasps, 2004: 1 work. Lee (2004)",
    ]
    sizes = [float(dot.get("r", 0)) for dot in picture.iter(f"{SVG}circle")]
    assert sizes[0] > sizes[1] == sizes[2] == sizes[3]
    assert picture.findtext(f"{SVG}desc") == (
        "Bees: 2001 to 2002, most in 2001 (2); Wasps: 2002 to 2004, most in 2002 (1)."
    )


def test_the_citation_graph_has_each_work_once_and_each_citation() -> None:
    """Time runs to the right; a work stands in its first theme; a citation of a work that is not drawn is left out."""
    cited = [("W2", "W1"), ("W3", "W1"), ("W3", "W2"), ("W3", "W9")]
    picture = ET.fromstring(  # noqa: S314 - our own picture
        draw_citations([theme(0, "W1", "W2"), theme(1, "W2", "W3", label="Wasps")], WORKS, cited)
    )
    dots = {each.get("data-work"): each for each in picture.iter(f"{SVG}g") if each.get("data-work")}
    assert sorted(dots, key=str) == ["ann2001", "ann2002", "ann2003"]
    assert dots["ann2001"].findtext(f"{SVG}title") == ("Lee (2001): Title <b>1</b>. Cited by 2 works of the review")
    across = [float(dots[f"ann200{n}"].find(f"{SVG}circle").get("cx")) for n in (1, 2, 3)]  # type: ignore[union-attr, arg-type]
    assert across == sorted(across)
    lines = next(each.get("d", "") for each in picture.iter(f"{SVG}path") if each.get("class") == "edge")
    assert lines.count("M") == 3
    assert picture.findtext(f"{SVG}desc") == (
        "3 works, 3 citations among them; cited most: Lee (2001) by 2, Lee (2002) by 1."
    )


@pytest.mark.parametrize("works", [{}, {"W1": ("k", Work("W1", "Undated"))}])
def test_figures_without_a_dated_work_are_empty(works: dict[str, tuple[str, Work]]) -> None:
    """They are drawn all the same, with their lanes."""
    themes = [theme(0, "W1")]
    for picture in (
        draw_timeline(themes, {one: work for one, (_, work) in works.items()}),
        draw_citations(themes, works, []),
    ):
        drawn = ET.fromstring(picture)  # noqa: S314 - our own picture
        assert next(drawn.iter(f"{SVG}circle"), None) is None
        assert "Bees" in picture


@given(st.floats(0, 5000))
def test_ticks_are_whole_and_reach_the_largest(most: float) -> None:
    """They begin at 0, are evenly apart and few, and the last is at or above the largest value."""
    ticks = choose_ticks(most)
    assert ticks[0] == 0
    assert ticks[-1] >= most
    assert 2 <= len(ticks) <= 14
    assert len({b - a for a, b in pairwise(ticks)}) == 1
