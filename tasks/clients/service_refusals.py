"""What a service means when it does not answer about a work: ask again, leave it alone for a while, or neither."""

from __future__ import annotations

import math

import httpx
from tenacity import RetryCallState, wait_exponential_jitter

from tasks.clients.retry_after import read_wait

REST = 600.0
"""Seconds a service that refuses us is left alone."""

FOR_GOOD = math.inf
"""A service that cannot be reached is not asked again by this run."""

_SHORT_REST = 60.0  # seconds, for a service that is there but too busy for the second work in a row
_LONGEST_WAIT = 30.0  # seconds; a service that asks for more is left alone for as long
_BACKOFF = wait_exponential_jitter(initial=1, max=10)


class NoAnswerError(Exception):
    """There is no usable answer, and why (a predicate); `again` and `wait` say whether and when to ask again.

    `rest` is how long to leave the service alone, in seconds; where it is `busy`, only if that happens repeatedly.
    """

    def __init__(
        self, reason: str, *, again: bool = False, wait: float | None = None, rest: float = 0.0, busy: bool = False
    ) -> None:
        """Say why, and what follows."""
        super().__init__(reason)
        self.again = again
        self.wait = wait
        self.rest = rest
        self.busy = busy


def choose_wait(state: RetryCallState) -> float:
    """Return the seconds until the next try: what the service asked for, else ever longer."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.wait if isinstance(error, NoAnswerError) else None
    return _BACKOFF(state) if asked is None else asked


def check_status(status: int, headers: httpx.Headers) -> None:
    """Return for an answer that says something about the work (404 included).

    Raises:
        NoAnswerError: the answer is about us or the service instead.
    """
    if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
        raise NoAnswerError(f"refused the request or its key (status {status})", rest=REST)
    if status != httpx.codes.TOO_MANY_REQUESTS and not httpx.codes.is_server_error(status):
        return
    wait = read_wait(headers.get("Retry-After"))
    if wait is not None and wait > _LONGEST_WAIT:
        raise NoAnswerError(f"asked to be left alone for {wait:.0f} s (status {status})", rest=wait)
    raise NoAnswerError(f"answered with status {status}", again=True, wait=wait, rest=_SHORT_REST, busy=True)
