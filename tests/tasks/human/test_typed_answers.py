"""What is typed is held against what was offered: an option, a text that is one, or a sentence that says why not."""

from __future__ import annotations

import pytest

from tasks.human.forms import Field, Form
from tasks.human.typed_answers import Unfit, read_typed

DECISION, BY = Form("plan", "plan", "Told.", ()).all_fields
QUERIES = Field("drop_queries", "Drop a keyword query", (), ("topic: bees, wild", "methods: bees", "2"))
QUESTIONS = Field("add_questions", "Add a question", ())
LABEL = Field("t1", "1. Stress", "Stress")


@pytest.mark.parametrize(
    ("typed", "value"),
    [("1", "go on"), ("go on", "go on"), (" Go On ", "go on"), ("yes", "go on"), ("Y", "go on"), ("2", "stop")]
    + [(word, "stop") for word in ("stop", "no", "NO", "n", "quit", "q", "cancel", "abort")],
)
def test_going_on_is_said_in_so_many_words(typed: str, value: str) -> None:
    """By number, in the words offered, or by yes and no; no is a stop, however it is written."""
    assert read_typed(DECISION, typed) == (value,)


@pytest.mark.parametrize("typed", ["maybe", "nein", "3", "0", "-1", "1,2", "go on?", "-", "\u0661\u0662", "go\x1bon"])
def test_any_other_word_is_neither_going_on_nor_stopping(typed: str) -> None:
    """The sentence names what was typed and what may be."""
    with pytest.raises(Unfit, match=r"is not one of these; type a number from 1 to 2, or the words$"):
        read_typed(DECISION, typed)


def test_several_options_are_chosen_by_numbers_or_words() -> None:
    """Separated by commas, which an option may hold itself; a number is that of an option first."""
    assert read_typed(QUERIES, "1, 2") == ("topic: bees, wild", "methods: bees")
    assert read_typed(QUERIES, "Topic: bees, wild") == ("topic: bees, wild",)
    assert read_typed(QUERIES, "3,") == ("2",)


@pytest.mark.parametrize("typed", ["1,9", "bees", "none", "-", "1;2"])
def test_one_that_was_not_offered_spoils_the_line(typed: str) -> None:
    """Nothing of a line is taken while part of it is no option."""
    with pytest.raises(Unfit, match="not one of these; type numbers from 1 to 3"):
        read_typed(QUERIES, typed)


@pytest.mark.parametrize("typed", ["2", "1, 2", "?", "...", "no", "Yes", "stop", "go on", "none"])
def test_neither_a_number_nor_a_no_becomes_a_question(typed: str) -> None:
    """They answer another question than the one asked; the sentence says what leaves it."""
    with pytest.raises(Unfit, match=r"an empty line adds nothing$"):
        read_typed(QUESTIONS, typed)


@pytest.mark.parametrize("typed", ["Why?", "does T2 rise", "\u732b", "no effect of noise", "\u00e9t\u00e9"])
def test_a_text_is_taken_as_it_is(typed: str) -> None:
    """Words of any script, also such as begin with no."""
    assert read_typed(QUESTIONS, f"  {typed} ") == (typed,)


def test_a_label_may_be_emptied_and_a_name_may_be_short() -> None:
    """A dash is an empty text; somebody may be called No."""
    assert read_typed(LABEL, "-") == ("",)
    assert read_typed(BY, "No") == ("No",)
    with pytest.raises(Unfit, match=r"an empty line leaves it as it is$"):
        read_typed(LABEL, "4")
