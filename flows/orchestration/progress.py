"""Progress: one line per step, in the terminal, in the log of the Prefect run and in the journal of the review."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from typing import TextIO

from prefect.context import FlowRunContext
from prefect.logging import get_run_logger
from prefect.logging.handlers import PrefectConsoleHandler

JOURNAL = "journal.log"
LONGEST_SILENCE = 10.0
_COPY = "litreview_copy"


class Progress:
    """Writes one line per step to a stream (standard error by default) unless quiet, and to the flow run's log.

    Once it keeps a journal, every line is appended there as well, with the date and time (UTC). While it is watched,
    nobody waits longer than ten seconds without a line that says what is under way and how far it has got.
    """

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        """Start the clock."""
        self._stream = stream or sys.stderr
        self._quiet = quiet
        self._started = self._said = time.monotonic()
        self._journal: Path | None = None
        self._parent: logging.LoggerAdapter[logging.Logger] | None = None
        self._now = ("", "")
        self._counted = ""

    def keep(self, journal: Path) -> None:
        """Append every line from now on to a file."""
        self._journal = journal

    def report_to_parent(self) -> None:
        """Have the log of the current flow run include the lines of its subflows."""
        if FlowRunContext.get() is None:
            return
        self._parent = get_run_logger()  # type: ignore[assignment]
        for handler in logging.getLogger().handlers:
            if isinstance(handler, PrefectConsoleHandler):
                handler.addFilter(_is_no_copy)

    def say(self, phase: str, message: str) -> None:
        """Write a line: seconds since the start, the phase, what happened."""
        self._tell(phase, message)
        if self._journal:
            with self._journal.open("a", encoding="utf-8") as journal:
                journal.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {phase:<13} {' '.join(message.split())}\n")

    def note(self, phase: str, what: str) -> None:
        """Set what is under way, to be reported if it takes long."""
        self._now, self._counted = (phase, what), ""

    def count(self, done: int, total: int) -> None:
        """Set how far the step under way has got."""
        self._counted = f", {done:,} of {total:,}"

    @contextmanager
    def part(self, what: str) -> Iterator[None]:
        """Report a part of the step under way in its place while the block lasts."""
        before = self._now, self._counted
        self.note(self._now[0], what)
        try:
            yield
        finally:
            self._now, self._counted = before

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Report what is under way after each long silence while the block lasts."""
        ended = Event()
        watch = Thread(target=copy_context().run, args=(self._watch, ended), daemon=True, name="progress")
        watch.start()
        try:
            yield
        finally:
            ended.set()
            watch.join()

    def _watch(self, ended: Event) -> None:
        while not ended.wait(0.5):
            phase, what = self._now
            if what and time.monotonic() - self._said >= LONGEST_SILENCE:
                self._tell(phase, f"{what}{self._counted} \u2026")

    def _tell(self, phase: str, message: str) -> None:
        self._said = time.monotonic()
        current = FlowRunContext.get()
        if current is not None:
            get_run_logger().info("%s: %s", phase, message)
        if self._parent and current and current.flow_run and str(current.flow_run.id) != self._parent_id:
            self._parent.info("%s: %s", phase, message, extra={_COPY: True})
        if not self._quiet:
            seconds = time.monotonic() - self._started
            print(f"[{seconds:5.0f} s] {phase:<13} {message}", file=self._stream, flush=True)

    @property
    def _parent_id(self) -> str:
        return str((self._parent.extra or {}).get("flow_run_id")) if self._parent else ""


def _is_no_copy(record: logging.LogRecord) -> bool:
    """Return whether a line is to be shown where the subflow's log is shown as well."""
    return not hasattr(record, _COPY)
