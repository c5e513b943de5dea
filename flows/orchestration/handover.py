"""Handing what comes to task runs to the flow, the only one that writes to the ledger, as soon as it comes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from storage.core.errors import StoppedShort


class Handover:
    """A task run calls `keep` when something has come, and waits until the flow has put it on record.

    `arrivals` is where the flow waits for that and for whatever else it waits for.
    """

    def __init__(self, commit: Callable[[], None]) -> None:
        """Have what came put on record by `commit`."""
        self.arrivals: SimpleQueue[Any] = SimpleQueue()
        self._commit = commit
        self._lock = threading.Lock()
        self._has_ended = False

    def keep(self) -> None:
        """Return once everything that came so far is on record.

        Raises:
            StoppedShort: nobody waits for what it is part of; it is put on record all the same.
        """
        kept = threading.Event()
        with self._lock:
            if not self._has_ended:
                self.arrivals.put(kept)
        if not self._has_ended:
            kept.wait()
        if self._has_ended:
            raise StoppedShort("the run ended before this was complete; run 'litreview resume'")

    def serve(self, arrived: Any) -> bool:
        """Return whether what arrived was handed over here; if so it is on record now."""
        if not isinstance(arrived, threading.Event):
            return False
        try:
            self._commit()
        except BaseException:
            self.end()  # nobody may wait for a flow that has failed
            raise
        finally:
            arrived.set()
        return True

    def end(self) -> None:
        """Let nobody wait from now on: whoever hands something over is told to stop."""
        with self._lock:
            self._has_ended = True
            for _ in range(self.arrivals.qsize()):
                arrived = self.arrivals.get()
                if isinstance(arrived, threading.Event):
                    arrived.set()
                else:
                    self.arrivals.put(arrived)
