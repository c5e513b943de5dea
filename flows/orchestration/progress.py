"""Progress: one line a step, in the terminal, in the log of the Prefect run and in the journal of the review."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from prefect.context import FlowRunContext
from prefect.logging import get_run_logger

JOURNAL = "journal.log"


class Progress:
    """Writes one line per step to a stream (standard error by default) unless quiet, and to the flow run's log.

    Once it keeps a journal, every line is appended there as well, with the date and time (UTC).
    """

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        """Start the clock."""
        self._stream = stream or sys.stderr
        self._quiet = quiet
        self._started = time.monotonic()
        self._journal: Path | None = None

    def keep(self, journal: Path) -> None:
        """Append what is said from now on to a file."""
        self._journal = journal

    def say(self, phase: str, message: str) -> None:
        """Write a line: seconds since the start, the phase, what happened."""
        if FlowRunContext.get() is not None:
            get_run_logger().info("%s: %s", phase, message)
        if self._journal:
            with self._journal.open("a", encoding="utf-8") as journal:
                journal.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} {phase:<13} {' '.join(message.split())}\n")
        if not self._quiet:
            seconds = time.monotonic() - self._started
            print(f"[{seconds:5.0f} s] {phase:<13} {message}", file=self._stream, flush=True)
