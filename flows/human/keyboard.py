"""What a person types: single keys at a terminal, lines where the input is a file, within a time if one is set."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

_ESCAPE, _END = "\x1b", "\x04"
_SEQUENCE = re.compile(rb"\A(?:\[[0-?]*[ -/]*[@-~]|O.)")


class Keyboard:
    """Reads standard input by itself, so that it can wait for a limited time; `seconds` count from the start."""

    def __init__(self, seconds: float | None = None, stream: TextIO | None = None) -> None:
        """Start the clock."""
        self._file = (stream or sys.stdin).fileno()
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._read = b""
        self._has_ended = False  # a terminal could be read on after its end was typed

    @contextmanager
    def unbuffered(self) -> Iterator[None]:
        """Have a terminal hand over each key as it is pressed, unseen, while the block lasts."""
        if not os.isatty(self._file):
            yield
            return
        import termios  # noqa: PLC0415 - only where there are terminals of this kind
        import tty  # noqa: PLC0415

        before = termios.tcgetattr(self._file)
        try:
            tty.setcbreak(self._file, termios.TCSADRAIN)
            yield
        finally:
            termios.tcsetattr(self._file, termios.TCSADRAIN, before)

    def key(self) -> str:
        """Return the key pressed, or the first character of the next line of a file; "" at its end.

        A key that sends several characters, as arrows do, is returned as the escape character.

        Raises:
            TimeoutError: the time is over.
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
        """Return the next line without its end, None at the end of the input.

        Raises:
            TimeoutError: the time is over.
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
        """Read what is there, waiting for it, and return whether there was anything."""
        if self._has_ended:
            return False
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        if not select.select([self._file], [], [], left)[0]:
            raise TimeoutError
        more = os.read(self._file, 4096)
        self._read += more
        self._has_ended = not more
        return bool(more)
