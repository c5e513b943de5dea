"""A form asked field by field in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from flows.human.keyboard import Keyboard
from tasks.human.forms import DECISION, STOP, Field, Form
from tasks.human.typed_answers import CLEAR, Unfit, read_typed


def question_in_terminal(form: Form, keyboard: Keyboard) -> Mapping[str, Any] | None:
    """Return what is typed in answer to a form, None when the time is over; an empty line leaves a field as it is.

    Where several texts are wanted they are asked for until an empty line; options are chosen by their numbers. What is
    no answer is asked again. Nothing is assumed about going on: where the input ends before it is said, the run stops;
    where it ends later, the rest stays as it is. After a stop nothing else is asked.
    """
    console = Console(stderr=True)
    console.print(Markdown(form.description))
    given: dict[str, Any] = {}
    try:
        for field in form.all_fields:
            given[field.name] = _fill_in(console, keyboard, field, must=field.name == DECISION and form.spends)
            if given.get(DECISION) == STOP:
                break
    except TimeoutError:
        return None
    except EOFError:
        if DECISION not in given:
            console.print("The input has ended, and nobody said to go on: the run stops.")
            return {DECISION: STOP}
    return given


def _fill_in(console: Console, keyboard: Keyboard, field: Field, *, must: bool) -> str | list[str]:
    default = ", ".join(field.default) if isinstance(field.default, tuple) else field.default
    console.print(f"\n{field.title}", style="bold", markup=False, highlight=False)
    if field.help:
        console.print(Markdown(field.help))
    for number, option in enumerate(field.options, 1):
        console.print(f"  {number}  {option}", markup=False, highlight=False)
    several = isinstance(field.default, tuple)
    how = ("numbers, " if several else "a number, ") if field.options else ""
    empty = "an answer is needed, since what follows costs money" if must else f"empty: {default or 'nothing'}"
    clear = "" if field.options else f"; '{CLEAR}' clears"
    console.print(f"  [{how}{empty}{clear}]", style="dim", markup=False, highlight=False)
    if not several:
        (value,) = _read_line(console, keyboard, field, must=must) or (str(field.default),)
        return value
    chosen: list[str] = []
    with suppress(EOFError):  # the next field meets the end as well
        while values := _read_line(console, keyboard, field, must=False):
            chosen += values
    return chosen


def _read_line(console: Console, keyboard: Keyboard, field: Field, *, must: bool) -> tuple[str, ...]:
    """Return the values of the next line that is an answer, none for an empty one.

    Raises:
        EOFError: the input has ended.
        TimeoutError: the time is over.
    """
    while True:
        line = keyboard.line()
        if line is None:
            raise EOFError
        try:
            if line.strip():
                return read_typed(field, line)
            if not must:
                return ()
            console.print("Nothing is assumed here; type 1 to go on or 2 to stop.")
        except Unfit as unfit:
            sentence = str(unfit)
            console.print(f"{sentence[:1].upper()}{sentence[1:]}.", markup=False, highlight=False)
