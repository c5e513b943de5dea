"""Sentences that name their own authors, or mean them, name them once; what a paper does is told as its act."""

# ruff: noqa: E501 -- a sentence and what is told of it read best on one line

from __future__ import annotations

from itertools import pairwise

import pytest

from storage.records.search import Author, Work
from storage.records.writing import Finding, Quote
from tasks.analysts.extractive.own_names import has_own_name, name_authors, tells_act
from tasks.analysts.extractive.phrasing import Writer
from tests.tasks.analysts.conftest import read_abstract

ONE = Work("W1", "Hay", year=2001, authors=(Author("Ann Lind"),))
TWO = Work("W1", "Hay", year=2001, authors=(Author("Ann Lind"), Author("Ben Okafor")))
MANY = Work("W1", "Hay", year=2001, authors=(Author("Ann Lind"), Author("Ben Okafor"), Author("Cy Roth")))


@pytest.mark.parametrize(
    ("work", "name", "body", "told"),
    [
        (ONE, "Lind (2001)", "Lind argues that hay is cheap", "Lind (2001) argues that hay is cheap"),
        (ONE, "Lind (2001)", "In Late Hay, Ann Lind accepts the rule", "In Late Hay, Lind (2001) accepts the rule"),
        (ONE, "Lind (2001)", "In Late Hay Ann Lind accepts the rule", "In Late Hay Lind (2001) accepts the rule"),
        (TWO, "Lind and Okafor (2001)", "Lind and Okafor show that hay is cheap", "Lind and Okafor (2001) show that hay is cheap"),
        (MANY, "Lind et al. (2001)", "Lind et al. provide it", "Lind et al. (2001) provide it"),
        (MANY, "Lind et al. (2001)", "Of the nine old ponds, they identify three", "Of the nine old ponds, Lind et al. (2001) identify three"),
        (ONE, "Lind (2001)", "Of the nine old ponds, they identify three", "Of the nine old ponds, they identify three"),
        (ONE, "Lind (2001)", "Ponds dry up when they show cracks", "Ponds dry up when they show cracks"),
        (ONE, "Lind (2001)", "Hay is cheap (Lind, 1999)", "Hay is cheap (Lind, 1999)"),
    ],
)  # fmt: skip
def test_a_name_stands_where_the_sentence_has_its_authors(work, name, body, told):
    """As its subject; a pronoun must fit their number, and a name in brackets is a reference."""
    assert name_authors(body, work, name, plural=len(work.authors) > 1) == told


def test_a_sentence_with_its_own_name_is_not_framed_by_it():
    """As "According to Lind, Lind's rule" says it twice; a reference is no name."""
    assert has_own_name("Lind's rule of hay holds in all valleys", ONE)
    assert not has_own_name("The rule of hay holds in all valleys (Lind 1999)", ONE)
    for number in range(12):
        work = read_abstract(ONE, "")
        text = f"Lind's rule of hay holds in {number + 2} of the valleys."
        finding = Finding("W1", text, Quote("W1", 0, 0, len(text), text))
        assert Writer.of([work], "seed").word(work, finding).count("Lind") == 1


@pytest.mark.parametrize(
    "body",
    ["The logic of herds is replaced with that of single sheep", "Views of hay are compared to reveal their limits"],
)
def test_what_a_paper_does_to_its_matter_is_its_act(body):
    """Said in the passive."""
    assert tells_act(body)


@pytest.mark.parametrize(
    "body",
    ["Hay is replaced by straw in dry years", "Hay is identified as a cause", "Hay is cheap", "Hay was replaced"],
)
def test_what_others_do_or_did_is_no_act(body):
    """Nor is what something is taken for."""
    assert not tells_act(body)


def test_an_act_is_told_in_the_work():
    """Whoever replaced one idea with another has not noted that it is replaced."""
    work = read_abstract(ONE, "")
    texts = [
        f"The logic of {kind} is replaced with that of sheep." for kind in ("herds", "hay", "bees", "ponds", "goats")
    ]
    findings = [Finding("W1", text, Quote("W1", 0, 0, len(text), text)) for text in texts]
    told = {Writer.of([work], "seed").word(work, finding).split(" the logic")[0] for finding in findings}
    assert told <= {"In Lind (2001),", *(text.removesuffix(".") for text in texts)}
    assert "In Lind (2001)," in told


def test_also_is_said_only_after_a_sentence_that_names_the_author():
    """For "the same author" means nobody where the sentence before left the name to its citation."""
    work = read_abstract(ONE, "")
    texts = [f"The hay was cheap in {number} of the valleys." for number in range(2, 30)]
    findings = [Finding("W1", text, Quote("W1", 0, 0, len(text), text)) for text in texts]
    seen = set()
    for first, second in pairwise(findings):
        writer = Writer.of([work], "seed")
        before, after = writer.word(work, first), writer.word(work, second, again=True)
        seen.add(named := "Lind" in before)
        assert ("author" in after and "also" in after) is named
        assert named or "author" not in after
    assert seen == {True, False}


def test_a_work_is_not_framed_where_its_title_says_it():
    """Nor is a work without authors by itself: it is called by its title."""
    assert has_own_name("Late Hay argues that hay is dear", Work("W1", "Late Hay: Notes", authors=ONE.authors))
    assert not has_own_name("Late hay is dear", Work("W1", "Late hay", authors=ONE.authors))
    work = read_abstract(Work("W1", "Late Hay", year=2001), "")
    text = "Hay is dear and this book, written in the valleys, is the guide to it."
    told = Writer.of([work], "seed").word(work, Finding("W1", text, Quote("W1", 0, 0, len(text), text)))
    assert told == "Hay is dear and the book “Late Hay” (2001), written in the valleys, is the guide to it"
