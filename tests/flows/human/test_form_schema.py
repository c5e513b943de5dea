"""An answer through the API is held against its form by the server: what does not fit is rejected, not passed over."""

from __future__ import annotations

from typing import Any

import pytest
from prefect.utilities.schema_tools.validation import ValidationError, validate

from flows.human.pause import form_input
from tasks.human.forms import Field, Form

FORM = Form(
    "screening",
    "stage 1",
    "Told.",
    (
        Field("W1", "1. Bees", "leave", ("include", "exclude", "leave")),
        Field("label", "Label", "Stress"),
        Field("drop", "Drop", (), ("a", "b")),
        Field("add", "Add", ()),
    ),
    spends=True,
)


def hold(answer: dict[str, Any]) -> None:
    """Hold an answer against the form as a Prefect server does when a run is resumed."""
    validate(answer, form_input(FORM).model_json_schema(), raise_on_error=True)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"W1": "include", "drop": ["a"], "add": ["Why?", "T2"], "label": "", "answered_by": ""},
        {"decision": "stop"},
        {"add": ["", " "]},
        {"label": "\u732b", "answered_by": "No"},
    ],
)
def test_what_was_offered_is_taken(answer: dict[str, Any]) -> None:
    """Options, texts in any script, empty texts, and nothing at all: to resume is to say go on."""
    hold(answer)
    form_input(FORM)(**answer)


@pytest.mark.parametrize(
    "answer",
    [
        {"decision": "no"},
        {"decision": "yes, go on"},
        {"W1": "incldue"},
        {"W2": "include"},
        {"drop": ["c"]},
        {"add": ["2"]},
        {"add": ["no"]},
        {"add": "Why?"},
        {"label": "7"},
        {"answered_by": 3},
    ],
)
def test_what_was_not_offered_is_rejected(answer: dict[str, Any]) -> None:
    """A word that is no option, a work that is not asked about, a number for a text."""
    with pytest.raises(ValidationError):
        hold(answer)
