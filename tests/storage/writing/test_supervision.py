"""Notes and edits of supervision: kept in order, by edition, and never written over what was there."""

from __future__ import annotations

import pytest

from storage.records.writing import Claim, Draft, ThemeAnalysis
from storage.runs.language_models import read_recorded
from storage.runs.reviews import read_tier
from storage.writing.sections import add_section, integrate_section, read_integration, written_sections
from storage.writing.supervision import (
    Edit,
    Note,
    add_edits,
    add_notes,
    append_new_section,
    is_outgrown,
    read_explored,
    read_notes,
    read_stated_numbers,
)
from storage.writing.themes import add_analysis, read_analyses, read_paths
from storage.writing.versions import appendix_frames

GAP = Note(
    "theory",
    1,
    "gap",
    topic="allostatic load",
    issue_type="underlying_theory",
    rationale="It is missing.",
    queries=("allostatic load", "wear and tear"),
    guidance="Say what it is.",
    section_ids=("introduction",),
    work_ids=("W1",),
    stage=1001,
)


def _edit(**changes: object) -> Edit:
    facts = {
        "loop": "structure",
        "iteration": 1,
        "section_id": "introduction",
        "from_version": 1,
        "draft": Draft("It is so [@a].\n", (Claim("It is so [@a].", "a", "f1"),)),
        "issue": "content_sprawl",
        "severity": "high",
        "paragraphs": (0,),
        "citations_before": ("a",),
        "citations_after": ("a",),
        "note": "shortened",
        "coherence": 0.5,
    }
    return Edit(**(facts | changes))


@pytest.fixture
def written(ledger):
    """Return a ledger with one section."""
    add_section(ledger, "introduction", 1, "Introduction", Draft("It is so, is it [@a].\n"))
    return ledger


def _edits(ledger):
    return ledger.select("SELECT section_id, from_version, to_version, paragraphs, coherence, note FROM edit").rows()


def test_notes_are_read_as_they_were_made(ledger):
    """Every field comes back, in order, and each loop has its own."""
    notes = [GAP, Note("theory", 1, "outcome", outcome="integrated"), Note("theory", 2, "pass_through")]
    add_notes(ledger, notes[:1])
    add_notes(ledger, [Note("facts", 1, "checked")])
    add_notes(ledger, notes[1:])
    assert read_notes(ledger, "theory") == notes
    assert read_notes(ledger, "facts") == [Note("facts", 1, "checked")]


def test_notes_of_another_edition_are_no_notes_of_this_text_but_its_topics_stay_explored(ledger):
    """When the review is written anew for a higher tier, its supervision begins anew, and repeats no topic."""
    add_notes(ledger, [GAP])
    ledger.change("UPDATE review SET quality = 'standard'")
    assert read_notes(ledger, "theory") == []
    assert read_explored(ledger, "theory") == ("allostatic load",)
    assert read_explored(ledger, "literature") == ()


def test_an_edit_makes_a_version_with_its_claims_and_says_why(written):
    """The version before stays; notes come in the same transaction."""
    add_edits(written, [_edit()], [Note("structure", 1, "rewritten")])
    assert written.select("SELECT version, markdown FROM section ORDER BY version").rows() == [
        (1, "It is so, is it [@a].\n"),
        (2, "It is so [@a].\n"),
    ]
    assert written.select("SELECT version, sentence, citekey, finding_id FROM claim").rows() == [
        (2, "It is so [@a].", "a", "f1")
    ]
    assert _edits(written) == [("introduction", 1, 2, [0], 0.5, "shortened")]
    assert [note.action for note in read_notes(written, "structure")] == ["rewritten"]


def test_a_rejected_edit_leaves_the_text_and_says_why(written):
    """Without a draft the version is the one before."""
    add_edits(written, [_edit(draft=None, paragraphs=(), citations_after=(), coherence=None, note="left")])
    assert _edits(written) == [("introduction", 1, 1, [], None, "left")]
    assert written_sections(written)["introduction"][1] == "It is so, is it [@a].\n"


def test_edits_fail_together(written):
    """If one cannot be stored, neither the others nor the notes are."""
    with pytest.raises(Exception, match="NOT NULL"):
        add_edits(written, [_edit(), _edit(section_id=None)], [Note("structure", 1, "rewritten")])
    assert _edits(written) == []
    assert written.select("SELECT count(*) FROM section").item() == 1


def test_a_new_section_begins_with_version_one_of_the_loop(written):
    """It stands at its place in the review, and its edit begins at version 0."""
    with written.transaction():
        append_new_section(written, _edit(loop="literature", section_id="theme:x", from_version=0), 10, "A Rival View")
    assert list(written_sections(written)) == ["introduction", "theme:x"]
    assert written.select("SELECT produced_by FROM section WHERE section_id = 'theme:x'").item() == "literature"
    assert _edits(written) == [("theme:x", 0, 1, [0], 0.5, "shortened")]
    with pytest.raises(ValueError, match="no text"):
        append_new_section(written, _edit(draft=None), 10, "A Rival View")


def test_stated_numbers_are_outgrown_by_a_gap_of_the_loop(ledger):
    """Of the loop that named it, until they are stated again."""
    assert read_stated_numbers(ledger) is None
    assert not is_outgrown(ledger, "theory")
    add_notes(ledger, [Note("theory", 1, "numbers", outcome='{"corpus": 3}'), GAP])
    assert read_stated_numbers(ledger) == {"corpus": 3}
    assert (is_outgrown(ledger, "theory"), is_outgrown(ledger, "literature")) == (True, False)
    add_notes(ledger, [Note("theory", 1, "numbers", outcome='{"corpus": 4}')])
    assert read_stated_numbers(ledger) == {"corpus": 4}
    assert not is_outgrown(ledger, "theory")


def test_a_loop_of_any_name_is_told_in_the_order_they_ran(written):
    """The appendix counts and lists the edits of every loop there is, those worked in at the end apart."""
    for place, loop in enumerate(("facts", "tone", "theory", "verification", "tone")):
        add_edits(written, [_edit(loop=loop, from_version=place + 1, iteration=1 + (place > 3))])
    integrate_section(written, "introduction", "It is so [@a].\n\nSo.\n", [1])
    frames = appendix_frames(written)
    assert frames["loops"].select("loop", "rounds", "changed").rows() == [
        ("facts", 1, 1), ("tone", 2, 2), ("theory", 1, 1)
    ]  # fmt: skip
    assert frames["edits"]["loop"].to_list() == ["facts", "tone", "tone", "theory"]


def test_a_section_that_any_loop_adds_needs_no_integration(written):
    """A section whose first version a loop wrote stands by itself, whatever the loop is called."""
    with written.transaction():
        append_new_section(written, _edit(loop="tone", section_id="theme-1", from_version=0), 2, "Tone")
    assert read_integration(written).pending == frozenset({"introduction"})


def test_columns_added_since_are_passed_over(written):
    """Records are read by the columns they have, whatever else a table has by now."""
    for table in ("supervision", "theme_path", "theme_analysis", "tier", "llm_call"):
        written.change(f"ALTER TABLE {table} ADD COLUMN newer VARCHAR")
    add_notes(written, [GAP])
    analysis = ThemeAnalysis("t1", "", "", "", "", "", "extractive")
    add_analysis(written, analysis)
    assert (read_notes(written, "theme"), read_notes(written, "theory")) == ([], [GAP])
    assert (read_analyses(written), read_paths(written)) == ({"t1": analysis}, [])
    assert read_tier(written, "quick").stages == 2
    written.publish()
    assert read_recorded(written.folder) == {}
