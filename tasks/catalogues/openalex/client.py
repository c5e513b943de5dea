"""Asking OpenAlex: retries, at most four calls at once, prices, and no answered question asked twice.

The key is sent only in the Authorization header, so that no address, log or record can hold it. For a replay, OpenAlex
as a recorded review was answered: nothing is sent, and nothing costs anything.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import orjson
from pydantic import SecretStr
from tenacity import Retrying

from storage.core.email_addresses import blank_addresses
from storage.core.errors import CatalogueError, InputError, QuotaExhausted, RecordMissing, StoppedShort
from storage.searching.api_calls import Answers, ApiCall, CatalogueAnswer, CatalogueLog, Omission, Quota
from tasks.catalogues.openalex.refusals import read_refusal
from tasks.catalogues.protocol import Keeper
from tasks.metadata.fields import decode_json, entry, number
from tasks.services.exchange import Exchange, Limits, ServiceAddress, keyed
from tasks.services.tries import TRIES, NoAnswerError, patience

AT_ONCE = 4
"""Calls in flight at the same time, over all threads."""

Row = Mapping[str, Any]

# A hundred works with all their authors and abstracts take a few million bytes.
_LIMITS = Limits(read=60.0, whole=180.0, largest=200_000_000, at_once=AT_ONCE)
_TRIES_OF_PART = 3  # incomplete answers, of which the best is taken
_RENEWAL = timedelta(hours=1)  # renewal times that differ by less belong to the same day's allowance
# Dollars (openalex.org, October 2026), where the answer does not say what it cost; a single record is free.
_LIST_USD, _SEARCH_USD = 0.0001, 0.001


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an answer, in a few words; `missing` counts what it lacks, None if it is useless."""

    reason: str
    missing: int | None = None


class OpenAlexClient:
    """The API at a base address. Instances can be pickled and used from several threads at once."""

    def __init__(self, base_url: str, api_key: SecretStr | None = None) -> None:
        """Check the address; nothing is sent yet.

        Raises:
            InputError: it is not an http(s) address, or holds a password or a query, which would end up in the ledger;
            or the key is not a valid key.
        """
        self._key = api_key.get_secret_value().strip() if api_key else ""
        if not (self._key.isascii() and self._key.isprintable()):
            raise InputError(
                "the setting LITREVIEW_OPENALEX_API_KEY contains characters that no key has; copy the key again"
            )
        address = ServiceAddress("openalex", "LITREVIEW_OPENALEX_URL", base_url)
        self._exchange = Exchange(keyed(address, "Authorization", api_key, "Bearer {}"), _LIMITS, _read_price)
        self.base_url = self._exchange.root
        self._host = httpx.URL(self.base_url).host
        self._lock = threading.Lock()
        self._known: dict[str, bytes | None] = {}
        self._turns: dict[str, threading.Lock] = {}
        self._answers: list[CatalogueAnswer] = []
        self._omissions: list[Omission] = []
        self._quota: Quota | None = None
        self._exhausted: QuotaExhausted | None = None
        self._refused: dict[str, CatalogueError] = {}
        self._keeper: Keeper | None = None

    def __reduce__(self) -> tuple[type[OpenAlexClient], tuple[str, SecretStr | None]]:
        """Pickle as address and key; recorded calls and known answers stay where they are."""
        return OpenAlexClient, (self.base_url, SecretStr(self._key) if self._key else None)

    def recall(self, answers: Answers) -> None:
        """Take over the answers that are on record, and forget all others."""
        known = {path: body for (base_url, path), body in answers.items() if base_url == self.base_url}
        with self._lock:
            self._known, self._turns = known, {}

    def report_to(self, keeper: Keeper | None) -> None:
        """Have each answer recorded as it comes, before its thread asks anything else."""
        self._keeper = keeper

    def get(self, path: str, find_fault: Callable[[Row], Fault | None]) -> Row | None:
        """Return the object answered to a path with its query, None for an unknown record (404).

        What was answered before is not asked again. Tried again as `tasks.services.tries` says if the answer is 429
        with a short Retry-After, not JSON, `timed_out`, or `find_fault` finds something wrong with it; of answers that
        remain incomplete the best is returned.

        Raises:
            QuotaExhausted: the day's allowance is used up; from then on nothing more is sent until it is renewed.
            CatalogueError: the service was never reached, or refuses key or query, which then is not sent again.
            StoppedShort: it was reached, but gave no usable answer.
        """
        with self._lock:
            turn = self._turns.setdefault(path, threading.Lock())
        with turn:  # anyone asking the same at the same time waits for the answer
            return unpack(self._known[path]) if path in self._known else self._get(path, find_fault)

    def _get(self, path: str, find_fault: Callable[[Row], Fault | None]) -> Row | None:
        if self._exhausted and datetime.now(UTC) < self._exhausted.resume_after:
            raise self._exhausted
        if path in self._refused:
            raise self._refused[path]
        parts: list[tuple[int, Row]] = []
        try:
            asked = Retrying(**patience(is_there=lambda: self._exchange.was_reached))
            return self._keep(path, asked(self._try, path, find_fault, parts))
        except (NoAnswerError, QuotaExhausted) as last:
            if isinstance(last, QuotaExhausted):
                self._exhausted = last
            if parts:
                return self._keep(path, min(parts, key=lambda part: part[0])[1])
            if isinstance(last, QuotaExhausted):
                raise
            raise self._explain(last) from last
        except CatalogueError as refused:
            self._refused[path] = refused
            raise

    def note(self, kind: str, message: str) -> None:
        """Have it recorded that answers lack something."""
        with self._lock:
            self._omissions.append(Omission(kind, message))

    def drain(self) -> CatalogueLog:
        """Return calls (retries included), what the answers lack, quota and answers, since this was last asked."""
        with self._lock:
            answers, self._answers = self._answers, []
            omissions, self._omissions = self._omissions, []
            quota, self._quota = self._quota, None
        return CatalogueLog(self._drain_calls(), tuple(omissions), quota, tuple(answers))

    def _drain_calls(self) -> tuple[ApiCall, ...]:
        return self._exchange.drain_calls()

    def _try(self, path: str, find_fault: Callable[[Row], Fault | None], parts: list[tuple[int, Row]]) -> Row | None:
        answer = self._ask(path)
        fault = find_fault(answer) if answer is not None else None
        if fault is None:
            return answer
        if fault.missing is not None and answer is not None:
            parts.append((fault.missing, answer))
        raise NoAnswerError(fault.reason, again=len(parts) < _TRIES_OF_PART)

    def _ask(self, path: str) -> Row | None:
        answer = self._exchange.ask(httpx.URL(f"{self.base_url}{path}"))
        quota = _read_quota(answer.headers)
        with self._lock:
            self._quota = _choose_later(self._quota, quota)
        if answer.status == httpx.codes.NOT_FOUND:
            return None
        if answer.status != httpx.codes.OK:
            raise read_refusal(answer.status, answer.headers, answer.body, has_key=bool(self._key))
        try:
            read = entry(decode_json(blank_addresses(answer.body.decode("utf-8", "replace"))))
        except ValueError as error:
            raise NoAnswerError("did not answer in JSON", again=True) from error
        if read.get("timed_out") is True or entry(read.get("meta")).get("timed_out") is True:
            raise NoAnswerError("ran out of time over a query", again=True)
        return read

    def _keep(self, path: str, answer: Row | None) -> Row | None:
        body = None if answer is None else zlib.compress(orjson.dumps(answer))
        with self._lock:
            self._known[path] = body
            self._answers.append(CatalogueAnswer(self.base_url, path, body))
        if self._keeper:
            self._keeper.keep()
        return answer

    def _explain(self, last: NoAnswerError) -> CatalogueError | StoppedShort:
        if not last.again or not (last.reached or self._exchange.was_reached):
            return CatalogueError(
                f"OpenAlex at {self._host} {last}; check the network and the setting LITREVIEW_OPENALEX_URL"
            )
        return StoppedShort(
            f"OpenAlex at {self._host} {last}, {TRIES} times in a row; what came is kept: run 'litreview resume' later"
        )


def unpack(body: bytes | None) -> Row | None:
    """Return an answer as it was before it was put on record; None stays None."""
    return None if body is None else entry(orjson.loads(zlib.decompress(body)))


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


def _read_price(url: httpx.URL, status: int, headers: Mapping[str, str]) -> float:
    """Return what a call cost; one whose answer was lost may have been charged, and counts as if it had been."""
    stated = headers.get("X-RateLimit-Cost-USD")
    if stated is not None:
        return number(stated)
    if status not in (0, httpx.codes.OK) or url.path.rpartition("/")[2] != "works":
        return 0.0
    return _SEARCH_USD if "search" in url.params or ".search:" in url.params.get("filter", "") else _LIST_USD


class RecordedOpenAlex(OpenAlexClient):
    """The API at the base address of a record, from which every answer comes."""

    def __init__(self, base_url: str, answers: Answers) -> None:
        """Take the answers by base address and path."""
        super().__init__(base_url)
        self._recorded = answers
        self._calls: list[ApiCall] = []

    def __reduce__(self) -> tuple[type[RecordedOpenAlex], tuple[str, Answers]]:  # type: ignore[override]
        """Pickle as address and record."""
        return RecordedOpenAlex, (self.base_url, self._recorded)

    def get(self, path: str, find_fault: Callable[[Row], Fault | None]) -> Row | None:
        """Return the recorded answer to a path, as incomplete as it was.

        Raises:
            RecordMissing: the recorded review never asked this.
        """
        del find_fault
        key = (self.base_url, path)
        if key not in self._recorded:
            raise RecordMissing(
                "the recorded review never asked OpenAlex what this one asks; replay it with the same topic and "
                "options, or unset LITREVIEW_REPLAY"
            )
        body = self._recorded[key]
        if path in self._known:
            return unpack(body)
        status = httpx.codes.OK if body is not None else httpx.codes.NOT_FOUND
        with self._lock:
            self._calls.append(ApiCall("openalex", f"{self.base_url}{path}", status, 0.0, 0.0))
        return self._keep(path, unpack(body))

    def _drain_calls(self) -> tuple[ApiCall, ...]:
        with self._lock:
            calls, self._calls = self._calls, []
        return tuple(calls)
