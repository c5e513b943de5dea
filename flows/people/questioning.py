"""A form asked field by field in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from flows.people.keyboard import Keyboard
from tasks.people.forms import Field, Form


def question_in_terminal(form: Form, keyboard: Keyboard) -> Mapping[str, Any] | None:
    """Return what is typed in answer to a form, None when the time is over; an empty line leaves a field as it is.

    Where several texts are wanted they are asked for until an empty line; options are chosen by their numbers. The end
    of the input leaves the rest as it is.
    """
    console = Console(stderr=True)
    console.print(Markdown(form.description))
    try:
        return {field.name: _fill_in(console, keyboard, field) for field in form.all_fields}
    except TimeoutError:
        return None


def _fill_in(console: Console, keyboard: Keyboard, field: Field) -> str | list[str]:
    default = ", ".join(field.default) if isinstance(field.default, tuple) else field.default
    console.print(f"\n{field.title}", style="bold", markup=False, highlight=False)
    if field.help:
        console.print(Markdown(field.help))
    for number, option in enumerate(field.options, 1):
        console.print(f"  {number}  {option}", markup=False, highlight=False)
    several = isinstance(field.default, tuple)
    how = "numbers, " if field.options else ""
    console.print(f"  [{how}empty: {default or 'nothing'}; '-' clears]", style="dim", markup=False, highlight=False)
    if not several:
        line = (keyboard.line() or "").strip()
        return _choose(field, line) if line else str(field.default)
    chosen: list[str] = []
    while line := (keyboard.line() or "").strip():
        chosen += [_choose(field, part) for part in (line.split(",") if field.options else [line])]
    return chosen


def _choose(field: Field, line: str) -> str:
    """Return the option of a number, else the text itself; "-" is an empty text."""
    text = line.strip()
    if field.options and text.isdigit() and 0 < int(text) <= len(field.options):
        return field.options[int(text) - 1]
    return "" if text == "-" else text
