"""A question to a person as data: one form for the Prefect UI, its API and the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.screening.human import PERSON, Answer
from tasks.human.points import Point
from tasks.text.cleaning import plain_text

GO_ON, STOP = "go on", "stop"
DECISION, ANSWERED_BY = "decision", "answered_by"

_LONGEST_NAME, _LONGEST_TEXT, _MOST_TEXTS = 60, 300, 50
IS_TEXT = r"[^\x00-@\[-`{-\x7f]"
"""What a text holds in one place at least: a letter, or whatever ASCII has not; as a pattern of JSON schemas, too."""
_ADDRESS = re.compile(r"\S*@\S*")


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to answer: one of the options, or a text if there are none; several options if the default is a tuple.

    Left at its default it changes nothing. `help` is Markdown; `pattern` is what a text must match as a whole, if any.
    """

    name: str
    title: str
    default: str | tuple[str, ...]
    options: tuple[str, ...] = ()
    help: str = ""
    pattern: str = ""

    @property
    def sought(self) -> str:
        """Return the pattern to be found in what is no option and not empty."""
        return f"^{self.pattern}$" if self.pattern else IS_TEXT


@dataclass(frozen=True, slots=True)
class Form:
    """A question: at which point of the review, about what (`subject`), in Markdown, and the fields to answer.

    `spends` says that what follows costs money, so that silence is not taken as consent; `round` says how often the
    same was asked before.
    """

    point: Point
    subject: str
    description: str
    fields: tuple[Field, ...]
    spends: bool = False
    round: int = 0

    @property
    def all_fields(self) -> tuple[Field, ...]:
        """Return the fields with the two that every form has: whether to go on, and who answers."""
        return (
            Field(DECISION, "Go on or stop", GO_ON, (GO_ON, STOP), "After a stop, resuming asks again."),
            *self.fields,
            Field(ANSWERED_BY, "Who answers", "", (), "A name for the record; may stay empty."),
        )


def read_answer(form: Form, given: Mapping[str, Any]) -> Answer:
    """Return what the given values change; values without a field, or that are not among its options, change nothing.

    Texts are limited to 300 characters on one line and must hold more than numbers; names lose e-mail addresses.
    """
    values = {}
    for asked in form.fields:
        value = _read(asked, given.get(asked.name, asked.default))
        if value != asked.default:
            values[asked.name] = list(value) if isinstance(value, tuple) else value
    # Anything else is not a word to go on.
    return Answer(values, given.get(DECISION, GO_ON) != GO_ON, name_person(str(given.get(ANSWERED_BY) or "")))


def name_person(name: str) -> str:
    """Return what the ledger calls somebody: "person", and their name if they gave one."""
    cleaned = _ADDRESS.sub("", plain_text(name))[:_LONGEST_NAME].strip()
    return f"{PERSON}: {cleaned}" if cleaned else PERSON


def name_reviewer(reviewer: str) -> str:
    """Return how a table or sentence names somebody: by the name that they gave, if any."""
    return reviewer.removeprefix(f"{PERSON}: ") if reviewer != PERSON else f"a {PERSON}"


def _read(asked: Field, value: Any) -> str | tuple[str, ...]:
    if isinstance(asked.default, tuple):
        texts = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
        cleaned = (_admit(asked, text) for text in texts[:_MOST_TEXTS])
        return tuple(dict.fromkeys(text for text in cleaned if text))
    text = _admit(asked, value)
    return asked.default if text is None else text


def _admit(asked: Field, text: object) -> str | None:
    if asked.options:
        return str(text) if text in asked.options else None
    admitted = plain_text(str(text))[:_LONGEST_TEXT].strip()
    return admitted if not admitted or re.search(asked.sought, admitted) else None
