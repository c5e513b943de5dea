"""What OpenAlex means when it does not answer: try again, come back tomorrow, or ask something else.

429 has three meanings. Too many calls at once: a short Retry-After, asked again. The day's allowance used up: a
Retry-After of up to a day, or nothing remaining; waited for by the user, not by the process. A question that the plan
does not include: never asked again. See https://developers.openalex.org/api-reference/errors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import httpx

from storage.core.errors import CatalogueError, LitreviewError, QuotaExhausted, StoppedShort
from tasks.metadata.fields import decode_json, entry, number
from tasks.services.tries import NoAnswerError, read_wait
from tasks.text.cleaning import clean_text

_LONGEST_WAIT = 60.0  # seconds
_LONGEST_MESSAGE = 300  # characters
_ALL_DAY = 86_400.0  # seconds
_BEYOND_PLAN = re.compile(
    r"\b(requires?|needs?|only (available|included)|not (available|included))\b.{0,80}\b(plan|premium|subscription)"
    r"|\bplan[- ](gate|required|upgrade)|\bupgrade (is )?required",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT_PLANS = re.compile(r"\b(plan|plans|premium|subscription|upgrade)\b", re.IGNORECASE)
_ABOUT_ALLOWANCE = re.compile(r"\b(daily|per day|budget|credits|allowance|quota)\b", re.IGNORECASE)


def read_refusal(
    status: int, headers: Mapping[str, str], body: bytes, *, has_key: bool
) -> LitreviewError | NoAnswerError:
    """Return the error to raise for an answer other than 200 and 404."""
    message = _read_message(body)
    if status == httpx.codes.TOO_MANY_REQUESTS:
        return _read_too_many(headers, message, has_key=has_key)
    if status == httpx.codes.FORBIDDEN or httpx.codes.is_server_error(status):
        return NoAnswerError(f"answered with status {status}{message}", again=True, wait=_short_wait(headers))
    if status == httpx.codes.UNAUTHORIZED:
        remedy = (
            "refuses the key in LITREVIEW_OPENALEX_API_KEY{}; correct it or unset it"
            if has_key
            else "asks for a key{}; set LITREVIEW_OPENALEX_API_KEY to one from openalex.org/settings/api"
        )
        return CatalogueError(f"OpenAlex {remedy.format(message)}")
    return CatalogueError(f"OpenAlex refuses a query with status {status}{message}; word the topic in plain words")


def _read_too_many(headers: Mapping[str, str], message: str, *, has_key: bool) -> LitreviewError | NoAnswerError:
    wait = read_wait(headers.get("Retry-After"))
    beyond_plan = _BEYOND_PLAN.search(message) or (
        wait is None and _ABOUT_PLANS.search(message) and not _ABOUT_ALLOWANCE.search(message)
    )
    if beyond_plan and (wait is None or wait <= _LONGEST_WAIT):
        return CatalogueError(f"OpenAlex does not answer this query on the plan in use{message}; ask for less")
    long = wait is not None and wait > _LONGEST_WAIT
    if long or (wait is None and (_is_used_up(headers) or _ABOUT_ALLOWANCE.search(message))):
        allowed, price = (number(headers.get(f"X-RateLimit-{name}-USD")) for name in ("Limit", "Cost-Required"))
        if 0 < allowed < price:
            return StoppedShort(
                f"OpenAlex allows ${allowed:g} a day, and the next question alone costs ${price:g}; set "
                f"LITREVIEW_OPENALEX_API_KEY to a key with a larger allowance, then run 'litreview resume'"
            )
        return _quota_exhausted(wait if wait is not None else read_wait(headers.get("X-RateLimit-Reset")), has_key)
    return NoAnswerError(f"answered with status 429{message}", again=True, wait=wait)


def _is_used_up(headers: Mapping[str, str]) -> bool:
    left = headers.get("X-RateLimit-Remaining-USD")
    return left is not None and number(left) <= number(headers.get("X-RateLimit-Cost-Required-USD"))


def _quota_exhausted(wait: float | None, has_key: bool) -> QuotaExhausted:  # noqa: FBT001 - private
    moment = (datetime.now(UTC) + timedelta(seconds=_ALL_DAY if wait is None else wait)).replace(microsecond=0)
    hint = "" if has_key else ", or set LITREVIEW_OPENALEX_API_KEY, which allows ten times as much"
    return QuotaExhausted(
        f"the daily allowance of OpenAlex is used up; run 'litreview resume' after {moment:%Y-%m-%d %H:%M} UTC{hint}",
        moment,
    )


def _short_wait(headers: Mapping[str, str]) -> float | None:
    wait = read_wait(headers.get("Retry-After"))
    return None if wait is None else min(wait, _LONGEST_WAIT)


def _read_message(body: bytes) -> str:
    """Return what the service said, in brackets after a space, "" for nothing readable."""
    try:
        said = entry(decode_json(body.decode("utf-8", "replace")))
    except ValueError:
        return ""
    message = clean_text(said.get("message") or said.get("error"), _LONGEST_MESSAGE)
    return f" ({message.rstrip('.')})" if message else ""
