"""Checks of citations: verdicts are kept once per version, and a repair is a new version with its edit."""

from __future__ import annotations

import pytest

from storage.records.writing import Claim, Draft
from storage.runs.reviews import add_citekeys
from storage.writing.citation_checks import (
    Repair,
    Verdict,
    add_repair,
    add_verdicts,
    read_checked_sections,
    read_citekeys,
    read_claims,
)
from storage.writing.sections import add_section, written_sections


@pytest.fixture
def review(ledger, make_work, find_works, screen_works):
    """Return a ledger of two works, one of them in the corpus, and an introduction."""
    find_works(ledger, [make_work(1), make_work(2)])
    screen_works(ledger, {"W1": "include", "W2": "exclude"})
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "out2015hair"})
    claim = Claim("Bad [@bogus2000].", "bogus2000", None)
    draft = Draft("Good.\n\nBad [@bogus2000].\n", (claim,), "extractive")
    add_section(ledger, "introduction", 1, "Introduction", draft)
    return ledger


def _repair(ledger, markdown: str) -> None:
    (section,) = read_checked_sections(ledger)
    claims = (Claim("Mended [@smith2015hair].", "smith2015hair", "f"),)
    repair = Repair(section, Draft(markdown, claims), "what", "note", (1,), ("bogus2000",), ("smith2015hair",))
    add_repair(ledger, repair)


def test_a_citekey_resolves_if_its_work_is_in_the_corpus(review):
    """Works that were excluded have no say."""
    assert read_citekeys(review) == ["smith2015hair"]


def test_verdicts_are_kept_once_per_version(review):
    """The same verdict given again, as by a second run, adds no row; the first one stays."""
    verdict = Verdict("introduction", 1, "bogus2000", "invalid", "ledger", "no work", 1)
    add_verdicts(review, [verdict])
    add_verdicts(review, [verdict, Verdict("introduction", 1, "smith2015hair", "valid", "zotero", None, 1)])
    rows = review.select("SELECT citekey, status, checked_against, reason, attempt FROM citation_check ORDER BY 1")
    assert rows.rows() == [
        ("bogus2000", "invalid", "ledger", "no work", 1),
        ("smith2015hair", "valid", "zotero", None, 1),
    ]


def test_a_repair_is_a_version_with_claims_and_an_edit(review):
    """Text, claims and edit come at once; what was written before stays, and repairs are counted."""
    _repair(review, "Good.\n\nMended [@smith2015hair].\n")
    assert written_sections(review)["introduction"][1] == "Good.\n\nMended [@smith2015hair].\n"
    (section,) = read_checked_sections(review)
    assert (section.version, section.repairs) == (2, 1)
    assert read_claims(review, section) == (Claim("Mended [@smith2015hair].", "smith2015hair", "f"),)
    edit = review.select(
        "SELECT loop, iteration, section_id, from_version, to_version, issue, paragraphs, citations_before, "
        "citations_after, note FROM edit"
    )
    assert edit.rows() == [
        ("verification", 1, "introduction", 1, 2, "what", [1], ["bogus2000"], ["smith2015hair"], "note")
    ]
    assert review.select("SELECT produced_by FROM section ORDER BY version")["produced_by"].to_list() == [
        "extractive",
        "verification",
    ]


def test_a_section_written_anew_may_be_repaired_anew(review):
    """Repairs count from the last version that somebody else made."""
    _repair(review, "Once.\n")
    _repair(review, "Twice.\n")
    assert [section.repairs for section in read_checked_sections(review)] == [2]
    add_section(review, "introduction", 1, "Introduction", Draft("Edited.\n"))
    assert [section.repairs for section in read_checked_sections(review)] == [0]


def test_repairs_of_another_corpus_do_not_count(review, screen_works):
    """The text for one corpus has its own repairs, also when that corpus comes back."""
    _repair(review, "Once.\n")
    screen_works(review, {"W2": "include"}, method="human", batch=1)
    add_section(review, "introduction", 1, "Introduction", Draft("For two works.\n"))
    assert [section.repairs for section in read_checked_sections(review)] == [0]
    screen_works(review, {"W2": "exclude"}, method="human", batch=2)
    assert [(section.markdown, section.repairs) for section in read_checked_sections(review)] == [("Once.\n", 1)]
    _repair(review, "Twice.\n")
    assert [(section.version, section.repairs) for section in read_checked_sections(review)] == [(4, 2)]
