"""The place of a work is put before what was found there, not before what its abstract says at large first."""

from __future__ import annotations

import pytest

from storage.records.search import Author, Work
from storage.records.writing import Finding, Page, Quote, ReadWork
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.summary import summarise_work

AT_LARGE = "The shared scythe seeks to raise yields, but often has limited effects as a result of weather-based losses."
BEFORE = "The shared scythe raised yields by half."
THERE = "The shared scythe helps to settle old quarrels about hay."


def tell(abstract: str, sentence: str) -> str:
    work = Work("W1", "Mowing as a way to share hay in Northern Peru", authors=(Author("Ann Ray"), Author("Bo Lind")))
    work = Work("W1", work.title, abstract=abstract, authors=work.authors, year=2001)
    read = ReadWork(work, "ray2001mowing", summarise_work(work, [Page("W1", 0, abstract)]))
    start = abstract.index(sentence)
    finding = Finding("W1", sentence, Quote("W1", 0, start, start + len(sentence), sentence, "abstract"), "finding")
    others = [ReadWork(Work(f"W{n}", f"Hens {n}"), f"hen{n}", summarise_work(work, [])) for n in range(2, 9)]
    return Writer.of([read, *others], "").word(read, finding)


@pytest.mark.parametrize(
    ("abstract", "sentence", "is_placed"),
    [
        (f"{AT_LARGE} In Northern Peru, a union of growers mows by turns. {THERE}", AT_LARGE, False),
        (f"{AT_LARGE} In Northern Peru, a union of growers mows by turns. {THERE}", THERE, True),
        (f"{AT_LARGE} We asked 90 growers about hay. {THERE}", AT_LARGE, False),
        (f"{AT_LARGE} We asked 90 growers about hay. {THERE}", THERE, True),
        (f"{BEFORE} In Northern Peru, it is old.", BEFORE, True),
        (f"{AT_LARGE} {THERE}", THERE, True),
    ],
)  # fmt: skip
def test_what_is_said_at_large_is_given_no_place(abstract: str, sentence: str, is_placed: bool) -> None:  # noqa: FBT001 -- a case of a table
    """A sentence in the present, before the abstract comes to the place or to its aim, holds everywhere."""
    assert tell(abstract, sentence).startswith("In Northern Peru,") is is_placed
