"""Asking a service about one work: retries, rests, no answer as data.

Abstracts as services deliver them: JATS, HTML, headings that say "Abstract", and texts that are not abstracts.
"""

from __future__ import annotations

import math
import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

import httpx
from tenacity import Retrying

from storage.core.email_addresses import blank_addresses
from storage.records.search import Response, Work
from storage.searching.api_calls import ApiCall
from tasks.metadata.fields import decode_json, entry
from tasks.metadata.titles import is_about
from tasks.services.answers import Absence, Abstract
from tasks.services.exchange import Exchange, Limits, ServiceAddress, check_status
from tasks.services.tries import NoAnswerError, patience
from tasks.text.cleaning import clean_text

_LONGEST = 40_000  # characters
_FEWEST_WORDS = 20  # "No abstract available", "n/a", a subtitle, a first line
_HEADING = re.compile(r"^\s*(?:<[^<>]{1,100}>\s*)*(?:abstract|summary)\b\s*[:.]?\s*(?=<|\n)", re.IGNORECASE)
_LEADING_WORD = re.compile(r"^(?i:abstract)\s*[:.\u2014-]?\s+(?=[A-Z\"'(])")


def read_abstract_text(stated: object) -> str | None:
    """Return an abstract as plain text without markup and without a heading; None for fewer than twenty words."""
    if not isinstance(stated, str):
        return None
    text = _LEADING_WORD.sub("", clean_text(_HEADING.sub("", stated[: _LONGEST * 4]), _LONGEST))
    return text if len(text.split()) >= _FEWEST_WORDS else None


_LIMITS = Limits(read=20.0, whole=20.0, largest=20_000_000)
_MOST_SAID = 500  # characters of a refusal
_MOST_BUSY = 2  # works in a row
_SHORT_REST = 60.0  # seconds, for a service that is there but gave no answer for the second work in a row


class ServiceClient:
    """A service at an address. Instances can be pickled and used from several threads at once."""

    def __init__(self, address: ServiceAddress) -> None:
        """Check the address; nothing is sent yet.

        Raises:
            InputError: the address is not a plain one, or a secret cannot be sent.
        """
        self.address = address
        self.root = address.root
        self._exchange = Exchange(address, _LIMITS)
        self._lock = threading.Lock()
        self._busy = 0
        self._rests_until, self._rests_because = 0.0, ""
        self._first_contact = threading.Lock()

    def __reduce__(self) -> tuple[type[ServiceClient], tuple[ServiceAddress]]:
        """Pickle as the address; recorded calls stay where they were made."""
        return ServiceClient, (self.address,)

    def ask(
        self, path: str, *, send: object = None, is_whole: Callable[[str], object] = decode_json, **parameters: str
    ) -> Response | Absence:
        """Return the answer to a GET, or to a POST of JSON if something is to be sent, else why there is none.

        Tried again as `tasks.services.tries` says, also if `is_whole` raises ValueError because the text is not a
        complete answer (by default, JSON). 404 and 410 are a permanent absence. A service that was never reached is not
        asked again; one that refuses the key, or gives no answer for the second work in a row, is left alone for one to
        ten minutes, or as long as it asks for. Until it has been reached, one thread asks and the others wait for the
        outcome.
        """
        if self._exchange.was_reached:
            return self._ask(path, send, is_whole, parameters)
        with self._first_contact:
            return self._ask(path, send, is_whole, parameters)

    def _ask(
        self, path: str, send: object, is_whole: Callable[[str], object], parameters: Mapping[str, str]
    ) -> Response | Absence:
        name = self.address.name
        if time.monotonic() < self._rests_until:
            return Absence(name, f"{name} was not asked because it {self._rests_because} before.", "unavailable")
        try:
            url = httpx.URL(f"{self.root}{path}").copy_merge_params(parameters)
        except httpx.InvalidURL:
            return Absence(name, f"{name} cannot be asked for a work by this name.")
        # Not again if another thread has found meanwhile that the service is to be left alone.
        asked = Retrying(
            **patience(
                may_help=lambda _: time.monotonic() >= self._rests_until, is_there=lambda: self._exchange.was_reached
            )
        )
        try:
            status, text = asked(self._read, url, send, is_whole)
        except NoAnswerError as reason:
            self._note_silence(reason)
            return Absence(name, f"{name} {reason}.", "unavailable")
        self._busy = 0
        if status in (httpx.codes.NOT_FOUND, httpx.codes.GONE):
            return Absence(name, f"{name} does not know this work.")
        if status >= httpx.codes.BAD_REQUEST:
            return Absence(name, f"{name} did not accept the question (status {status}).", said=text[:_MOST_SAID])
        return Response(name, str(url), text, status)

    def _read(self, url: httpx.URL, send: object, is_whole: Callable[[str], object]) -> tuple[int, str]:
        answer = self._exchange.ask(url, send)
        check_status(answer.status, answer.headers)
        text = blank_addresses(answer.body.decode("utf-8-sig", "replace"))
        if answer.status < httpx.codes.BAD_REQUEST:
            try:
                is_whole(text)
            except ValueError:
                raise NoAnswerError("did not answer in the form asked for", again=True) from None
        return answer.status, text

    def drain_calls(self) -> tuple[ApiCall, ...]:
        """Return the calls made since this was last asked, retries and redirects included."""
        return self._exchange.drain_calls()

    def find_silence(self) -> str:
        """Return why the service was last left alone (a predicate), "" if it never was."""
        return self._rests_because

    def _note_silence(self, reason: NoAnswerError) -> None:
        rest = reason.rest
        with self._lock:
            if reason.again:
                self._busy += 1
                rest = _SHORT_REST if self._busy >= _MOST_BUSY else 0.0
            if not reason.reached and not self._exchange.was_reached:
                rest = math.inf
            if rest:
                self._rests_until, self._rests_because = time.monotonic() + rest, str(reason)


Record: TypeAlias = tuple[Mapping[str, Any], Response]
"""A JSON object, and the answer it stands in."""


@dataclass(frozen=True, slots=True)
class RecordService(ABC):
    """What services with one record per work share: `abstract` is the field of its abstract."""

    client: ServiceClient

    abstract: ClassVar[str] = "abstract"

    @abstractmethod
    def read(self, work: Work) -> Record | Absence:
        """Return the record of a work."""

    def takes(self, work: Work) -> bool:
        """Return whether there is anything to ask."""
        return bool(work.doi or work.title)

    def find_abstract(self, work: Work) -> Abstract | Absence:
        """Return the abstract of a work as plain text, if the service has it."""
        read, name = self.read(work), self.client.address.name
        if isinstance(read, Absence):
            return read
        text = read_abstract_text(read[0].get(self.abstract))
        return Abstract(text, name, read[1]) if text else Absence(name, f"{name} holds no abstract.")

    def choose(
        self, work: Work, found: Iterable[Mapping[str, Any]], answer: Response, doi: Callable[[Mapping[str, Any]], Any]
    ) -> Record | Absence:
        """Return the first of the records found that is about the work."""
        name = self.client.address.name
        about = (record for record in found if is_about(work, doi(record), record.get("title")))
        return next(((record, answer) for record in about), Absence(name, f"{name} does not know this work."))


def read_object(answer: Response | Absence) -> Record | Absence:
    """Return the JSON object of an answer (empty for other JSON) with the answer, else why there is none."""
    return answer if isinstance(answer, Absence) else (entry(decode_json(answer.body)), answer)
