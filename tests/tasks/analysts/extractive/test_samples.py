"""Of whom a result holds that speaks of such at large is told with it."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from storage.records.writing import Finding, Quote
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.samples import name_sample, name_whose
from tests.tasks.analysts.conftest import read_abstract

READ = "Firms harm meadows. We assessed the reports of the Harvest 100 on hay. No companies counted meadows."


@pytest.mark.parametrize(
    ("abstract", "told", "named"),
    [
        (READ, "No companies counted meadows.", "Among the Harvest 100"),
        (READ, "Half of the Harvest 100 firms counted meadows.", ""),
        (READ, "Meadows are rarely counted.", ""),
        (READ, "Companies can count meadows.", ""),
        ("We surveyed US Harvest 500 companies.", "No firms counted meadows.", "Among US Harvest 500 companies"),
        ("The Harvest 100 is a list. We read reports.", "No companies counted meadows.", ""),
        ("We assessed reports between July 10 and May 30.", "No companies counted meadows.", ""),
    ],
)
def test_a_list_of_companies_that_was_studied_is_named(abstract, told, named):
    """Where the sentence speaks of companies and of no list."""
    assert name_sample(Work("W1", "On hay", abstract=abstract), told) == named


@pytest.mark.parametrize(
    ("title", "told", "named"),
    [
        (
            "Counting meadows in Chilean forestry and sheep farming",
            "Few count.",
            "In Chilean forestry and sheep farming",
        ),
        ("Meadows counted by South African corporates: a survey", "Few count.", "Among South African corporates"),
        ("Counting meadows in Chilean forestry", "Few count in Chile.", ""),
        ("A test of a Dutch version of the meadow scale", "Few count.", ""),
        ("Meadows counted by the Thai hay industry", "Few count.", "In the Thai hay industry"),
        ("Counting meadows", "Few count.", ""),
    ],
)
def test_whose_it_was_is_read_from_the_title(title, told, named):
    """Where the sentence names no country."""
    assert name_whose(Work("W1", title), told) == named


def test_a_result_on_companies_is_told_of_those_studied():
    """Also where the work was told of before."""
    work = read_abstract(Work("W1", "On hay", year=2001, authors=(Author("A Lind"),), abstract=READ), "")
    text = "No companies counted meadows."
    finding = Finding("W1", text, Quote("W1", 0, 0, len(text), text))
    writer = Writer.of([work], "seed")
    writer.met.add(work.citekey)
    assert writer.word(work, finding).startswith("Among the Harvest 100, ")
