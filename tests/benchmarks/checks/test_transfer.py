"""Worlds are made as described, and what is left out of a choice has no part in it."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.benchmarks import made_worlds
from tests.benchmarks.made_worlds import Records, draw
from tests.benchmarks.rows import MEAN
from tests.benchmarks.transfer import _choose_curve, _choose_weights, _describe

GOLD = frozenset(f"W{number}" for number in range(1, 41))


@pytest.fixture
def records() -> Records:
    """Return 300 works that all have an abstract and a reference, of which 40 are included."""
    works = {
        f"W{number}": {
            "id": f"https://openalex.org/W{number}",
            "title": f"Work {number}",
            "abstract_inverted_index": {"words": [0]},
            "referenced_works": ["https://openalex.org/W1"],
        }
        for number in range(1, 301)
    }
    return Records(works, GOLD, "Works")


def test_shapes_of_a_world(records):
    """Each shape lacks what its name says, has the share included that it says, and no work the world has not."""
    shapes = dict(made_worlds._reshape(records))
    assert all(not raw["referenced_works"] for raw in shapes["no citations"].works.values())
    assert all(raw["abstract_inverted_index"] for raw in shapes["no citations"].works.values())
    assert not any(raw["abstract_inverted_index"] for raw in shapes["titles only"].works.values())
    bare = shapes["titles only, no citations"].works.values()
    assert not any(raw["abstract_inverted_index"] or raw["referenced_works"] for raw in bare)
    few, many, small = shapes["1% included"], shapes["30% included"], shapes["120 works"]
    assert (len(few.gold), len(few.works)) == (3, 263)
    assert (len(many.gold), len(many.works)) == (40, 133)
    assert (len(small.gold), len(small.works)) == (16, 120)
    for shape in shapes.values():
        assert shape.gold <= GOLD
        assert shape.gold <= shape.works.keys() <= records.works.keys()


def test_a_made_world_is_read_as_any_other(records, tmp_path):
    """It has a works file, labels and a title; one with fewer than three included works is not made."""
    (made,) = made_worlds._write(tmp_path, "family", "a world: of works", records)
    assert (made.world.title, made.world.gold, made.world.works) == ("Works", GOLD, 300)
    assert made.world.references["W2"] == ("W1",)
    assert not list(made_worlds._write(tmp_path, "family", "small", Records(records.works, frozenset(["W1"]), "T")))


def test_searches_of_several_services_are_one_pool(tmp_path):
    """A work found twice, by DOI or title, is one; the abstract that one answer has is kept; gold is what is cited."""
    (tmp_path / "json").mkdir()
    answers = [
        [{"title": "Minds extended", "doi": "10.1/a", "publication_year": 2001}, {"title": "Other matters"}],
        [{"title": "Minds, extended", "doi": "https://doi.org/10.1/A", "abstract": "Of minds."}, {"title": "A third"}],
    ]
    for place, results in enumerate(answers):
        (tmp_path / "json" / f"{place}.json").write_text(json.dumps({"results": results}))
    (tmp_path / "all.bib").write_text(
        "@article{a,\n title = {Minds Extended},\n}\n@article{b,\n title = {A Third}\n}\n"
    )
    (tmp_path / "review.md").write_text("---\ntitle: On minds\n---\n")
    (_, whole), (_, titles) = made_worlds._read_bibliography(tmp_path / "all.bib")
    assert (len(whole.works), len(whole.gold), whole.title) == (3, 2, "On minds")
    assert sum(bool(raw["abstract_inverted_index"]) for raw in whole.works.values()) == 1
    assert not any(raw["abstract_inverted_index"] for raw in titles.works.values())


def test_key_papers_of_each_snowball_are_gold(tmp_path):
    """The others' key papers stay in the pool as works not included."""
    lines = [
        {"id": f"https://openalex.org/W{number}", "title": f"Work {number}", "_key_in": keys}
        for number, keys in enumerate([["bba_ch2"], ["bba_ch2", "tca_ch3"], [], []], start=1)
    ]
    path = tmp_path / "works.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    worlds = dict(made_worlds._read_snowballs(path))
    assert worlds["ipbes bba_ch2"].gold == {"W1", "W2"}
    assert worlds["ipbes tca_ch3"].gold == {"W2"}
    assert len(worlds["ipbes tca_ch3"].works) == 4


def test_drawing_is_the_same_everywhere():
    """The order depends on the names alone, not on the order they are given in."""
    names = {f"W{number}": None for number in range(50)}
    assert draw(names) == draw(dict(reversed(names.items())))
    assert draw(names) != list(names)


def test_a_family_has_no_part_in_the_choice_it_is_measured_by():
    """Where one family alone likes a choice, that choice is its in-sample figure and not its left-out one."""
    odd = {"odd": {"w": {(1.0,): (0.2,), (2.0,): (1.0,)}}}
    rest = {name: {"w": {(1.0,): (0.6,), (2.0,): (0.5,)}} for name in ("a", "b", "c")}
    rows = {(row.world, row.measure): row.value for row in _describe(odd | rest, ("AUC",), (1.0,), _choose_weights)}
    assert rows["odd", "AUC, in sample"] == 1.0
    assert rows["odd", "AUC, left out"] == 0.2
    assert rows["odd", "AUC, as used"] == 0.2
    assert rows[MEAN, "AUC, as used"] == 0.5


def test_the_curve_is_the_most_likely_whatever_it_includes():
    """A choice by how much is included would fit that to the worlds it is made on."""
    assert _choose_curve({(0.4, -2.0): (-0.3, 0.7), (0.5, -2.0): (-0.2, 0.6), (0.6, -2.0): (-0.4, 0.9)}) == (0.5, -2.0)
