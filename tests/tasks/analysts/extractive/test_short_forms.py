"""Short forms are spelled out where a section first has them."""

from __future__ import annotations

from storage.records.search import Author, Work
from storage.records.writing import Finding, Quote
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.short_forms import agree_on_short_forms, spell_out
from tests.tasks.analysts.conftest import read_abstract

WORK = Work("W1", "On mowing", abstract="Late summer mowing (LSM) pays. The UK (United Kingdom) has it.")


def test_a_short_form_is_spelled_out_once_in_the_words_of_its_work():
    """In square brackets, as what is added to words quoted; what everybody knows is not."""
    known: set[str] = set()
    assert spell_out("LSM pays in the UK", WORK, {}, known) == "LSM [late summer mowing] pays in the UK"
    assert spell_out("LSM pays twice", WORK, {}, known) == "LSM pays twice"


def test_what_a_sentence_says_itself_is_not_said_twice():
    """Nor is a part of a word torn from it."""
    assert spell_out("Late summer mowing (LSM) pays", WORK, {}, set()) == "Late summer mowing (LSM) pays"
    assert spell_out("Mowing in late summer, LSM, pays", WORK, {}, set()) == "Mowing in late summer, LSM, pays"
    assert spell_out("LSM-fed herds thrive", WORK, {}, set()) == "LSM-fed herds thrive"


def test_a_short_form_that_a_work_leaves_unexplained_is_read_from_several_that_agree():
    """One work, or two that differ, say nothing of a third."""
    other = Work("W2", "On hay", abstract="Hay is dear with LSM.")
    agreeing = [read_abstract(Work(key, "x", abstract="Late summer mowing (LSM) pays."), "") for key in "AB"]
    differing = [agreeing[0], read_abstract(Work("C", "x", abstract="Lean sheep management (LSM) pays."), "")]
    assert spell_out("Hay is dear with LSM", other, agree_on_short_forms(agreeing), set()).endswith(
        "[late summer mowing]"
    )
    assert spell_out("Hay is dear with LSM", other, agree_on_short_forms(differing), set()).endswith("LSM")
    assert spell_out("Hay is dear with LSM", other, agree_on_short_forms(agreeing[:1]), set()).endswith("LSM")


def test_a_writer_spells_out_what_its_section_has_not_had():
    """Another section begins anew."""
    work = read_abstract(Work("W1", "On mowing", year=2001, authors=(Author("A Lind"),), abstract=WORK.abstract), "")
    texts = ["LSM was cheap in all of the valleys.", "LSM was dear in some of the valleys."]
    first, second = (Finding("W1", text, Quote("W1", 0, 0, len(text), text)) for text in texts)
    writer = Writer.of([work], "seed")
    assert "LSM [late summer mowing]" in writer.tell(work, first).text.replace("\\", "")
    assert "[late" not in writer.tell(work, second).text.replace("\\", "")
    assert "[late" in Writer.of([work], "seed").word(work, second)
