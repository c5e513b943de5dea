"""Of works that share a word with a part of the topic, those come first that are on the rest of it too."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.search import Author, Plan, Work
from storage.records.writing import ReadWork, Theme
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.answers import write_answers
from tasks.analysts.extractive.finding_allocation import list_items
from tasks.analysts.extractive.topic_ties import UNTIED, is_added, read_ties
from tasks.analysts.protocol import ReviewMaterial, ThemeMaterial
from tests.tasks.analysts.anthropic.real_works import abstract_page

_HIGH = "Results: The efficacy rose in all plots of the farm."
_TOPIC = "Efficacy and safety of mulch for barley and oats"


def _read(number: int, title: str, abstract: str, in_degree: int = 0) -> ReadWork:
    work = Work(f"W{number}", title, abstract=abstract, year=2010 + number, authors=(Author("Ada Stone"),))
    summary = ExtractiveAnalyst().summarise_work(work, abstract_page(work))
    return ReadWork(work, f"stone{2010 + number}", summary, in_degree=in_degree)


def _answer(topic: str, *works: ReadWork) -> str:
    ids = tuple(read.work.work_id for read in works)
    plan = Plan(topic)
    theme = ThemeMaterial(plan, Theme("t1", "Fields", "", (), 0.1, ids, ids[:1], "merged"), works)
    return write_answers(ReviewMaterial(plan, (theme,), (), {}), 120).markdown


_OF_ANYTHING = _read(
    0,
    "Efficacy and safety of a sedative in anxiety",
    "Results: The efficacy of the sedative rose by 40% in anxiety.",
    9,
)
_OF_BARLEY = _read(1, "Mulch in fields of barley", "Results: The efficacy of mulch was confirmed in plots of barley.")
_OTHERS = tuple(_read(number, "Hills", "Results: Hills grew.") for number in (3, 4, 5))
_OF_OATS = _read(
    2,
    "Cover for winter crops",
    "Mulch is old. Efficacy of mulch was high in oats. Results: The efficacy of straw rose.",
)


def test_a_work_that_shares_the_word_of_a_part_alone_is_not_told_beside_works_on_the_topic():
    """Though it is cited most and named after the part, and few others are there; it is counted and cited."""
    told = _answer(_TOPIC, _OF_ANYTHING, _OF_BARLEY, _OF_OATS, *_OTHERS)
    efficacy = told.partition("On efficacy")[2].partition("\n")[0]
    assert "plots of barley [@stone2011]" in efficacy
    assert "[@stone2012]" in efficacy
    assert "sedative" not in efficacy
    assert efficacy.endswith("Findings on it come from one further work [@stone2010].")
    assert "sedative" not in _answer(_TOPIC, _OF_ANYTHING, _OF_BARLEY, *_OTHERS)


@pytest.mark.parametrize(
    ("title", "abstract", "loose"),
    [
        ("Efficacy of mulch", _HIGH, 0),
        (
            "Efficacy of straw",
            "Barley was sown. Barley was mown. Results: The efficacy rose in all plots of the farm.",
            1,
        ),
        ("Efficacy of straw", "Barley and oats were sown. Results: The efficacy rose in all plots of the farm.", 1),
        ("Efficacy of straw", "Barley was sown. Results: The efficacy rose in all plots of the farm.", 2),
        ("Efficacy and safety of a drug", _HIGH, UNTIED),
    ],
)
def test_how_loosely_a_finding_is_tied_to_the_rest_of_a_topic(title: str, abstract: str, loose: int):
    """By the title, twice in the abstract, once, not at all; what is asked of any drug ties nothing."""
    work = _read(0, title, abstract)
    assert read_ties(_TOPIC, ["efficacy", "safety"], [work])(list_items([work], "finding")[0], "efficacy") == loose


def test_what_stands_beside_a_part_ties_less_than_what_the_topic_joins_to_it():
    """Also for a part that the user named, which stands in no list; the case of a name is nothing."""
    works = [
        _read(0, "Oats and barley", "Results: Yields rose in all plots of the farm."),
        _read(1, "Mulch on barley", "Results: Yields rose in all plots of the farm."),
    ]
    measure = read_ties("Mulch for Barley and oats", ["barley", "oats", "rye"], works)
    items = list_items(works, "finding")
    assert [measure(item, "barley") for item in items] == [1, 0]
    assert [measure(item, "rye") for item in items] == [0, 0]


def test_what_a_work_adds_comes_after_its_results():
    """By "also" in the source, though not in what is told, or as of one place or case."""
    work = _read(0, "Barley", "Results: The yield of barley rose by 9%.")
    item = list_items([work], "finding")[0]

    def says(text: str) -> bool:
        return is_added(replace(item, finding=replace(item.finding, quote=replace(item.finding.quote, text=text))))

    for added in (
        "We also found that barley fell.",
        "Moreover, barley fell.",
        "At one dry site barley fell.",
        "One farm lost its barley.",
    ):
        assert says(added), added
    for main in ("Barley fell.", "Not only oats but also barley fell.", "Barley fell at one to nine sites."):
        assert not says(main), main
    assert is_added(replace(item, weight=-1))
    told = "Results: The yield of barley was higher with mulch than without. "
    work = _read(0, "Yield of barley", told + "We also found that mulch of straw raised the yield of barley by 9%.")
    yields = _answer("Yield and aroma of barley", work, *_OTHERS).partition("On yield")[2].partition("\n")[0]
    assert "higher with mulch" in yields
    assert "9%" not in yields


def test_a_work_told_on_one_part_is_told_on_the_next_by_what_was_not_told():
    """The same words are not printed twice under one heading."""
    both = _read(
        0,
        "Yield and aroma of barley",
        "Results: Yield and aroma of barley rose by 9% under mulch. The aroma of barley fell in all wet years.",
    )
    others = [_read(1, "Hills", "Results: Hills grew."), _read(2, "Seas", "Results: Seas grew.")]
    told = _answer("Yield and aroma of barley", both, *others)
    assert told.count("ield and aroma of barley rose by 9% under mulch") == 1
    assert "fell in all wet years" in told.partition("On aroma")[2]


def test_self_harm_is_no_harm_that_a_treatment_did():
    """A topic on it is not answered by deaths and side effects."""
    works = [
        _read(0, "Drug A at night", "Results: Two patients died of a stroke during treatment with drug A."),
        _read(1, "Self-harm", "Results: Self-harm was less frequent in groups of teenagers who slept."),
        _read(2, "Sleep", "Results: Sleep was longer."),
    ]
    told = _answer("Self-harm and sleep in teenagers", *works).partition("On Self-harm")[2].partition("\n")[0]
    assert "one of the three included works is about it" in told
    assert "stroke" not in told
