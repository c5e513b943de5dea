"""Which faults are worth another try, and how often and when that is made: the same for every service.

A fault may be temporary if the connection breaks, at whatever moment; if an answer is cut off, wrongly encoded or not
in the requested form; and if the service says that it is busy or failing (429, 5xx). Refusals are permanent.

How long a service asks to be left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from tenacity import RetryCallState, retry_if_exception, stop_before_delay, wait_exponential_jitter


def read_wait(header: str | None) -> float | None:
    """Return the seconds of a Retry-After header (a number or an HTTP date, RFC 9110 section 10.2.3), None for none."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", header.strip()):
        return float(header)
    try:
        moment = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max((moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds(), 0.0)


TRIES = 5
"""Times a question is put to a service that is there."""

_CONNECTIONS = 3  # a service that cannot be reached so many times is not there
_BACKOFF = wait_exponential_jitter(initial=1, max=20)

# httpx, httpx2 and httpcore name their errors alike.
_UNREACHED = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError"})
_FINAL = frozenset({"LocalProtocolError", "UnsupportedProtocol", "TooManyRedirects"})


class NoAnswerError(Exception):
    """There is no usable answer, and why (a predicate: "answered with status 500").

    `again` is whether to ask again, after `wait` seconds if the service said so. `reached` is whether the service is
    there, `begun` whether the request may have been carried out, and charged; `rest` how many seconds to leave it
    alone.
    """

    def __init__(
        self,
        reason: str,
        *,
        again: bool = False,
        wait: float | None = None,
        reached: bool = True,
        begun: bool = False,
        rest: float = 0.0,
    ) -> None:
        """Say why, and what follows."""
        super().__init__(reason)
        self.again = again
        self.wait = wait
        self.reached = reached
        self.begun = begun
        self.rest = rest


def explain(error: Exception) -> NoAnswerError:
    """Return what an error of httpx, httpx2 or httpcore means."""
    name = type(error).__name__
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if kinds & _UNREACHED:
        untrusted = "CERTIFICATE_VERIFY_FAILED" in str(error)
        reason = "shows no valid certificate" if untrusted else f"could not be reached ({name})"
        return NoAnswerError(reason, again=not untrusted, reached=False)
    if kinds & _FINAL:
        return NoAnswerError(f"cannot be asked ({name})")
    if "TimeoutException" in kinds:
        return NoAnswerError(f"took too long to answer ({name})", again=True, begun=True)
    return NoAnswerError(f"broke off ({name})", again=True, begun=True)


def patience(
    tries: int = TRIES,
    *,
    longest: float | None = None,
    may_help: Callable[[NoAnswerError], bool] = lambda _: True,
    is_there: Callable[[], bool] = lambda: True,
) -> dict[str, Any]:
    """Return how tenacity tries again: at most so often, within `longest` seconds, and only if it `may_help`.

    If the service cannot be reached, and is not known to be there (`is_there`), fewer tries suffice.
    """

    def is_enough(state: RetryCallState) -> bool:
        error = _read_error(state)
        is_nobody = error is not None and not error.reached and not is_there()
        is_late = longest is not None and stop_before_delay(longest)(state)
        return is_late or state.attempt_number >= (min(tries, _CONNECTIONS) if is_nobody else tries)

    return {
        "stop": is_enough,
        "wait": _choose_wait,
        "retry": retry_if_exception(lambda error: isinstance(error, NoAnswerError) and error.again and may_help(error)),
        "reraise": True,
    }


def _read_error(state: RetryCallState) -> NoAnswerError | None:
    error = state.outcome.exception() if state.outcome else None
    return error if isinstance(error, NoAnswerError) else None


def _choose_wait(state: RetryCallState) -> float:
    error = _read_error(state)
    return _BACKOFF(state) if error is None or error.wait is None else error.wait
