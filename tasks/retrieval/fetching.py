"""Fetching one full text from an unknown server into a folder, safely, or saying why not."""

from __future__ import annotations

import html
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from storage.searching.api_calls import ApiCall
from tasks.parsing.file_kinds import ENOUGH, sniff
from tasks.retrieval.file_store import NewFile
from tasks.retrieval.hops import Body, Redirect, Sender
from tasks.retrieval.locating import Access
from tasks.retrieval.targets import Limits, RefusedError, Target, aim
from tasks.services.answers import Fetched, FileFormat, Location, Refusal
from tasks.services.exchange import trusted_certificates

_TRIES = 3


@dataclass(frozen=True, slots=True)
class _Onward:
    """Where to go next: a redirect, or the PDF a landing page names."""

    location: str
    from_page: bool = False


class Fetcher:
    """Fetches into a folder. Instances may be used from several threads at once; each takes turns of its own."""

    def __init__(self, folder: Path, access: Access, limits: Limits) -> None:
        """Prepare; nothing is sent or written yet."""
        self._folder, self._access, self._limits = folder, access, limits
        self._turns = Turns(limits.at_once, limits.pause)
        self._tls = trusted_certificates()
        self._calls: list[ApiCall] = []

    def __reduce__(self) -> tuple[type[Fetcher], tuple[Path, Access, Limits]]:
        """Pickle as the constructor's arguments; turns are then taken per process."""
        return Fetcher, (self._folder, self._access, self._limits)

    def fetch(self, location: Location) -> Fetched | Refusal:
        """Return the file at a location, stored in the folder, or why there is none; three tries if that may help.

        At most five redirects are followed, each checked like the first address; a landing page may send on once to the
        PDF it names. What a PDF or XML location delivers must be PDF or XML.
        """
        refusal = RefusedError("")
        for _ in range(_TRIES):
            try:
                return self._fetch(location)
            except RefusedError as error:
                refusal = error
                if not error.again:
                    break
        return Refusal(refusal.reason, refusal.status)

    def drain_calls(self) -> tuple[ApiCall, ...]:
        """Return the requests made since this was last asked, with addresses without queries."""
        calls: list[ApiCall] = []
        while self._calls:
            calls.append(self._calls.pop(0))
        return tuple(calls)

    def _fetch(self, location: Location) -> Fetched:
        address, base, spent = location.url, None, 0.0
        may_turn_page = location.format == "html"
        trusted = self._access.origins.get(location.source, "")
        for _ in range(self._limits.redirects + 1 + may_turn_page):
            target = aim(address, self._access.allow_hosts, base, trusted)
            with self._turns.wait(target.host):
                started = time.monotonic()
                outcome = self._hop(location, target, self._limits.seconds - spent, may_turn_page=may_turn_page)
                spent += time.monotonic() - started
            if isinstance(outcome, Fetched):
                return outcome
            address, base, trusted = outcome.location, target.url, ""
            may_turn_page = may_turn_page and not outcome.from_page
        raise RefusedError(f"The address redirects more than {self._limits.redirects} times.")

    def _hop(self, location: Location, target: Target, seconds: float, *, may_turn_page: bool) -> Fetched | _Onward:
        sender = Sender(self._limits, self._tls)
        started = time.monotonic()
        try:
            with sender.send(target, seconds, self._access.find_bearer(location, target)) as answer:
                if isinstance(answer, Redirect):
                    return _Onward(answer.location)
                return self._receive(answer, location, target, may_turn_page=may_turn_page)
        finally:
            usd = location.usd if sender.last_status == httpx.codes.OK else 0.0
            spent = time.monotonic() - started
            self._calls.append(ApiCall(location.source, _show(target), sender.last_status, usd, spent))

    def _receive(self, body: Body, location: Location, target: Target, *, may_turn_page: bool) -> Fetched | _Onward:
        start = _take(body.pieces, ENOUGH)
        kind = sniff(start)
        if kind == "html" and may_turn_page:
            address = find_pdf_address(start + _take(body.pieces, LARGEST))
            if address is None:
                raise RefusedError("The landing page names no PDF.", "wrong content")
            return _Onward(address, from_page=True)
        if kind == "html":
            raise RefusedError("The host sent a web page instead of the file.", "wrong content")
        if kind is None:
            reason = "The file is neither PDF nor scholarly XML." if start else "The file is empty."
            raise RefusedError(reason, "wrong content")
        with NewFile(self._folder) as file:
            file.write(start)
            for piece in body.pieces:
                file.write(piece)
            file_format: FileFormat = "pdf" if kind == "pdf" else "xml"
            sha256, name = file.keep(file_format)
        return Fetched(sha256, name, file_format, file.size, _show(target), location.licence)


def _take(pieces: Iterator[bytes], enough: int) -> bytes:
    taken = bytearray()
    for piece in pieces:
        taken += piece
        if len(taken) >= enough:
            break
    return bytes(taken)


def _show(target: Target) -> str:
    return str(target.url.copy_with(query=None))


LARGEST = 2_000_000
"""Bytes of a page that are looked at."""


_META = re.compile(rb"<meta\b[^<>]{1,5000}>", re.IGNORECASE)
_NAME = re.compile(rb"\b(?:name|property)\s*=\s*[\"']?\s*citation_pdf_url\b", re.IGNORECASE)
_CONTENT = re.compile(rb"\bcontent\s*=\s*(?:\"([^\"]{1,4000})\"|'([^']{1,4000})')", re.IGNORECASE)


def find_pdf_address(page: bytes) -> str | None:
    """Return the address the page names as its PDF, as it is written there (it may be relative), None for none."""
    for meta in _META.finditer(page):
        if _NAME.search(meta[0]) and (content := _CONTENT.search(meta[0])):
            return html.unescape((content[1] or content[2]).decode("utf-8", "replace")).strip() or None
    return None


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
