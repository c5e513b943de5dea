"""Sections: every version is kept, and each citekey in the text is checked against the corpus."""

from __future__ import annotations

import pytest

from storage.manuscript import Claim, Draft
from storage.reviews import add_citekeys
from storage.sections import (
    add_section,
    check_citations,
    integrate_section,
    read_integration,
    written_sections,
)


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


# Markdown of a section, and the citekeys in it with whether the corpus has them.
TEXTS = {
    "none": ("No citation, though mail@example.org and 5 @ 3 stand here.", {}),
    "one": ("As shown [@smith2015hair].", {"smith2015hair": "valid"}),
    "several in one bracket": (
        "As shown [@smith2015hair; @wong2015hair;@bogus2000].",
        {"smith2015hair": "valid", "wong2015hair": "valid", "bogus2000": "invalid"},
    ),
    "with prefix, suffix and locator": (
        "As shown [see @smith2015hair, p. 3; but -@bogus2000].",
        {"smith2015hair": "valid", "bogus2000": "invalid"},
    ),
    "in running text": (
        "@wong2015hair says so.\n@bogus2000 says no.",
        {"wong2015hair": "valid", "bogus2000": "invalid"},
    ),
    "in parentheses and quotes": (
        'So (@bogus2000) and "@bogus2001".',
        {"bogus2000": "invalid", "bogus2001": "invalid"},
    ),
    "known but excluded from the corpus": ("As shown [@out2015hair].", {"out2015hair": "invalid"}),
    "twice": ("[@smith2015hair]. Again [@smith2015hair].", {"smith2015hair": "valid"}),
    "another case": ("[@Smith2015hair].", {"Smith2015hair": "invalid"}),
    "at the end of a sentence": (
        "So says @smith2015hair. And @wong2015hair.",
        dict.fromkeys(("smith2015hair", "wong2015hair"), "valid"),
    ),
}


@pytest.mark.parametrize("case", TEXTS)
def test_citekeys_are_checked_against_the_corpus(review_of_two, case):
    """Each citekey of the text resolves to a corpus work or is invalid with a reason; checking twice checks once."""
    markdown, expected = TEXTS[case]
    add_section(review_of_two, "introduction", 1, "Introduction", Draft(markdown))
    assert check_citations(review_of_two) == list(expected.values()).count("invalid")
    assert check_citations(review_of_two) == 0
    rows = review_of_two.select("SELECT citekey, status, reason FROM citation_check").rows()
    assert {citekey: status for citekey, status, _ in rows} == expected
    assert len(rows) == len(expected)
    assert {reason is None for _, status, reason in rows if status == "valid"} <= {True}
    assert {reason is None for _, status, reason in rows if status == "invalid"} <= {False}


def test_only_the_current_version_is_checked(review_of_two):
    """A citekey that a later version no longer has is not held against the review."""
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("[@bogus2000]."))
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("[@smith2015hair]."))
    assert check_citations(review_of_two) == 0
    assert review_of_two.select("SELECT version, citekey FROM citation_check").rows() == [(2, "smith2015hair")]


@pytest.fixture
def written_review(review_of_two):
    """Return the review of two with an introduction that cites and a discussion."""
    claim = Claim("As shown [@smith2015hair].", "smith2015hair", "f")
    add_section(review_of_two, "introduction", 1, "Introduction", Draft("As shown [@smith2015hair].\n", (claim,)))
    add_section(review_of_two, "discussion", 90, "Discussion", Draft("Late.\n"))
    return review_of_two


def test_integration_adds_a_version_with_the_claims_and_an_edit(written_review):
    """The text with its transition is the next version, its claims stand on it, and the edit says what was added."""
    check_citations(written_review)
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
    assert dict(produced.iter_rows()) == {1: "extractive", 2: "integration"}


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
