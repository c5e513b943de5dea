"""A form asked field by field in a terminal.

A person types single keys at a terminal; a file is read line by line; within a time limit if one is set.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from rich.console import Console
from rich.markdown import Markdown

from tasks.human.forms import DECISION, STOP, Field, Form
from tasks.human.typed_answers import CLEAR, Unfit, read_typed

_ESCAPE, _END = "\x1b", "\x04"
_SEQUENCE = re.compile(rb"\A(?:\[[0-?]*[ -/]*[@-~]|O.)")


def _do_nothing() -> None:
    pass


class Keyboard:
    """Reads standard input directly, so that it can wait for a limited time; `seconds` count from the start."""

    def __init__(self, seconds: float | None = None, stream: TextIO | None = None) -> None:
        """Start the clock."""
        self._file = (stream or sys.stdin).fileno()
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._read = b""
        self._has_ended = False  # a terminal can still be read after its end was typed
        self._restore: Callable[[], None] = _do_nothing
        self._unbuffer: Callable[[], None] = _do_nothing

    @contextmanager
    def unbuffered(self) -> Iterator[None]:
        """Have a terminal pass on each key as it is pressed, without echo, while the block lasts."""
        if not os.isatty(self._file):
            yield
            return
        import termios  # noqa: PLC0415 - only where there are terminals of this kind
        import tty  # noqa: PLC0415

        before = termios.tcgetattr(self._file)
        try:
            tty.setcbreak(self._file, termios.TCSADRAIN)
            unbuffered = termios.tcgetattr(self._file)
            self._restore = lambda: termios.tcsetattr(self._file, termios.TCSADRAIN, before)
            self._unbuffer = lambda: termios.tcsetattr(self._file, termios.TCSADRAIN, unbuffered)
            yield
        finally:
            self._restore()
            self._restore = self._unbuffer = _do_nothing

    def typed_line(self) -> str | None:
        """Return the next line, as `line` does, with what is typed shown, also where keys are passed on one by one."""
        self._restore()
        try:
            return self.line()
        finally:
            self._unbuffer()

    def key(self) -> str:
        """Return the key pressed, or the first character of the next line of a file; "" at its end.

        A key that sends several characters, as arrows do, is returned as the escape character.

        Raises:
            TimeoutError: the time is up.
        """
        if not os.isatty(self._file):
            line = self.line()
            return "" if line is None else (line.strip()[:1] or "\n")
        key = self._next_character()
        if key == _ESCAPE:
            self._pass_over_sequence()
        return "" if key == _END else key

    def _pass_over_sequence(self) -> None:
        """Drop the rest of what a special key sends (ECMA-48): a bracket or O, parameters, and a final character."""
        while not self._read and select.select([self._file], [], [], 0)[0] and self._fill():
            pass
        self._read = _SEQUENCE.sub(b"", self._read, count=1)

    def line(self) -> str | None:
        """Return the next line without its line ending, None at the end of the input.

        Raises:
            TimeoutError: the time is up.
        """
        while b"\n" not in self._read and self._fill():
            pass
        if not self._read:
            return None
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def _next_character(self) -> str:
        while True:
            for length in range(1, min(4, len(self._read)) + 1):
                try:
                    character = self._read[:length].decode()
                except UnicodeDecodeError:
                    continue
                self._read = self._read[length:]
                return character
            self._read = self._read[4:]
            if not self._fill():
                return ""

    def _fill(self) -> bool:
        """Wait for input, read it, and return whether there was any."""
        if self._has_ended:
            return False
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        if not select.select([self._file], [], [], left)[0]:
            raise TimeoutError
        more = os.read(self._file, 4096)
        self._read += more
        self._has_ended = not more
        return bool(more)


def question_in_terminal(form: Form, keyboard: Keyboard) -> Mapping[str, Any] | None:
    """Return what is typed in answer to a form, None when the time is up; an empty line leaves a field as it is.

    Where several texts are wanted, they are asked for until an empty line; options are chosen by their numbers. A line
    that is not an answer is asked for again. The decision to go on is never assumed: if the input ends before it is
    given, the run stops; if it ends later, the rest stays as it is. After a stop nothing else is asked.
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
            console.print("The input ended without an answer, so the run stops.")
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
        TimeoutError: the time is up.
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
            console.print("There is no default here; type 1 to go on or 2 to stop.")
        except Unfit as unfit:
            sentence = str(unfit)
            console.print(f"{sentence[:1].upper()}{sentence[1:]}.", markup=False, highlight=False)
