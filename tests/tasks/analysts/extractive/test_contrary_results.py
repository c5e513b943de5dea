"""Works whose results point different ways on one pair of things are set against each other, by name and population."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.evidence import Consistency, Contradiction, Side
from storage.records.search import Author, Work
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.contrary_results import tell_contrary
from tests.tasks.analysts.conftest import gather, read_abstract

TEXTS = (
    "Gloves were associated with more burns in kitchens. The kitchens were large.",
    "Gloves were associated with fewer burns in bakeries. The bakers were tired.",
    "Burns were not associated with gloves in the canteens. The soup was cold.",
)


def _theme():
    names = ("Cook", "Baker", "Lee")
    works = [
        read_abstract(
            Work(f"W{place}", f"Gloves, part {place}", year=2010 + place, authors=(Author(f"A {name}"),)), text
        )
        for place, (name, text) in enumerate(zip(names, TEXTS, strict=True))
    ]
    return gather(works, "Gloves")


def _side(theme, place: int, direction: str, *, comparator: str = "", population: str = "", setting: str = "") -> Side:
    work = theme.works[place]
    found = work.summary.findings[0].finding_id
    return Side(work.citekey, found, direction, "", "", population, setting, "", "gloves", comparator)


def _contradict(one: Side, other: Side) -> Contradiction:
    kind = "found and not found" if other.direction == "0" else "opposite"
    return Contradiction("gloves", "burns", kind, one, other, ())


def test_works_that_point_different_ways_stand_in_one_sentence():
    """The way of most works comes first; who was studied and where stand beside the work, each with its citation."""
    theme = _theme()
    up = _side(theme, 0, "+", population="cooks on night shifts", setting="Japan")
    down, none = _side(theme, 1, "-"), _side(theme, 2, "0")
    pairs = (_contradict(up, down), _contradict(up, none), _contradict(down, none))
    told = ExtractiveAnalyst().write_theme(
        replace(theme, consistency=Consistency(contradictions=pairs)), ExtractiveAnalyst().analyse_theme(theme), 600
    )
    assert (
        "On gloves and burns, results point different ways: more burns in Cook (2010; cooks on night shifts; Japan) "
        "[@keyW0], but fewer burns in Baker (2011) [@keyW1], and no difference or association in Lee (2012) [@keyW2]."
    ) in told.markdown
    assert told.markdown.count("results point different ways") == 1


@pytest.mark.parametrize(
    ("one", "other", "is_told"),
    [
        ("", "", True),
        ("placebo", "no gloves", True),
        ("", "placebo", True),
        ("mittens", "tongs", False),
        ("", "tongs", False),
    ],
)
def test_results_against_different_things_are_not_at_odds(one, other, is_told):
    """Gloves may be better than one thing and worse than another."""
    theme = _theme()
    pair = _contradict(_side(theme, 0, "+", comparator=one), _side(theme, 1, "-", comparator=other))
    assert bool(tell_contrary(Consistency(contradictions=(pair,)), theme.works)) is is_told


def test_a_work_outside_the_theme_is_not_told():
    """What cannot be cited is not set against anything."""
    theme = _theme()
    pair = _contradict(_side(theme, 0, "+"), _side(theme, 1, "-"))
    assert tell_contrary(Consistency(contradictions=(pair,)), theme.works[:1]) == []
