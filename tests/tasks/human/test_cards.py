"""What a person sees of a work in a terminal: whole on demand, harmless, without the analyst's verdict."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from storage.records.search import Plan
from storage.screening.human import Answer
from tasks.human.screening import LEAVE, ask_for_verdicts, draw_card, draw_judgement, read_verdicts, topic_words

PLAN = Plan("Street trees and summer heat: a systematic review", questions=("Do oaks cool?",))
WORK = {
    "work_id": "W1",
    "title": "Tree \x1b]0;evil\x07canopies <i>of</i> Zürich 樹木",
    "abstract": "Trees cool streets.\n" + "They do so in summer. " * 100 + "The end.",
    "year": 2020,
    "venue": "Heat",
    "authors": ["A. One", "B. Two", "C. Three", "D. Four"],
    "verdict": "exclude",
    "score": 0.5412,
    "reason": "Far from it.",
    "stage": 1,
    "decisions": 1,
}


def draw(text, width=40):
    screen = io.StringIO()
    Console(file=screen, width=width, color_system=None).print(text)
    return screen.getvalue()


def test_a_long_abstract_is_opened_on_demand():
    """Cut between words until it is wanted whole, and then whole, however long."""
    short, whole = (" ".join(draw(draw_card(WORK, None, whole=whole)).split()) for whole in (False, True))
    assert short.endswith("\u2026 (o opens it)")
    assert "The end." not in short
    assert whole.endswith("They do so in summer. The end.")


@pytest.mark.parametrize("width", [20, 80])
def test_lines_fit_the_terminal(width):
    """Wrapped at words, wide characters counted as two, nothing of the terminal's own language let through."""
    shown = draw(draw_card(WORK, topic_words(PLAN), whole=True), width)
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert all(len(line) + sum(character in "樹木" for character in line) <= width for line in shown.splitlines())
    assert "A. One, B. Two, C. Three et al." in " ".join(shown.split())


def test_the_verdict_is_hidden():
    """The card says nothing of what the analyst thought; asked for, verdict, score and reason are told."""
    assert "exclude" not in draw(draw_card(WORK, None, whole=True))
    assert draw(draw_judgement(WORK), 80).strip() == "Analyst: exclude (0.54). Far from it."


def test_topic_words_are_found_in_all_their_endings():
    """Of topic and questions, at the beginning of a word, without the words that describe every review."""
    found = topic_words(PLAN).findall("Streets, TREES, reviewed systematically, oaks, cooled; heathen, mistreet")
    assert found == ["Streets", "TREES", "oaks", "cooled", "heathen"]
    assert topic_words(Plan("Ox")) is None


def test_the_form_shows_abstract_and_why():
    """In Prefect each work has a field, named by its id; what is left stays as it was judged."""
    form = ask_for_verdicts(PLAN, "stage 1", [WORK, WORK | {"work_id": "W2", "abstract": None, "score": None}])
    assert [(field.name, field.default) for field in form.fields] == [("W1", LEAVE), ("W2", LEAVE)]
    assert form.fields[0].title == "1. Tree ]0;evil canopies of Zürich 樹木 (2020)"
    assert "Trees cool streets." in form.description
    assert "Analyst: exclude (0.54). Far from it." in form.description
    assert "(no abstract)" in form.description
    assert "criteria" not in form.description
    held = ask_for_verdicts(replace(PLAN, criteria=("exclude design: *models*",)), "stage 1", [WORK])
    assert "The criteria: exclude design: \\*models\\*." in held.description
    answer = Answer({"W1": "include"}, answered_by="person: Ann")
    (decision,) = read_verdicts(replace(form, round=2), [WORK], answer)
    assert (decision.method, decision.verdict, decision.stage, decision.score) == ("human", "include", 1, 0.5412)
    assert (decision.decided_by, decision.subject, decision.round) == ("person: Ann", "stage 1", 2)
