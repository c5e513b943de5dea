"""Answers are read from whatever comes in: only what a form offers changes anything, bounded and cleaned."""

from __future__ import annotations

import pytest

from tasks.human.forms import Field, Form, name_person, read_answer

FORM = Form(
    "plan",
    "plan",
    "Told.",
    (
        Field("verdict", "Verdict", "leave", ("include", "exclude", "leave")),
        Field("label", "Label", "Stress"),
        Field("drop", "Drop", (), ("a  b", "c")),
        Field("add", "Add", ()),
    ),
)


def test_what_stays_at_its_default_changes_nothing():
    """Neither a form sent empty nor one sent as it was."""
    assert read_answer(FORM, {}).values == {}
    answer = read_answer(FORM, {"verdict": "leave", "label": "Stress", "drop": [], "add": [], "decision": "go on"})
    assert (answer.values, answer.stops, answer.answered_by) == ({}, False, "person")


def test_changes_are_read():
    """An option, a text, several options, several texts; options stay as they are to the blank."""
    given = {"verdict": "exclude", "label": "", "drop": ["a  b"], "add": [" new  one ", "", "new one"]}
    answer = read_answer(FORM, given | {"decision": "stop", "answered_by": "Ann"})
    assert answer.values == {"verdict": "exclude", "label": "", "drop": ["a  b"], "add": ["new one"]}
    assert (answer.stops, answer.answered_by) == (True, "person: Ann")


@pytest.mark.parametrize("given", [{"verdict": "maybe"}, {"drop": ["x"]}, {"drop": "c"}, {"add": None}, {"other": "1"}])
def test_what_no_field_offers_changes_nothing(given):
    """An unknown option or field, or a text where a list is wanted, as a form of another time may send."""
    assert read_answer(FORM, given).values == {}


def test_texts_are_bounded_and_clean():
    """No control characters, one line, 300 characters, 50 texts."""
    answer = read_answer(FORM, {"label": "a\x1b[31m\nb", "add": [f"{n} " + "x" * 999 for n in range(99)]})
    assert answer.values["label"] == "a [31m b"
    assert len(answer.values["add"]) == 50
    assert {len(text) for text in answer.values["add"]} == {300}


@pytest.mark.parametrize(
    ("name", "called"),
    [("", "person"), (" Ann ", "person: Ann"), ("Ann ann@example.org", "person: Ann"), ("a@b.org", "person")],
)
def test_names_hold_no_addresses(name, called):
    """The ledger may be handed on: e-mail addresses stay out of it."""
    assert name_person(name) == called


@pytest.mark.parametrize("said", ["no", "", "yes", None, 2])
def test_only_go_on_is_taken_for_going_on(said):
    """Whatever else stands where it is said whether to go on is a stop; left out it is the form's own default."""
    assert read_answer(FORM, {"decision": said}).stops
    assert not read_answer(FORM, {}).stops


def test_a_number_is_no_text():
    """Neither as a text of its own nor among several; letters of any script make one."""
    answer = read_answer(FORM, {"label": "2", "add": ["7", "?", "\u4e8c", "T2"]})
    assert answer.values == {"add": ["\u4e8c", "T2"]}
