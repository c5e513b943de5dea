"""Transitions: sentences between sections that add no claim, and leave every paragraph as it stands."""

from __future__ import annotations

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.records.writing import Transition, WrittenSection
from tasks.analysts.extractive import ExtractiveAnalyst
from tasks.analysts.llm.transitions import connect_sections
from tasks.language_models.dialogue import Answer
from tasks.synthesis import add_transition
from tests.benchmarks.servers.scripted.protocol import read_blocks
from tests.tasks.analysts.anthropic.conducting import conduct
from tests.tasks.analysts.anthropic.writing_material import PLAN, answer_by_script

SECTIONS = (
    WrittenSection("abstract", "Abstract", "In short.\n"),
    WrittenSection("introduction", "Introduction", "### Why\n\nHair grows [@a].\n\nQuestions follow.\n"),
    WrittenSection("theme:1", "Night Work", "Nurses in Rotterdam work at night [@b].\n"),
    WrittenSection("conclusions", "Conclusions", "It grows.\n\nIt ends.\n"),
)
IDS = [section.section_id for section in SECTIONS]
BRIDGE = "What grows at night leads to those who work then."


def give(*rows: tuple[str, str, str]) -> str:
    named = [dict(zip(("section_id", "opening", "closing"), row, strict=True)) for row in rows]
    return orjson.dumps({"transitions": named}).decode()


def connect(answer):
    return conduct(connect_sections(PLAN, SECTIONS), answer)


def test_there_is_one_transition_per_section_in_order():
    """Sections that were given none, and the abstract, get empty ones; what was given is matched by id."""
    transitions, questions, remarks = connect(
        lambda _: give(("conclusions", "So it ends.", ""), ("theme:1", BRIDGE, ""))
    )
    assert transitions == (
        Transition("abstract", "", ""),
        Transition("introduction", "", ""),
        Transition("theme:1", BRIDGE, ""),
        Transition("conclusions", "So it ends.", ""),
    )
    assert (len(questions), remarks) == (1, [])


def test_the_model_is_shown_the_borders_alone():
    """First and last paragraph of each section without headings; the abstract is no part of the line."""
    blocks = read_blocks(connect(lambda _: give())[1][0].data)
    assert blocks["sections"][0] == {
        "section_id": "introduction",
        "heading": "Introduction",
        "first": "Hair grows [@a].",
        "last": "Questions follow.",
    }
    assert [section["section_id"] for section in blocks["sections"]] == IDS[1:]


def test_the_script_is_taken_at_once():
    """The loopback's transitions pass every check."""
    transitions, questions, remarks = connect(answer_by_script)
    assert (len(questions), remarks) == (1, [])
    assert [bool(transition.opening) for transition in transitions] == [False, False, True, True]


FAULTS = {
    "a citation": (("theme:1", "It grows [@a].", ""), "citation or markup"),
    "a heading": (("theme:1", "# Next", ""), "citation or markup"),
    "a number": (("theme:1", "Of 12 studies more follows.", ""), "states a number"),
    "a number in words": (("theme:1", "The seven studies follow.", ""), "states a number"),
    "a name": (("theme:1", "Here the work of Stalder matters.", ""), "names Stalder"),
    "too many words": (("theme:1", " ".join(["so"] * 61) + ".", ""), "longer than"),
    "too many sentences": (("theme:1", "One is. Other is. Third is.", ""), "longer than"),
    "an echo": (("conclusions", "It ends.", ""), "repeats a sentence"),
    "HTML": (("theme:1", "", "So <b>it</b> goes."), "markup"),
    "a link": (("theme:1", "", "See www.example.org for more."), "a link"),
    "no such section": (("theme:9", "So it goes.", ""), "is no section"),
    "the abstract": (("abstract", "So it goes.", ""), "is no section"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_is_asked_about_and_then_left_out(case):
    """The reason is given once; if it stays, that transition is dropped with a remark and the others are kept."""
    row, reason = FAULTS[case]
    other = next(name for name in ("introduction", "theme:1") if name != row[0])
    transitions, questions, remarks = connect(lambda _: give(row, (other, "", "So it goes on.")))
    assert reason in questions[1].correction
    assert [t.section_id for t in transitions if t.opening or t.closing] == [other]
    assert remarks[-1].kind == "transitions kept in part"


def test_a_section_given_twice_keeps_the_first():
    """Two transitions for one section are objected to; of the second try the first stands."""
    transitions, questions, _ = connect(lambda _: give(("theme:1", BRIDGE, ""), ("theme:1", "Other words.", "")))
    assert "given twice" in questions[1].correction
    assert transitions[2].opening == BRIDGE


def test_a_refusal_leaves_all_as_it_is():
    """Every transition is empty, and a remark says so."""
    transitions, _, remarks = connect(lambda _: Answer("", "refusal"))
    assert {(t.opening, t.closing) for t in transitions} == {("", "")}
    assert [remark.kind for remark in remarks] == ["transitions not answered"]


def test_the_extractive_analyst_connects_nothing():
    """Without a model there are no transitions at all, so that integration leaves no trace."""
    assert ExtractiveAnalyst().connect_sections(PLAN, SECTIONS) == ()


@given(
    st.lists(st.sampled_from(["### A", "One [@a]. Two.", "Three.", "\\# no heading", "- item"]), max_size=6),
    st.sampled_from(["", "Opening."]),
    st.sampled_from(["", "Closing."]),
)
def test_nothing_that_stood_is_changed(blocks, opening, closing):
    """Taking away what was added gives the section as it was; the opening never stands before the leading heading."""
    old = "\n\n".join(blocks)
    new, added = add_transition(f"{old}\n", Transition("x", opening, closing), 100)
    parts = new.rstrip("\n").split("\n\n")
    assert [parts[place] for place in added] == [text for text in (opening, closing) if text]
    assert "\n\n".join(part for place, part in enumerate(parts) if place not in added) == old
    if opening:
        assert added[0] == next((place for place, block in enumerate(blocks) if block != "### A"), len(blocks))


def test_a_transition_never_makes_a_section_too_long():
    """What would take it over its length by more than a quarter is left out, the closing before the opening."""
    words = "word " * 120 + ".\n"
    both = Transition("x", "Two words.", "Five words that no longer fit.")
    assert add_transition(words, both, 100)[1] == [0]
    assert add_transition(words, both, 90) == (words, [])
    assert add_transition(words, both, 200)[1] == [0, 2]
