"""What stands for a field where few of many findings are told: no single case, no plan, nothing that is over."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Plan, Work
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.extractive.field_results import is_of_few, is_opinion, read_standing
from tasks.analysts.extractive.finding_allocation import list_items
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.stale_results import is_outdated
from tasks.analysts.protocol import ReviewMaterial
from tests.tasks.analysts.conftest import gather, read_abstract

ANALYST = ExtractiveAnalyst()


def _read(number: int, text: str, *, title: str = "", year: int = 2010):
    title = title or f"Gloves in kitchens, part {number}"
    return read_abstract(Work(f"W{number}", title, year=year, authors=(Author("A Cook"), Author("B Baker"))), text)


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("Gloves reduced burns in kitchens more than mittens.", True),
        ("One participant showed a marked improvement in burns with gloves.", False),
        ("Burns were found in 12% and 30% respectively, more than ever before.", False),
        ("Burns were found in 12% of cooks and 30% of bakers respectively.", True),
        ("Currently, three large studies of gloves are ongoing and show fewer burns.", False),
        ("A framework for the choice of gloves is developed and shows promise.", False),
        ("The safety of gloves rests on three premises that show their worth.", False),
    ],
)
def test_a_finding_of_one_of_what_is_over_or_of_what_was_done_stands_for_no_field(text, stands):
    """Results stay; single participants, unnamed sides, plans of ten years ago, frameworks and premises do not."""
    old, new = _read(1, f"{text} The kitchens were large."), _read(2, "Gloves reduced burns.", year=2020)
    items = [item for item in list_items([old], "finding") if item.finding.text.startswith(text[:12])]
    may_stand = read_standing([old, new])
    assert items, "the sentence was taken"
    assert all(may_stand(item) is stands for item in items)


def test_what_was_going_on_is_told_as_long_as_it_is_recent():
    """Two years before the newest work it still is; later it is not."""
    text = "Trials of gloves are ongoing."
    assert not is_outdated(text, 2018, 2020)
    assert is_outdated(text, 2017, 2020)


def test_a_report_of_two_cases_is_of_few():
    """Its title says so; a study of many is not."""
    assert is_of_few(_read(1, "Gloves reduced burns.", title="Gloves and burns: report of two cases"))
    assert not is_of_few(_read(2, "Gloves reduced burns."))


def test_what_ought_to_be_is_an_opinion():
    """Wishes and calls are told apart from what came out."""
    assert is_opinion("A thicker glove is desirable.")
    assert not is_opinion("A thicker glove led to fewer burns.")


def test_conclusions_tell_a_comparison_rather_than_a_wish():
    """A theme with a result that sets things apart is not concluded by what else its works write."""
    works = [
        _read(
            n,
            "Mittens are sold in many shops. Gloves should be promising for every cook. "
            f"Gloves reduced burns by {n}2% compared with mittens. Kitchens with gloves had fewer burns than others.",
        )
        for n in range(1, 5)
    ]
    theme = gather(works, "Gloves")
    review = ReviewMaterial(Plan("gloves in kitchens"), (theme,), (ANALYST.analyse_theme(theme),), {})
    told = ANALYST.write_conclusions(review, 400).markdown
    assert "compared with mittens" in told
    assert "promising" not in told


def test_authors_told_of_again_are_named_in_turn():
    """No more than every third further sentence of a work says "the same authors"."""
    read = _read(1, "We found that gloves reduced burns. We found that mittens increased burns.")
    finding = list_items([read], "finding")[0].finding
    writer = Writer.of([read], "kitchens")
    writer.word(read, finding)
    said = [writer.word(read, finding, again=True) for _ in range(4)]
    assert [text.split(" author")[0] for text in said] == ["The same", "These", "The", "The same"]


def test_the_abstract_tells_a_main_result_and_no_case():
    """A report of two cases is passed over though it has figures; what a trial was about is told."""
    case = _read(
        1, "Gloves for two cooks are reported. In the second patient, burns with gloves fell from 9 to 2 a week."
    )
    trial = _read(
        2, "The primary outcome was burns. Gloves were associated with significantly fewer burns than mittens in cooks."
    )
    theme = gather([case, trial], "Gloves")
    review = ReviewMaterial(Plan("gloves in kitchens"), (theme,), (ANALYST.analyse_theme(theme),), {})
    told = ANALYST.write_abstract(review, 250).markdown
    assert "fewer burns than mittens" in told
    assert "fell from 9 to 2" not in told


def test_the_introduction_tells_nothing_as_new_that_is_years_old():
    """Two novel gloves of ten years ago are no background of a review of today."""
    old = _read(
        1, "Recently two novel gloves are ongoing in trials for kitchens. Gloves are worn in kitchens by cooks."
    )
    theme = gather([old, _read(2, "Gloves reduced burns.", year=2024)], "Gloves")
    review = ReviewMaterial(Plan("gloves in kitchens"), (theme,), (ANALYST.analyse_theme(theme),), {})
    assert "ecently" not in ANALYST.write_introduction(review, 600).markdown


def test_the_abstract_tells_the_gravest_harm_that_several_works_report():
    """Deaths come before rashes where three works tell of grave harms; with one such work none is told."""
    grave = [
        _read(1, "Gloves reduced burns. Two deaths occurred in the first year among cooks with gloves."),
        _read(2, "Gloves reduced scalds. Sepsis occurred in 3 patients with gloves."),
        _read(3, "Gloves reduced cuts. Sepsis occurred in 4 patients with gloves."),
    ]
    told = []
    for works in (grave, grave[:1]):
        theme = gather(works, "Gloves")
        review = ReviewMaterial(Plan("gloves in kitchens"), (theme,), (ANALYST.analyse_theme(theme),), {})
        told.append(ANALYST.write_abstract(review, 250).markdown)
    assert "On harms, Cook and Baker (2010)" in told[0]
    assert "On harms" not in told[1]
