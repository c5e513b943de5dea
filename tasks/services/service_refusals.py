"""What a service means when it does not answer about a work: ask again, leave it alone for a while, or neither."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from tasks.services.retry_after import read_wait
from tasks.services.tries import NoAnswerError

_REST = 600.0  # seconds a service that refuses us is left alone
_LONGEST_WAIT = 30.0  # seconds; a service that asks for more is left alone for as long


def check_status(status: int, headers: Mapping[str, str]) -> None:
    """Return for an answer that says something about the work (404 included).

    Raises:
        NoAnswerError: the answer is about us or the service instead.
    """
    if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
        raise NoAnswerError(f"refused the request or its key (status {status})", rest=_REST)
    if status != httpx.codes.TOO_MANY_REQUESTS and not httpx.codes.is_server_error(status):
        return
    wait = read_wait(headers.get("Retry-After"))
    if wait is not None and wait > _LONGEST_WAIT:
        raise NoAnswerError(f"asked to be left alone for {wait:.0f} s (status {status})", rest=wait)
    raise NoAnswerError(f"answered with status {status}", again=True, wait=wait)
