"""Progress: one line a step, in the terminal with the time since the start and in the log of the Prefect run."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from prefect.context import FlowRunContext
from prefect.logging import get_run_logger


class Progress:
    """Writes one line per step to a stream (standard error by default) unless quiet, and to the flow run's log."""

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        """Start the clock."""
        self._stream = stream or sys.stderr
        self._quiet = quiet
        self._started = time.monotonic()

    def say(self, phase: str, message: str) -> None:
        """Write a line: seconds since the start, the phase, what happened."""
        if FlowRunContext.get() is not None:
            get_run_logger().info("%s: %s", phase, message)
        if not self._quiet:
            seconds = time.monotonic() - self._started
            print(f"[{seconds:5.0f} s] {phase:<13} {message}", file=self._stream, flush=True)
