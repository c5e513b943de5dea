"""Answers that were cut or repeat the instructions: what is whole in them is read, what says nothing is objected to."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Literal

import orjson
import pytest
from pydantic import BaseModel, ConfigDict, Field

from tasks.language_models.replies import find_echo, goes_in_circles, read_reply


class Theme(BaseModel):
    """One theme of the review."""

    model_config = ConfigDict(extra="forbid", strict=True)

    works: list[str] = Field(description="ids of works, such as w1")
    label: str = Field(description="2 to 6 words; no question")
    measure: str = Field(description="odds ratio, mean difference in kg, not enough to tell …")
    extent: Literal["what the model answers", "part"] = "part"


class Themes(BaseModel):
    """What the model answers: every theme once."""

    model_config = ConfigDict(extra="forbid", strict=True)

    themes: list[Theme]


class Titled(Themes):
    """Themes with a title that stands behind them."""

    title: str


def write(*labels: str) -> str:
    """Return an answer with a theme by each label."""
    themes = [{"works": ["w1", "w2"], "label": label, "measure": "mean difference"} for label in labels]
    return orjson.dumps({"themes": themes}).decode()


def read_cut(text: str, form: type[Themes] = Themes) -> list[str] | None:
    """Return the labels read from an answer that was cut, None if it has no form."""
    reply, reasons = read_reply(text, "max_tokens", form)
    assert reasons[0] == "the answer was cut (max_tokens); be briefer"
    return None if reply is None else [theme.label for theme in reply.themes]


def test_whichever_place_an_answer_is_cut_at_its_whole_items_are_read() -> None:
    """Each theme counts once its last field has ended, none before, and no place breaks the reading."""
    text = write("Measures é", 'Work \\u00e9 "quoted"', "Nurses")
    ends = [place for place, sign in enumerate(text) if sign == "}"][:3]
    for place in range(text.index("[") + 1, len(text)):
        labels = read_cut(text[:place])
        assert labels is not None
        assert len(labels) == sum(end <= place for end in ends)
    assert all(read_cut(text[:place]) is None for place in range(text.index("[")))


@pytest.mark.parametrize(
    "cut", ['{"themes":[{"works":["w1"],"label":"a\\u00', '{"themes":[{"works":["w1"],"label":"\\ud83d']
)
def test_a_cut_within_an_escape_leaves_no_half_character(cut: str) -> None:
    """Of a string that was cut nothing is kept, be it in the middle of an escape or of a pair of surrogates."""
    assert read_cut(cut) == []


@pytest.mark.parametrize(
    "text", ["", "  ", "Nurses are", "[" * 5_000, '{"themes":' + '[{"works":' * 1_000, "null", '{"label":"x']
)
def test_what_has_no_list_of_the_form_is_no_answer(text: str) -> None:
    """Neither prose nor brackets without end are read, whatever their depth."""
    assert read_cut(text) is None


def test_what_follows_a_list_that_was_cut_is_missing() -> None:
    """A list alone does not make an answer that has to have more."""
    assert read_cut(write("Measures"), Titled) is None


def test_an_answer_that_is_wrong_before_the_cut_is_not_whittled_down() -> None:
    """Only what was cut is left out: a fault in an item before it makes the answer invalid, and is found at once."""
    wrong = '{"works": 1, "label": "x", "measure": "y"}, '
    assert read_cut('{"themes": [' + wrong + '{"works": ["w1"]') is None
    begun = time.perf_counter()
    assert read_cut('{"themes": [' + wrong * 20_000 + '{"works": ["w1"]') is None
    assert time.perf_counter() - begun < 5


@pytest.mark.parametrize("stop_reason", ["refusal", "model_context_window_exceeded", "pause_turn"])
def test_of_an_answer_that_ended_otherwise_nothing_is_read(stop_reason: str) -> None:
    """What a model said before it refused is not an answer."""
    assert read_reply(write("Measures"), stop_reason, Themes)[0] is None


@pytest.mark.parametrize(
    ("label", "is_echo"),
    [
        ("One theme of the review.", True),
        ("one theme  of the review", True),
        ("What the model answers", True),
        ("What the model answers: every theme once.", True),
        ("2 to 6 words; no question", True),
        ("2 to 6 words", True),
        ("The answer was cut (max_tokens); be briefer", True),
        ("ids of works", False),
        ("mean difference in kg", False),
        ("not enough to tell", False),
        ("odds ratio", False),
        ("not reported", False),
        ("Interventions should be briefer", False),
        ("One theme of the review of nurses", False),
        ("What the model", False),
    ],
)
def test_an_echo_is_what_was_said_of_the_form_and_nothing_else(label: str, *, is_echo: bool) -> None:
    """Examples between commas, few words and words of one's own are answers."""
    assert find_echo(label, Themes) is is_echo
    reply, reasons = read_reply(write(label), "end_turn", Themes)
    assert reply is not None
    assert reasons == ([f"'{label}' repeats the instructions; say what the data say"] if is_echo else [])


def test_an_answer_that_goes_in_circles_is_told_from_one_that_is_merely_long() -> None:
    """The same words over and over, counted or not; not a list of different findings, nor a short answer."""
    counted = "".join(f'{{"id": "w{number}", "reason": "Hair cortisol", "score": 0.5}}, ' for number in range(90))
    assert goes_in_circles("Once said, " + "the review is that " * 100)
    assert goes_in_circles(counted)
    assert not goes_in_circles("the review is that " * 20)
    assert not goes_in_circles(Path(__file__).read_text(encoding="utf-8"))
