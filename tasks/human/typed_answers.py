"""What somebody types into a form, compared with what the form offers: an answer, or why it is not one."""

from __future__ import annotations

import re

from tasks.human.forms import ANSWERED_BY, DECISION, GO_ON, STOP, Field

CLEAR = "-"
"""Typed for an empty text."""

_AGREED = {"yes", "y", "ok", "okay", "go", "continue"}
_REFUSED = {"no", "n", "quit", "q", "cancel", "abort"}
NO_TEXTS = tuple(sorted({*_AGREED, *_REFUSED, GO_ON, STOP, "none", "nothing", "skip"}))
"""What answers whether, and so is no text that is asked for."""


class Unfit(ValueError):
    """What was typed is not an answer; the message is a sentence that says what would be."""


def read_typed(asked: Field, line: str) -> tuple[str, ...]:
    """Return the values that a line typed for a field stands for: one, unless the field takes several options.

    An option is typed as its number or its words. Whether to go on can be said with yes and no as well. "-" is an empty
    text; a number, or a yes or no, is not a text.

    Raises:
        Unfit: the line is not an answer to the field.
    """
    if not asked.options:
        return (_read_text(asked, line),)
    if isinstance(asked.default, tuple):
        whole = _find_option(asked, line)
        return (whole,) if whole else tuple(_read_option(asked, part) for part in line.split(",") if part.strip())
    return (_read_option(asked, line),)


def _read_option(asked: Field, text: str) -> str:
    word = text.strip().casefold()
    if asked.name == DECISION and word in _AGREED | _REFUSED:
        return GO_ON if word in _AGREED else STOP
    if option := _find_option(asked, text):
        return option
    several = "numbers from" if isinstance(asked.default, tuple) else "a number from"
    raise Unfit(f"'{text.strip()}' is not one of these; type {several} 1 to {len(asked.options)}, or the words")


def _find_option(asked: Field, text: str) -> str | None:
    """Return the option with this number or these words, whatever their case; None if there is none."""
    typed = text.strip()
    if typed.isdecimal():
        return asked.options[int(typed) - 1] if 0 < int(typed) <= len(asked.options) else None
    return next((each for each in asked.options if each.strip().casefold() == typed.casefold()), None)


def _read_text(asked: Field, line: str) -> str:
    text = line.strip()
    if text == CLEAR:
        return ""
    empty = "an empty line adds nothing" if isinstance(asked.default, tuple) else "an empty line leaves it as it is"
    if not re.search(asked.sought, text):
        wanted = f"what is wanted; {asked.help}" if asked.pattern else f"text; type words, {empty}"
        raise Unfit(f"'{text}' is not {wanted}")
    if asked.name != ANSWERED_BY and text.casefold() in NO_TEXTS:
        raise Unfit(f"'{text}' would be taken as the text itself; type more than that, {empty}")
    return text
