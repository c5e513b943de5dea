"""A turn is not told without the result that it turns, nor a result that its own work takes back later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.records.search import Work
from storage.records.writing import Finding, Page, Quote, ReadWork
from tasks.analysts.extractive.finding_allocation import list_items
from tasks.analysts.extractive.half_told import is_half
from tasks.analysts.extractive.summary import summarise_work

RESULT = "Marl raised the yields of hay by half in wet fields."
TURN = "Nevertheless, a loss of herbs was noted in all of the wet fields."


def quote(abstract: str, words: str) -> Finding:
    start = abstract.index(words)
    said = words.removeprefix("Nevertheless, ")
    said = said[:1].upper() + said[1:]
    return Finding("W1", said, Quote("W1", 0, start, start + len(words), words, "abstract"), "finding")


@pytest.mark.parametrize(
    ("abstract", "words", "half"),
    [
        (f"{RESULT} {TURN}", TURN, True),
        (f"{RESULT} {TURN}", f"{RESULT} {TURN}", False),
        (f"Hay has been a major source of feed. {TURN}", TURN, False),
        (f"{RESULT} Herds grew. However, this article provides counter evidence from dry fields.", RESULT, True),
        (f"{RESULT} However, our results cast doubt on the worth of marl.", RESULT, True),
        (f"{RESULT} However, this article lists the fields.", RESULT, False),
        (f"{RESULT} Herds grew in the valley.", RESULT, False),
    ],
)
def test_a_half_is_known_by_what_stands_beside_it(abstract: str, words: str, half: bool) -> None:  # noqa: FBT001 -- a case of a table
    """By the result before a turn, or by the doubt of the same work behind a result."""
    assert is_half(quote(abstract, words), abstract) is half


def test_a_half_does_not_stand_alone() -> None:
    """Whatever section asks, it is told with its other half or not at all."""
    abstract = f"{RESULT} {TURN}"
    work = Work("W1", "Marl on hay", abstract=abstract)
    read = ReadWork(work, "ray2001marl", summarise_work(work, [Page("W1", 0, abstract)]))
    half = replace(read, summary=replace(read.summary, findings=(quote(abstract, TURN),)))
    assert [item.stands_alone for item in list_items([half], "finding")] == [False]
    assert all(item.stands_alone for item in list_items([read], "finding"))
