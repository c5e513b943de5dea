"""Asking a service about one work: pace, time-outs, retries, limits, every call on record, no answer as data.

What only the service may see (keys, an e-mail address) travels in headers or in private parameters, which no record,
log or returned text holds; it is cut out of answers too.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Mapping
from typing import Any

import httpx
from tenacity import Retrying, retry_if_exception, stop_after_attempt

from storage.calls import ApiCall
from storage.email_addresses import blank_addresses
from storage.records import Response
from tasks.catalogues.fields import decode_json, entry
from tasks.clients.quiet_logs import keep_queries_out_of_logs
from tasks.clients.service_address import ServiceAddress
from tasks.clients.service_refusals import FOR_GOOD, NoAnswerError, check_status, choose_wait
from tasks.clients.tls import trusted_certificates
from tasks.release import USER_AGENT
from tasks.retrieval.records import Absence

_TIMEOUT = 20.0  # seconds, for the connection, each read, and the whole answer
_TRIES = 3
_MOST_BUSY = 2  # works in a row
_LARGEST_ANSWER = 20_000_000  # bytes
_MOST_REDIRECTS = 3


class ServiceClient:
    """A service at an address. Instances can be pickled and used from several threads at once."""

    def __init__(self, address: ServiceAddress) -> None:
        """Check the address; nothing is sent yet.

        Raises:
            InputError: the address is no plain one, or a secret cannot be sent.
        """
        self.address = address
        self.root = address.root
        self._secrets = address.secrets()
        sent = {name: secret.get_secret_value() for name, secret in address.headers.items()}
        headers = {"User-Agent": USER_AGENT} | sent
        self._http = httpx.Client(headers=headers, timeout=_TIMEOUT, verify=trusted_certificates())
        keep_queries_out_of_logs()
        weakref.finalize(self, self._http.close)
        self._lock = threading.Lock()
        self._calls: list[ApiCall] = []
        self._next_call = 0.0
        self._busy = 0
        self._rests_until, self._rests_because = 0.0, ""
        self._was_reached, self._first_contact = False, threading.Lock()

    def __reduce__(self) -> tuple[type[ServiceClient], tuple[ServiceAddress]]:
        """Pickle as the address; calls on record stay where they were made."""
        return ServiceClient, (self.address,)

    def ask(self, path: str, *, send: object = None, **parameters: str) -> Response | Absence:
        """Return the answer to a GET, or to a POST of JSON where something is to be sent, else why there is none.

        Up to three tries where the connection fails or the answer is 429 or 5xx. 404 and 410 are an absence for good. A
        service that cannot be reached is not asked again; one that refuses the key, or is too busy for the second work
        in a row, is left alone for one to ten minutes, or as long as it asks for. Until it was reached, one thread asks
        and the others wait for what comes of it.
        """
        if self._was_reached:
            return self._ask(path, send, parameters)
        with self._first_contact:
            return self._ask(path, send, parameters)

    def _ask(self, path: str, send: object, parameters: Mapping[str, str]) -> Response | Absence:
        name = self.address.name
        if time.monotonic() < self._rests_until:
            return Absence(name, f"{name} was not asked because it {self._rests_because} before.", "unavailable")
        try:
            url = httpx.URL(f"{self.root}{path}").copy_merge_params(parameters)
        except httpx.InvalidURL:
            return Absence(name, f"{name} cannot be asked for a work by this name.")
        asked = Retrying(
            stop=stop_after_attempt(_TRIES),
            wait=choose_wait,
            retry=retry_if_exception(self._may_help),
            reraise=True,
        )
        try:
            status, body = asked(self._follow, url, send)
        except NoAnswerError as reason:
            self._note_silence(reason)
            return Absence(name, f"{name} {reason}.", "unavailable")
        self._busy = 0
        if status in (httpx.codes.NOT_FOUND, httpx.codes.GONE):
            return Absence(name, f"{name} does not know this work.")
        if status >= httpx.codes.BAD_REQUEST:
            return Absence(name, f"{name} did not take the question (status {status}).")
        return Response(name, str(url), blank_addresses(body.decode("utf-8-sig", "replace")), status)

    def drain_calls(self) -> tuple[ApiCall, ...]:
        """Return the calls made since this was last asked, retries and redirects included."""
        with self._lock:
            calls, self._calls = self._calls, []
        return tuple(calls)

    def find_silence(self) -> str:
        """Return why the service was last left alone (a predicate), "" if it never was."""
        return self._rests_because

    def _may_help(self, error: BaseException) -> bool:
        """Return whether to ask again: not where another thread has found that the service is to be left alone."""
        return isinstance(error, NoAnswerError) and error.again and time.monotonic() >= self._rests_until

    def _note_silence(self, reason: NoAnswerError) -> None:
        with self._lock:
            self._busy += reason.busy
            if reason.rest and (not reason.busy or self._busy >= _MOST_BUSY):
                self._rests_until, self._rests_because = time.monotonic() + reason.rest, str(reason)

    def _follow(self, url: httpx.URL, send: object) -> tuple[int, bytes]:
        """Return status and body, after redirects within the service's own host."""
        for _ in range(_MOST_REDIRECTS + 1):
            status, headers, body = self._send(url, send)
            if not 300 <= status < 400:  # noqa: PLR2004 - RFC 9110 section 15.4
                check_status(status, headers)
                return status, body
            try:
                there = url.join(headers.get("Location", ""))
            except httpx.InvalidURL:
                there = httpx.URL()
            if (there.scheme, there.host, there.port) != (url.scheme, url.host, url.port):
                raise NoAnswerError("sends to another host")
            url = there
        raise NoAnswerError("redirects without end")

    def _send(self, url: httpx.URL, send: object) -> tuple[int, httpx.Headers, bytes]:
        self._wait_for_turn()
        private = {name: secret.get_secret_value() for name, secret in self.address.private.items()}
        full = url.copy_merge_params(private) if private else url
        started, status = time.monotonic(), 0
        try:
            request = self._http.build_request("GET" if send is None else "POST", full, json=send)
            answer = self._http.send(request, stream=True)
            try:
                status = answer.status_code
                self._was_reached = True
                return status, answer.headers, self._hide(_read_body(answer, started + _TIMEOUT))
            finally:
                answer.close()
        except httpx.RequestError as error:
            reason = f"could not be reached ({type(error).__name__})"
            raise NoAnswerError(reason, again=True, rest=FOR_GOOD) from None  # the error knows the private parameters
        finally:
            shown = self._hide(str(url).encode()).decode()
            with self._lock:
                self._calls.append(ApiCall(self.address.name, shown, status, 0.0, time.monotonic() - started))

    def _wait_for_turn(self) -> None:
        with self._lock:
            turn = max(time.monotonic(), self._next_call)
            self._next_call = turn + self.address.pace
        if (wait := turn - time.monotonic()) > 0:
            time.sleep(wait)

    def _hide(self, text: bytes) -> bytes:
        for secret in self._secrets:
            text = text.replace(secret, b"")
        return text


def read_object(answer: Response | Absence) -> tuple[Mapping[str, Any], Response] | Absence:
    """Return the JSON object of an answer (empty for JSON of another kind) beside it, else why there is none."""
    if isinstance(answer, Absence):
        return answer
    try:
        return entry(decode_json(answer.body)), answer
    except ValueError:
        return Absence(answer.source, f"{answer.source} did not answer in JSON.", "unavailable")


def _read_body(answer: httpx.Response, deadline: float) -> bytes:
    body = bytearray()
    for chunk in answer.iter_bytes():
        body += chunk
        if len(body) > _LARGEST_ANSWER:
            raise NoAnswerError("answered with more than 20 MB")
        if time.monotonic() > deadline:
            raise NoAnswerError("took too long to answer", again=True)
    return bytes(body)
