"""Short forms are spelled out where a section first has them."""

from __future__ import annotations

from dataclasses import replace

from storage.records.search import Author, Plan, Work
from storage.records.writing import Finding, Quote
from tasks.analysts.extractive.phrasing import Writer
from tasks.analysts.extractive.short_forms import agree_on_short_forms, spell_out
from tests.tasks.analysts.conftest import gather, read_abstract
from tests.tasks.analysts.written_review import ANALYST

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
    assert spell_out("Links of herds (H\u2013LSM) count", WORK, {}, set()) == "Links of herds (H\u2013LSM) count"


def test_words_that_lack_one_of_the_letters_explain_nothing():
    """What stands before the bracket may begin with the words whose letters are missing."""
    cut = Work("W1", "On herds", abstract="A clover-centred treatment control condition (CCT) was kept.")
    assert "[control condition]" not in spell_out("CCT failed", cut, {}, set())


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


def test_a_theme_spells_out_where_its_key_findings_begin():
    """Though its gaps, which stand behind them, are written before."""
    defined = "Late summer mowing (LSM) of hay is old. "
    gap = "Growers like hay. Herds like it. We counted herds. Future research on hay should examine LSM in the valleys."
    works = [
        read_abstract(Work(f"W{number}", f"Hay {number}", year=2000 + number, abstract=defined + text), defined + text)
        for number, text in enumerate([gap, "LSM was associated with significantly richer hay in 40 meadows."])
    ]
    theme = replace(gather(works, "Hay"), plan=Plan("hay"))
    told = ANALYST.write_theme(theme, ANALYST.analyse_theme(theme), 400).markdown
    findings = told.split("### Key findings")[1].split("###")[0]
    assert "LSM" in told.split("### Gaps")[1]
    assert "LSM \\[late summer mowing\\]" in findings
