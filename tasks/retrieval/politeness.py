"""Taking turns: few requests at a time, one per host, with a pause between two."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class _Host:
    lock: threading.Lock = field(default_factory=threading.Lock)
    free_at: float = 0.0


class Turns:
    """Who may send now, over all threads that share this."""

    def __init__(self, at_once: int, pause: float) -> None:
        """Allow so many requests at once, and so many seconds between two to one host."""
        self._pause = pause
        self._all = threading.BoundedSemaphore(at_once)
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    @contextmanager
    def wait(self, host: str) -> Iterator[None]:
        """Wait for the turn of a request to a host and hold it. A thread may hold one turn only."""
        with self._lock:
            place = self._hosts.setdefault(host, _Host())
        with place.lock:
            if (left := place.free_at - time.monotonic()) > 0:
                time.sleep(left)
            try:
                with self._all:
                    yield
            finally:
                place.free_at = time.monotonic() + self._pause
