"""A real terminal for the process under test: what is typed into it can be written beforehand."""

from __future__ import annotations

import os
import pty
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def sit_at_terminal(typed: str = "") -> Iterator[tuple[int, Any]]:
    """Make a pseudo-terminal standard input, with keys typed already; yield its other end and the terminal's file."""
    master, slave = pty.openpty()
    with open(slave, encoding="utf-8") as stream, pytest.MonkeyPatch.context() as patch:  # noqa: PTH123 - a descriptor
        attributes = termios.tcgetattr(slave)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(slave, termios.TCSANOW, attributes)
        os.write(master, typed.encode())
        patch.setattr(sys, "stdin", stream)
        yield master, stream
    os.close(master)
