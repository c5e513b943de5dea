"""Which findings a theme tells: at least one of each work that has one to tell."""

from __future__ import annotations

from dataclasses import replace

from storage.records.search import Work
from storage.records.writing import Finding, Quote, ReadWork, Summary
from tasks.analysts.extractive.finding_allocation import items_of, list_items, pair_opposites

DANGLING = "These elements lowered the price of bread."
PLAIN = tuple(f"Bread from mill {place} keeps longer than bread from towns." for place in range(12))


def _find(text: str) -> Finding:
    return Finding("W1", text, Quote("W1", 0, 0, len(text), text))


def _read(*texts: str) -> ReadWork:
    work = Work("W1", "Bread", abstract=" ".join(texts), year=2010)
    summary = Summary("W1", "", "", "", (), "", tuple(map(_find, texts)), "abstract")
    return ReadWork(work, "stone2010", summary, in_degree=0)


def test_a_theme_tells_a_result_of_each_work_that_has_one_to_tell():
    """Where the first sentence of a work needs another beside it, one that stands by itself is told in its place."""
    for plain in PLAIN:
        (told,) = [item for item in items_of([_read(DANGLING, plain)], "theme", "finding") if item.stands_alone]
        assert told.finding.text == plain
    elsewhere = [plain for plain in PLAIN if len(items_of([_read("Bread rose.", plain)], "theme", "finding")) == 1]
    assert elsewhere


def test_what_says_most_of_the_title_is_told_in_the_theme():
    """A result that names what its work is about is not kept for the discussion while the theme tells a minor one."""
    work = "Bread of spelt keeps longer in stone mills"
    for place in range(12):
        minor = f"Flour of batch {place} was finer than flour of other batches."
        main = f"Bread of spelt kept longer in stone mills of town {place} than elsewhere."
        read = _read(minor, "Dough rose more than before.", main)
        read = replace(read, work=replace(read.work, title=work))
        assert main in {item.finding.text for item in items_of([read], "theme", "finding")}


def test_a_primary_outcome_that_came_to_nothing_is_told_beside_what_improved():
    """Nor is it lost because it speaks of "both groups" and may not stand alone."""
    declared = "The primary outcome was the number of falls."
    missed = "Both groups had fewer falls, but there was no significant difference in the number between groups."
    improved = "Sleep was significantly better with rye bread than with wheat bread."
    read = _read(missed, improved)
    read = replace(read, work=replace(read.work, abstract=f"{declared} {missed} {improved}"))
    first, second = list_items([read], "finding")
    assert (first.is_main, first.stands_alone, second.is_main) == (True, False, False)
    pairs = pair_opposites([read])
    assert pairs[second.finding.finding_id].finding.text == missed
    plain = replace(read, work=replace(read.work, abstract=f"{missed} {improved}"))
    assert not pair_opposites([plain])


def test_what_has_roots_before_it_is_named_does_not_stand_alone():
    """Roots say nothing of what grew from them; named in the sentence, it stands."""
    unnamed, named = (
        "With roots in one village of bakers, it led many to bake rye.",
        "With roots in one village of bakers, rye led many to bake.",
    )
    assert [item.stands_alone for item in list_items([_read(unnamed, named)], "finding")] == [False, True]
