"""Sections: every version is kept, with its claims, for the corpus it was written for."""

from __future__ import annotations

import pytest

from storage.records.writing import Claim, Draft
from storage.runs.reviews import add_citekeys
from storage.writing.citation_checks import add_verdicts
from storage.writing.sections import add_section, integrate_section, read_integration, written_sections


@pytest.fixture
def review_of_two(ledger, make_work, find_works, screen_works):
    """Return a ledger whose corpus holds smith2015hair and wong2015hair, and whose excluded work is out2015hair."""
    find_works(ledger, [make_work(1), make_work(2), make_work(3)])
    screen_works(ledger, {"W1": "include", "W2": "include", "W3": "exclude"})
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "wong2015hair", "W3": "out2015hair"})
    return ledger


def test_latest_version_counts_and_all_are_kept(review_of_two):
    """A section written again is a new version; reading gives the latest, in the order of the review."""
    add_section(review_of_two, "discussion", 90, "Discussion", Draft("Late."))
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("First."))
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("Second."))
    assert list(written_sections(review_of_two).items()) == [
        ("introduction", ("Introduction", "Second.")),
        ("discussion", ("Discussion", "Late.")),
    ]
    versions = review_of_two.select(
        "SELECT version, markdown FROM section WHERE section_id = 'introduction' ORDER BY ALL"
    )
    assert versions.rows() == [(1, "First."), (2, "Second.")]


def test_sections_belong_to_the_corpus_they_were_written_for(review_of_two, screen_works):
    """When the corpus changes the review has to be written again; when it changes back the old text stands again."""
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("About two works."))
    screen_works(review_of_two, {"W2": "exclude"}, method="human", batch=1)
    assert written_sections(review_of_two) == {}
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("About one work."))
    screen_works(review_of_two, {"W2": "include"}, method="human", batch=2)
    assert written_sections(review_of_two) == {"introduction": ("Introduction", "About two works.")}


def test_claims_stand_with_their_version(review_of_two):
    """Each version has its own claims; a sentence citing twice is two, the same claim twice is one."""
    first = (Claim("Both agree.", "smith2015hair", None), Claim("Both agree.", "wong2015hair", None))
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("Both agree.", (*first, first[0])))
    add_section(
        review_of_two, "introduction", 1, "Introduction", Draft("One says.", (Claim("One says.", "wong2015hair", "f"),))
    )
    counts = review_of_two.select("SELECT version, count(*) FROM claim GROUP BY version ORDER BY version").rows()
    assert counts == [(1, 2), (2, 1)]


@pytest.fixture
def written_review(review_of_two):
    """Return the review of two with an introduction that cites and a discussion."""
    claim = Claim("As shown [@smith2015hair].", "smith2015hair", "f")
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("As shown [@smith2015hair].\n", (claim,)))
    add_section(review_of_two, "discussion", 90, "Discussion", Draft("Late.\n"))
    return review_of_two


def test_integration_adds_a_version_with_the_claims_and_an_edit(written_review):
    """The text with its transition is the next version, its claims stand on it, and the edit says what was added."""
    add_verdicts(written_review, [])
    integrate_section(written_review, "introduction", "So.\n\nAs shown [@smith2015hair].\n", [0])
    assert written_sections(written_review)["introduction"] == ("Introduction", "So.\n\nAs shown [@smith2015hair].\n")
    assert written_review.select("SELECT version, sentence, finding_id, verdict_rule FROM claim ORDER BY 1").rows() == [
        (1, "As shown [@smith2015hair].", "f", "unsupported"),
        (2, "As shown [@smith2015hair].", "f", None),
    ]
    edit = written_review.select(
        "SELECT loop, section_id, from_version, to_version, paragraphs, citations_before, citations_after FROM edit"
    )
    assert edit.rows() == [("integration", "introduction", 1, 2, [0], ["smith2015hair"], ["smith2015hair"])]
    produced = written_review.select("SELECT version, produced_by FROM section WHERE section_id = 'introduction'")
    assert dict(produced.iter_rows()) == {1: "", 2: "integration"}


def test_integration_goes_on_from_the_sections_as_they_stood(written_review):
    """Interrupted between two sections it starts from the same texts, and only what is missing is pending."""
    before = read_integration(written_review)
    assert before.pending == {"introduction", "discussion"}
    assert [section.section_id for section in before.sections] == ["introduction", "discussion"]
    integrate_section(written_review, "introduction", "So.\n\nAs shown [@smith2015hair].\n", [0])
    after = read_integration(written_review)
    assert after.sections == before.sections
    assert after.pending == {"discussion"}


def test_a_section_without_transition_is_done_too(written_review):
    """Nothing to add leaves the version as it is and an edit that says so, so that nobody is asked again."""
    for section_id in ("introduction", "discussion"):
        integrate_section(written_review, section_id, "not used", [])
    assert written_review.select("SELECT max(version) FROM section").item() == 1
    assert written_review.select("SELECT from_version, to_version, note FROM edit").unique().rows() == [
        (1, 1, "no transition added")
    ]
    assert read_integration(written_review).pending == frozenset()


def test_another_corpus_is_integrated_anew(written_review, screen_works):
    """An integration of the text for one corpus is none of the text for another."""
    integrate_section(written_review, "introduction", "not used", [])
    screen_works(written_review, {"W2": "exclude"}, method="human", batch=1)
    add_section(written_review, "introduction", 1, "Introduction", Draft("About one work.\n"))
    integration = read_integration(written_review)
    assert integration.pending == {"introduction"}
    assert [section.markdown for section in integration.sections] == ["About one work.\n"]
