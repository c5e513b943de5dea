"""What an analyst says of sentences: put on record by sentence, and carried over to versions that keep them."""

from __future__ import annotations

import pytest

from storage.core.ledger import Ledger
from storage.records.writing import Claim, Draft
from storage.writing.fact_checks import add_fact_verdicts, read_asserted_sections
from storage.writing.sections import add_section
from storage.writing.supervision import Edit, Note, add_edits, read_notes


@pytest.fixture
def written(ledger, make_work, find_works, screen_works) -> Ledger:
    """Return a ledger with a section of two sentences, one of which cites twice."""
    find_works(ledger, [make_work(1)])
    screen_works(ledger, {"W1": "include"})
    claims = (Claim("A [@x; @y].", "x", "f1"), Claim("A [@x; @y].", "y", "f2"), Claim("B [@x].", "x", "f3"))
    add_section(ledger, "theme:a", 1, "A", Draft("A [@x; @y]. B [@x].\n", claims))
    return ledger


def test_verdicts_are_kept_by_sentence_with_the_notes(written):
    """Every claim of a sentence has its verdict; what was not judged has none."""
    (section,) = read_asserted_sections(written)
    assert (section.rounds, section.verdicts, len(section.claims)) == (0, {}, 3)
    note = Note("facts", 1, "judge", "A [@x; @y].", "partly", "weaker", "fails")
    add_fact_verdicts(written, section, {"A [@x; @y].": "partly"}, [note])
    (judged,) = read_asserted_sections(written)
    assert judged.verdicts == {"A [@x; @y].": "partly"}
    assert [one.rationale for one in read_notes(written, "facts")] == ["weaker"]


def test_a_new_version_keeps_the_verdicts_of_sentences_that_stay(written):
    """The sentence that stays keeps what was said of it, the new one has no verdict, and the round is counted."""
    (section,) = read_asserted_sections(written)
    add_fact_verdicts(written, section, {"A [@x; @y].": "supported", "B [@x].": "contradicted"}, [])
    claims = (*section.claims[:2], Claim("C [@x].", "x", "f3"))
    draft = Draft("A [@x; @y]. C [@x].\n", claims)
    add_edits(written, [Edit("facts", 1, "theme:a", 1, draft, "contradicted", "high", (0,), ("x",), ("x",), "done")])
    (after,) = read_asserted_sections(written)
    assert (after.version, after.rounds, after.verdicts) == (2, 1, {"A [@x; @y].": "supported"})
    before = written.select("SELECT DISTINCT verdict_analyst FROM claim WHERE version = 1 ORDER BY ALL")
    assert before["verdict_analyst"].to_list() == ["contradicted", "supported"]


def test_an_edit_that_left_the_section_counts_as_a_round(written):
    """A rejected edit is a round as well, so that no section is tried without end."""
    add_edits(written, [Edit("facts", 1, "theme:a", 1, None, "partly", "medium", (), (), (), "rejected: why")])
    (section,) = read_asserted_sections(written)
    assert (section.version, section.rounds) == (1, 1)
