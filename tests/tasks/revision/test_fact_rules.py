"""Rules of fact: what a sentence states that its sources do not, whatever an analyst says."""

from __future__ import annotations

import re

import pytest

from tasks.revision.fact_rules import CitedTexts, find_faults, read_cited_texts
from tasks.text.words import spell
from tests.flows.planted_review import read_works, tell_findings


@pytest.fixture(scope="module")
def known() -> CitedTexts:
    """Return sixteen real works."""
    return read_cited_texts(list(read_works()))


def test_sentences_of_the_works_themselves_are_in_order(known: CitedTexts) -> None:
    """A finding told in its own words and cited has no fault."""
    for told in tell_findings():
        assert find_faults(told.line.text, [told.work.citekey], known) == []


def test_the_same_sentences_cited_to_another_work_are_at_fault(known: CitedTexts) -> None:
    """Words of one work under another's citekey are found, and whose they are."""
    findings = tell_findings()
    missed = []
    for told, other in zip(findings, findings[1:] + findings[:1], strict=True):
        swapped = told.line.text.replace(told.work.citekey, other.work.citekey)
        faults = find_faults(swapped, [other.work.citekey], known)
        right = [fault for fault in faults if f"@{told.work.citekey} does" in fault.reason]
        missed += [] if right else [told.line.text]
    assert len(missed) <= len(findings) // 10


def test_false_numbers_are_found(known: CitedTexts) -> None:
    """Every finding that states a number is at fault once the number is another."""
    tried = 0
    for told in tell_findings():
        body = told.line.text.partition(" [@")[0]
        figure = re.search(r"(?<![\w.])\d+(?![\w.])", body)
        if figure:
            false = told.line.text.replace(figure.group(), f"{figure.group()}777", 1)
            assert [fault.kind for fault in find_faults(false, [told.work.citekey], known)] == ["number"]
            tried += 1
    assert tried >= 2


@pytest.mark.parametrize(
    ("before", "kind"),
    [("In the Great Barrier Reef, ", "name"), ("By XQZT, ", "name"), ("According to Nemo et al. (1999), ", "authors")],
)
def test_names_and_authors_of_nobody_are_found(known: CitedTexts, before: str, kind: str) -> None:
    """A place, an acronym or an author that the work does not know is at fault; the review's own names are not."""
    told = tell_findings()[0]
    faults = find_faults(f"{before}{told.line.text}", [told.work.citekey], known)
    assert kind in {fault.kind for fault in faults}
    own = find_faults(f"In the Great Barrier Reef, {told.line.text}", [told.work.citekey], known, "Great Barrier Reef")
    assert own == []


def test_authors_years_and_counts_of_what_is_cited_are_free(known: CitedTexts) -> None:
    """Metadata of the works cited, and how many these are, need no words of theirs."""
    told, other = tell_findings()[:2]
    names = [read.work.authors[0].name.split()[-1] for read in (told.work, other.work)]
    sentence = f"{names[0]} et al. ({told.work.work.year}) is one of two such works [@{told.work.citekey}]."
    assert "authors" not in {fault.kind for fault in find_faults(sentence, [told.work.citekey], known)}
    both = f"Two works deal with hair cortisol [@{told.work.citekey}; @{other.work.citekey}]."
    assert find_faults(both, [told.work.citekey, other.work.citekey], known) == []


def test_a_work_that_nobody_knows_is_left_to_the_validation_of_citations(known: CitedTexts) -> None:
    """Without a known source there is nothing to hold a sentence against."""
    assert find_faults("It rose by 999 percent [@ghost].", ["ghost"], known) == []


def test_how_much_later_a_work_appeared_needs_no_source_if_it_is_so(known: CitedTexts) -> None:
    """The years between two works of the review are no number of either; another figure in their place is."""
    first = min(read.work.year for read in known.works.values() if read.work.year)
    told = max(tell_findings(), key=lambda one: one.work.work.year or 0)
    gap, cited = (told.work.work.year or 0) - first, [told.work.citekey]
    assert find_faults(f"{spell(gap).capitalize()} years later, {told.line.text}", cited, known) == []
    assert [fault.kind for fault in find_faults(f"77 years later, {told.line.text}", cited, known)] == ["number"]


def test_a_sentence_that_counts_its_works_is_no_one_elses(known: CitedTexts) -> None:
    """Words of a third work do not make the citations of two wrong where the sentence only says that they are two."""
    first, second, third = tell_findings()[:3]
    words = third.line.text.partition(" [@")[0]
    keys = [first.work.citekey, second.work.citekey]
    cited = f"[@{keys[0]}; @{keys[1]}]."
    assert "citation" in {fault.kind for fault in find_faults(f"{words} {cited}", keys, known)}
    assert "citation" not in {fault.kind for fault in find_faults(f"{words} appears in two {cited}", keys, known)}


@pytest.mark.parametrize(
    ("sentence", "faulty"),
    [
        ("Findings on it come from 14 further works, among them two", False),
        ("Six of the 15 works of this theme state harms, or that there were none", False),
        ("Findings on it come from 99 further works, among them two", True),
        ("Fifteen of the six works of this theme state harms", True),
        ("Findings on it come from 14 works, among them two", False),
        ("By title and abstract, one work of this theme is a review and 13 are randomised trials, among them", False),
        ("By title and abstract, 99 works of this theme are randomised trials", True),
    ],
)
def test_counts_of_works_are_the_reviews_own(known: CitedTexts, sentence: str, *, faulty: bool) -> None:
    """How many works there are needs no source, and cannot exceed what the review holds."""
    keys = list(known.works)[:2]
    cited = f"{sentence} [@{'; @'.join(keys)}]."
    assert ("number" in {fault.kind for fault in find_faults(cited, keys, known)}) is faulty
