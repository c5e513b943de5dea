"""One question to a service and its answer: pace, time-outs, limits, redirects, every call on record.

What only the service may see (keys, an e-mail address) is sent in headers or private parameters, which no record, log
or returned text holds; it is also cut out of answers.

Which certificates are trusted: loading them takes a twentieth of a second, so it is done once. Where and how a service
about works is asked, with what only the service may see. What a service means when it does not answer about a work: ask
again, leave it alone for a while, or neither. Addresses in logs without their queries: one service takes an e-mail
address there.
"""

from __future__ import annotations

import functools
import logging
import ssl
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import quote

import httpx
from pydantic import SecretStr

from storage.core.errors import InputError
from storage.searching.api_calls import ApiCall
from tasks.environment.settings import USER_AGENT
from tasks.services.tries import NoAnswerError, explain, read_wait


class _WithoutQuery(logging.Filter):
    """Cuts the query off every address httpx reports."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                part.copy_with(query=None) if isinstance(part, httpx.URL) else part for part in record.args
            )
        return True


_FILTER = _WithoutQuery()


def keep_queries_out_of_logs() -> None:
    """Make httpx log addresses without queries, from now on in this process; asking twice changes nothing."""
    logging.getLogger("httpx").addFilter(_FILTER)


@functools.cache
def trusted_certificates() -> ssl.SSLContext:
    """Return the context all connections share; certificate and host name are verified."""
    return httpx.create_ssl_context()


@dataclass(frozen=True, slots=True)
class ServiceAddress:
    """Where and how a service is asked.

    `setting` names the variable its base address comes from, `path` is where its API begins on its own host (an
    address that ends in it already is taken as it is), `pace` the least seconds between two calls, `headers` and
    `private` (parameters) hold secrets.
    """

    name: str
    setting: str
    base_url: str
    path: str = ""
    pace: float = 0.0
    headers: Mapping[str, SecretStr] = field(default_factory=dict)
    private: Mapping[str, SecretStr] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """Return the address of the API, without a slash at the end.

        Raises:
            InputError: the setting is not a plain http(s) address: any secret in it would end up in the ledger.
        """
        try:
            url = httpx.URL(self.base_url)
        except httpx.InvalidURL:
            url = httpx.URL()
        if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
            raise InputError(
                f"the setting {self.setting} is not a plain web address; give one like https://api.example.org, "
                "without user name, password and query, or unset it"
            )
        return self.base_url.rstrip("/").removesuffix(self.path) + self.path

    def secrets(self) -> list[bytes]:
        """Return everything no record may hold, in the spellings addresses and answers may give it, longest first.

        Raises:
            InputError: a secret cannot be sent, because it holds characters neither keys nor e-mail addresses have.
        """
        texts = [secret.get_secret_value() for secret in (*self.headers.values(), *self.private.values())]
        if not all(text.isascii() and text.isprintable() for text in texts):
            raise InputError(
                f"the key or e-mail address for {self.name} contains characters that none has; copy it again"
            )
        spelled = {spelling for text in texts for spelling in (text, quote(text, safe=""), quote(text, safe="@"))}
        return [text.encode() for text in sorted(spelled, key=lambda text: (-len(text), text)) if text]


def keyed(address: ServiceAddress, header: str, key: SecretStr | None, form: str = "{}") -> ServiceAddress:
    """Return the address with a key, if there is one, in a header of the given form."""
    text = key.get_secret_value().strip() if key else ""
    return replace(address, headers={header: SecretStr(form.format(text))}) if text else address


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
        raise NoAnswerError(f"asked for a pause of {wait:.0f} s (status {status})", wait=wait, rest=wait)
    raise NoAnswerError(f"answered with status {status}", again=True, wait=wait)


_SLOWEST = 10.0  # seconds between two calls, whatever a header says


def read_pace(headers: Mapping[str, str]) -> float:
    """Return the seconds between two calls that X-Rate-Limit-Limit (calls) and -Interval ("1s") allow; 0 for none."""
    calls, seconds = headers.get("X-Rate-Limit-Limit", ""), headers.get("X-Rate-Limit-Interval", "").removesuffix("s")
    if not (calls.isdecimal() and seconds.isdecimal() and int(calls)):
        return 0.0
    return min(int(seconds) / int(calls), _SLOWEST)


_CONNECT = 10.0  # seconds
_MOST_REDIRECTS = 3

Price = Callable[[httpx.URL, int, Mapping[str, str]], float]
"""Returns what a call cost in dollars, from its address, the status (0 for a lost answer) and the headers answered."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for each read and for a whole answer, bytes of an answer, calls in flight at the same time."""

    read: float
    whole: float
    largest: int
    at_once: int = 16


@dataclass(frozen=True, slots=True)
class Answered:
    """Status, headers and unpacked body of a complete answer."""

    status: int
    headers: httpx.Headers
    body: bytes


class Exchange:
    """Questions to the service at an address; usable from several threads at once. `was_reached`: it has answered."""

    def __init__(self, address: ServiceAddress, limits: Limits, price: Price | None = None) -> None:
        """Check the address; nothing is sent yet. Without a price calls are free.

        Raises:
            InputError: the address is not a plain one, or a secret cannot be sent.
        """
        self.address = address
        self.root = address.root
        self.was_reached = False
        self._limits, self._price = limits, price
        self._secrets = address.secrets()
        sent = {name: secret.get_secret_value() for name, secret in address.headers.items()}
        self._http = httpx.Client(
            headers={"User-Agent": USER_AGENT} | sent,
            timeout=httpx.Timeout(limits.read, connect=min(limits.read, _CONNECT)),
            verify=trusted_certificates(),
        )
        keep_queries_out_of_logs()
        weakref.finalize(self, self._http.close)
        self._at_once = threading.BoundedSemaphore(limits.at_once)
        self._lock = threading.Lock()
        self._calls: list[ApiCall] = []
        self._next_call, self._pace = 0.0, address.pace

    def ask(self, url: httpx.URL, send: object = None) -> Answered:
        """Return the answer to a GET, or to a POST of JSON if something is sent, after redirects on the same host.

        Raises:
            NoAnswerError: there is none; whatever its status, an answer is one.
        """
        for _ in range(_MOST_REDIRECTS + 1):
            answer = self._send(url, send)
            if not 300 <= answer.status < 400:  # noqa: PLR2004 - RFC 9110 section 15.4
                return answer
            try:
                there = url.join(answer.headers.get("Location", ""))
            except httpx.InvalidURL:
                there = httpx.URL()
            if (there.scheme, there.host, there.port) != (url.scheme, url.host, url.port):
                raise NoAnswerError(f"sends to another host, {there.host or 'none'}")
            url = there
        raise NoAnswerError("redirects without end")

    def drain_calls(self) -> tuple[ApiCall, ...]:
        """Return the calls made since this was last asked, retries and redirects included."""
        with self._lock:
            calls, self._calls = self._calls, []
        return tuple(calls)

    def _send(self, url: httpx.URL, send: object) -> Answered:
        private = {name: secret.get_secret_value() for name, secret in self.address.private.items()}
        full = url.copy_merge_params(private) if private else url
        with self._at_once:
            self._wait_for_turn()
            started = time.monotonic()
            status, headers, reached = 0, httpx.Headers(), True
            try:
                request = self._http.build_request("GET" if send is None else "POST", full, json=send)
                answer = self._http.send(request, stream=True)
                try:
                    status, headers, self.was_reached = answer.status_code, answer.headers, True
                    self._pace = max(self.address.pace, read_pace(headers))
                    return Answered(status, headers, self._hide(self._read(answer, started)))
                finally:
                    answer.close()
            except httpx.RequestError as error:
                reason = explain(error)
                reached = reason.reached
                raise reason from None  # the error knows the private parameters
            finally:
                usd = self._price(url, status, headers) if self._price and reached else 0.0
                shown = self._hide(str(url).encode()).decode()
                with self._lock:
                    self._calls.append(ApiCall(self.address.name, shown, status, usd, time.monotonic() - started))

    def _read(self, answer: httpx.Response, started: float) -> bytes:
        body = bytearray()
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > self._limits.largest:
                raise NoAnswerError(f"answered with more than {self._limits.largest // 1_000_000} MB")
            if time.monotonic() > started + self._limits.whole:
                raise NoAnswerError("took too long to answer", again=True)
        return bytes(body)

    def _wait_for_turn(self) -> None:
        with self._lock:
            turn = max(time.monotonic(), self._next_call)
            self._next_call = turn + self._pace
        if (wait := turn - time.monotonic()) > 0:
            time.sleep(wait)

    def _hide(self, text: bytes) -> bytes:
        for secret in self._secrets:
            text = text.replace(secret, b"")
        return text
