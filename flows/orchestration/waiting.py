"""Progress of short commands that take long: at a terminal, what they do and for how long, on standard error.

Nothing heavy is imported here, since the wait is often for the imports.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event, Thread

_EVERY = 5.0
_STEP: ContextVar[Callable[[str], None] | None] = ContextVar("step", default=None)


def step(what: str) -> None:
    """Say what is being done from now on; where nobody waits at a terminal this does nothing."""
    tell = _STEP.get()
    if tell:
        tell(what)


@contextmanager
def waited_for(command: str, *, always: bool = False) -> Iterator[None]:
    """Say what the block does: each step when it begins, and again every five seconds with the time elapsed.

    `always` says it even where standard error is not a terminal.
    """
    if not (always or sys.stderr.isatty()):
        yield
        return
    waiting = _Waiting(command)
    token = _STEP.set(waiting.begin)
    watch = Thread(target=waiting.watch, daemon=True, name="waiting")
    watch.start()
    try:
        yield
    finally:
        waiting.ended.set()
        watch.join()
        _STEP.reset(token)


class _Waiting:
    def __init__(self, command: str) -> None:
        self._command = command
        self._started = time.monotonic()
        self._said = self._started
        self._what = "loading what is needed"
        self.ended = Event()
        self._tell()

    def begin(self, what: str) -> None:
        self._what = what
        self._tell()

    def watch(self) -> None:
        while not self.ended.wait(0.5):
            if time.monotonic() - self._said >= _EVERY:
                self._tell(" \u2026")

    def _tell(self, still: str = "") -> None:
        self._said = time.monotonic()
        seconds = self._said - self._started
        sys.stderr.write(f"[{seconds:5.0f} s] {self._command:<13} {self._what}{still}\n")
        sys.stderr.flush()
