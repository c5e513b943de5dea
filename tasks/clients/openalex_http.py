"""Sending to OpenAlex: time-outs, retries, redirects, at most four calls at once, every call on record.

The key travels in the Authorization header alone, so that no address, log or record can hold it.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import orjson
from pydantic import SecretStr
from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_exponential_jitter

from storage.calls import ApiCall, CatalogueAnswer, Quota
from storage.email_addresses import blank_addresses
from storage.errors import CatalogueError, InputError, QuotaExhausted, StoppedShort
from tasks.catalogues.fields import decode_json, entry, number
from tasks.clients.openalex_refusals import AskAgain, read_refusal
from tasks.release import USER_AGENT

AT_ONCE = 4
"""Calls in flight at the same time, over all threads."""

_TIMEOUT = httpx.Timeout(60.0, connect=10.0)  # seconds, for each read
_DEADLINE = 180.0  # seconds, for a whole answer
_TRIES, _CONNECTIONS = 5, 3  # who cannot be reached three times is not there
_BACKOFF = wait_exponential_jitter(initial=1, max=20)
_MOST_REDIRECTS = 3
_RENEWAL = timedelta(hours=1)  # times of renewal that differ by less are of the same day's allowance
_LARGEST_ANSWER = 200_000_000  # bytes; a hundred works with all their authors and abstracts take a few million
# Dollars (openalex.org, October 2026), where the answer does not say what it cost; a single record is free.
_LIST_USD, _SEARCH_USD = 0.0001, 0.001


class OpenAlexClient:
    """The API at a base address. Instances can be pickled and used from several threads at once."""

    def __init__(self, base_url: str, api_key: SecretStr | None = None) -> None:
        """Check the address; nothing is sent yet.

        Raises:
            InputError: it is no http(s) address, or holds a password or a query, which would end up in the ledger; or
                the key cannot be one.
        """
        try:
            url = httpx.URL(base_url)
        except httpx.InvalidURL:
            url = httpx.URL()
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise InputError(
                "the setting LITREVIEW_OPENALEX_URL is no plain web address; give one like https://api.openalex.org, "
                "without user name, password and query, or unset it"
            )
        self.base_url = base_url.rstrip("/")
        self._host = url.host
        self._key = api_key.get_secret_value().strip() if api_key else ""
        if not (self._key.isascii() and self._key.isprintable()):
            raise InputError("the setting LITREVIEW_OPENALEX_API_KEY holds characters no key has; copy the key again")
        headers = {"User-Agent": USER_AGENT, "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        self._http = httpx.Client(headers=headers, timeout=_TIMEOUT)
        weakref.finalize(self, self._http.close)
        self._at_once = threading.BoundedSemaphore(AT_ONCE)
        self._lock = threading.Lock()
        self._calls: list[ApiCall] = []
        self._answers: list[CatalogueAnswer] = []
        self._quota: Quota | None = None
        self._exhausted: QuotaExhausted | None = None
        self._refused: dict[str, CatalogueError] = {}

    def __reduce__(self) -> tuple[type[OpenAlexClient], tuple[str, SecretStr | None]]:
        """Pickle as address and key; calls on record stay where they were made."""
        return OpenAlexClient, (self.base_url, SecretStr(self._key) if self._key else None)

    def get(self, path: str, find_fault: Callable[[Mapping[str, Any]], str | None]) -> Mapping[str, Any] | None:
        """Return the object answered to a path with its query, None for an unknown record (404).

        Asked up to three times where the connection fails, and up to five where the answer is 429 with a short
        Retry-After, 5xx, not JSON, `timed_out`, or `find_fault` says in a few words what is missing from it.

        Raises:
            QuotaExhausted: the day's allowance is used up; from then on nothing more is sent until it is renewed.
            CatalogueError: the service cannot be reached, or refuses key or query; a refused query is not sent again.
            StoppedShort: it was reached, but gave no complete answer.
        """
        if self._exhausted and datetime.now(UTC) < self._exhausted.resume_after:
            raise self._exhausted
        if path in self._refused:
            raise self._refused[path]
        asked = Retrying(
            stop=_is_enough,
            wait=_choose_wait,
            retry=retry_if_exception_type(AskAgain),
            reraise=True,
        )
        try:
            return self._keep(path, asked(self._ask, path, find_fault))
        except AskAgain as last:
            if last.unreachable:
                raise CatalogueError(
                    f"OpenAlex at {self._host} {last}; check the network and the setting LITREVIEW_OPENALEX_URL"
                ) from last
            raise StoppedShort(
                f"OpenAlex at {self._host} {last}, {_TRIES} times in a row; run 'litreview resume' later"
            ) from last
        except QuotaExhausted as exhausted:
            self._exhausted = exhausted
            raise
        except CatalogueError as refused:
            self._refused[path] = refused
            raise

    def drain_answers(self) -> list[CatalogueAnswer]:
        """Return the complete answers given since this was last asked."""
        with self._lock:
            answers, self._answers = self._answers, []
        return answers

    def _keep(self, path: str, answer: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        body = None if answer is None else orjson.dumps(answer)
        with self._lock:
            self._answers.append(CatalogueAnswer(self.base_url, path, body))
        return answer

    def drain_calls(self) -> tuple[list[ApiCall], Quota | None]:
        """Return the calls made since this was last asked, retries included, and what is still allowed after them."""
        with self._lock:
            calls, self._calls = self._calls, []
            quota, self._quota = self._quota, None
        return calls, quota

    def _ask(self, path: str, find_fault: Callable[[Mapping[str, Any]], str | None]) -> Mapping[str, Any] | None:
        address = f"{self.base_url}{path}"
        for _ in range(_MOST_REDIRECTS + 1):
            status, headers, body = self._send(address)
            if not 300 <= status < 400:  # noqa: PLR2004 - RFC 9110 section 15.4
                break
            address = self._follow(address, headers.get("Location", ""))
        if status == httpx.codes.NOT_FOUND:
            return None
        if status != httpx.codes.OK:
            raise read_refusal(
                status, headers, body.replace(self._key.encode(), b"") if self._key else body, has_key=bool(self._key)
            )
        try:
            answer = entry(decode_json(blank_addresses(body.decode("utf-8", "replace"))))
        except ValueError as error:
            raise AskAgain("did not answer in JSON") from error
        timed_out = answer.get("timed_out") is True or entry(answer.get("meta")).get("timed_out") is True
        fault = "ran out of time over a query" if timed_out else find_fault(answer)
        if fault:
            raise AskAgain(fault)
        return answer

    def _follow(self, address: str, location: str) -> str:
        """Return the address a merged record moved to; another host is never followed."""
        here = httpx.URL(address)
        try:
            there = here.join(location)
        except httpx.InvalidURL:
            there = httpx.URL()
        if (there.scheme, there.host, there.port) != (here.scheme, here.host, here.port):
            raise CatalogueError(
                f"OpenAlex at {self._host} sends to another host, {there.host or 'none'}; "
                f"check the setting LITREVIEW_OPENALEX_URL"
            )
        return str(there)

    def _send(self, address: str) -> tuple[int, Mapping[str, str], bytes]:
        with self._at_once:
            started = time.monotonic()
            status, usd, quota = 0, 0.0, None
            try:
                with self._http.stream("GET", address) as answer:
                    status, usd, quota = answer.status_code, _read_price(address, answer), _read_quota(answer.headers)
                    return status, answer.headers, _read_body(answer, started + _DEADLINE)
            except httpx.RequestError as error:
                raise AskAgain(f"could not be reached ({type(error).__name__})", unreachable=True) from error
            finally:
                call = ApiCall("openalex", address, status, usd, time.monotonic() - started)
                with self._lock:
                    self._calls.append(call)
                    self._quota = _choose_later(self._quota, quota)


def _is_enough(state: RetryCallState) -> bool:
    error = state.outcome.exception() if state.outcome else None
    unreachable = isinstance(error, AskAgain) and error.unreachable
    return state.attempt_number >= (_CONNECTIONS if unreachable else _TRIES)


def _choose_wait(state: RetryCallState) -> float:
    error = state.outcome.exception() if state.outcome else None
    asked = error.wait if isinstance(error, AskAgain) else None
    return _BACKOFF(state) if asked is None else asked


def _read_body(answer: httpx.Response, deadline: float) -> bytes:
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) > _LARGEST_ANSWER:
            raise CatalogueError("OpenAlex answered with more than 200 MB; check the setting LITREVIEW_OPENALEX_URL")
        if time.monotonic() > deadline:
            raise AskAgain("took too long to answer")
    return bytes(body)


def _read_quota(headers: Mapping[str, str]) -> Quota | None:
    """Return the dollars left and when they are renewed, None where an answer does not say."""
    left, seconds = headers.get("X-RateLimit-Remaining-USD"), headers.get("X-RateLimit-Reset")
    if left is None:
        return None
    reset_at = datetime.now(UTC) + timedelta(seconds=number(seconds)) if seconds else None
    return Quota("openalex", number(left), reset_at.replace(tzinfo=None, microsecond=0) if reset_at else None)


def _choose_later(one: Quota | None, other: Quota | None) -> Quota | None:
    """Return the quota of the later answer; answers cross on their way, but until it is renewed it only shrinks."""
    if one is None or other is None:
        return one or other
    renewed = one.reset_at and other.reset_at and other.reset_at - one.reset_at > _RENEWAL
    return other if renewed or other.remaining <= one.remaining else one


def _read_price(address: str, answer: httpx.Response) -> float:
    stated = answer.headers.get("X-RateLimit-Cost-USD")
    if stated is not None:
        return number(stated)
    url = httpx.URL(address)
    if answer.status_code != httpx.codes.OK or url.path.rpartition("/")[2] != "works":
        return 0.0
    return _SEARCH_USD if "search" in url.params or ".search:" in url.params.get("filter", "") else _LIST_USD
