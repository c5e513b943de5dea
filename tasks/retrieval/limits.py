"""How much a stranger's server may take of our disk, memory and time."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.services.answers import Refused


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one file.

    `largest` and `head` are bytes (of the unpacked file; of all header lines), `seconds` the time on the wire over all
    redirects, `silence` the longest wait for the next byte, `least_rate` bytes a second once `grace` seconds have
    passed since the first. `pause` is left between two requests to one host, in seconds; `at_once` are under way at
    the same time, over all hosts.
    """

    largest: int = 60_000_000
    head: int = 64_000
    seconds: float = 120.0
    silence: float = 30.0
    least_rate: float = 2_000.0
    grace: float = 10.0
    redirects: int = 5
    pause: float = 1.0
    at_once: int = 5


class RefusedError(Exception):
    """There will be no file, and why, in one sentence; `again` says that a second try may help."""

    def __init__(self, reason: str, status: Refused = "refused", *, again: bool = False) -> None:
        """Say why."""
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.again = again
