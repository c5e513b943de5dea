"""A person at a terminal whose keys are written beforehand, for benchmarks of reviews that people have a hand in."""

from __future__ import annotations

import os
import pty
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from io import StringIO


@contextmanager
def typing_at_terminal(typed: str) -> Iterator[None]:
    """Make a pseudo-terminal, with this typed into it, the standard input while the block lasts; hide what it shows."""
    master, slave = pty.openpty()
    before = sys.stdin
    with open(slave, encoding="utf-8") as stream, redirect_stderr(StringIO()):  # noqa: PTH123 - a descriptor
        attributes = termios.tcgetattr(slave)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, attributes)
        os.write(master, typed.encode())
        sys.stdin = stream
        try:
            yield
        finally:
            sys.stdin = before
    os.close(master)
