"""A work read from its abstract is read again once its full text is stored; the later reading is in force."""

from __future__ import annotations

import pytest

from storage.core.canonical import hash_tables
from storage.reading.reading import FULL_TEXT, add_reading, read_corpus, unread_works
from storage.records.writing import UNSTATED, Claim, Draft, Finding, Page, Quote, Summary
from storage.runs.reviews import add_citekeys, review_numbers
from storage.writing.sections import add_section, written_sections

ABSTRACT = Page("W1", 0, "Stress raises cortisol in hair.", UNSTATED)
PAGES = [Page("W1", 1, "Stress raises cortisol by 12%.", FULL_TEXT), Page("W1", 2, "It falls again.", FULL_TEXT)]


def _summary(page: Page, source: str, **fields: str) -> Summary:
    quote = Quote("W1", page.page, 0, len(page.text), page.text, page.source)
    finding = Finding("W1", page.text, quote)
    return Summary("W1", "", "", "", ("cortisol",), f"Short of the {source}.", (finding,), source, **fields)


@pytest.fixture
def read_once(ledger, make_work, find_works, screen_works):
    """Return a ledger with two works in the corpus, read from their abstract and title."""
    find_works(ledger, [make_work(1, abstract=ABSTRACT.text), make_work(2, abstract=None)])
    screen_works(ledger, {"W1": "include", "W2": "include"})
    add_citekeys(ledger, {"W1": "smith2015hair", "W2": "wong2015hair"})
    add_reading(ledger, _summary(ABSTRACT, "abstract"), [ABSTRACT], "extractive")
    add_reading(ledger, Summary("W2", "", "", "", (), "", (), "title"), [], "extractive")
    return ledger


def _store(ledger, pages):
    ledger.append(
        "document",
        [{"work_id": p.work_id, "level": 0, "page": p.page, "text": p.text, "source": p.source} for p in pages],
    )


def test_a_stored_full_text_is_offered_with_the_abstract_before_it(read_once):
    """The work is unread again, its pages are in order, and other works stay read."""
    assert unread_works(read_once) == []
    _store(read_once, PAGES[::-1])
    (offered,) = unread_works(read_once)
    assert offered[0].work_id == "W1"
    assert offered[1] == [ABSTRACT, *PAGES]


def test_the_later_reading_is_in_force_and_the_earlier_stays(read_once):
    """Summary, findings and short text are the later ones; nothing of the first reading was changed or doubled."""
    before = read_once.select("SELECT * FROM finding ORDER BY ALL").rows()
    _store(read_once, PAGES)
    later = _summary(PAGES[0], "full text", digest="A tenth.")
    for _ in range(2):
        add_reading(read_once, later, [ABSTRACT, *PAGES], "extractive")
    assert read_corpus(read_once)["W1"].summary == later
    assert unread_works(read_once) == []
    assert read_once.select("SELECT source FROM summary WHERE work_id = 'W1'").rows() == [("full text",)]
    assert read_once.select("SELECT pages FROM reading WHERE work_id = 'W1' ORDER BY pages").rows() == [(0,), (2,)]
    assert set(before) < set(read_once.select("SELECT * FROM finding").rows())
    levels = read_once.select("SELECT level, count(*) FROM document WHERE work_id = 'W1' GROUP BY level ORDER BY level")
    assert levels.rows() == [(0, 3), (1, 2), (2, 1)]
    assert review_numbers(read_once)["findings"] == 1
    assert review_numbers(read_once)["with_full_text"] == 1


def test_a_full_text_without_a_finding_is_read_once(read_once):
    """Where the full text gave nothing, the abstract's reading stands in, and the work is not offered for ever."""
    _store(read_once, PAGES)
    add_reading(read_once, _summary(ABSTRACT, "abstract"), [ABSTRACT, *PAGES], "extractive")
    assert unread_works(read_once) == []
    assert read_corpus(read_once)["W1"].summary == _summary(ABSTRACT, "abstract")


def test_sections_written_before_the_second_reading_are_written_anew(read_once):
    """What rested on the first reading belongs to another edition; without a second reading nothing is rewritten."""
    finding = _summary(ABSTRACT, "abstract").findings[0]
    claim = Claim("Stress raises it [@smith2015hair].", "smith2015hair", finding.finding_id)
    add_section(read_once, "introduction", 1, "Introduction", Draft(claim.sentence, (claim,)))
    assert list(written_sections(read_once)) == ["introduction"]
    _store(read_once, PAGES)
    assert list(written_sections(read_once)) == ["introduction"]
    add_reading(read_once, _summary(PAGES[0], "full text"), [ABSTRACT, *PAGES], "extractive")
    assert written_sections(read_once) == {}


def test_the_first_reading_may_be_of_the_full_text(new_ledger, make_work, find_works, screen_works):
    """Whether the abstract was read before makes no difference to what is in force."""
    hashes = []
    for again in (False, True):
        review = new_ledger()
        find_works(review, [make_work(1, abstract=ABSTRACT.text)])
        screen_works(review, {"W1": "include"})
        if again:
            add_reading(review, _summary(ABSTRACT, "abstract"), [ABSTRACT], "extractive")
        _store(review, PAGES)
        add_reading(review, _summary(PAGES[0], "full text"), [ABSTRACT, *PAGES], "extractive")
        hashes.append(hash_tables(review)["summary"])
    assert hashes[0] == hashes[1]
