"""Asking the service of an index: retries, pace, and no answered question asked twice; for a replay, from the record.

What is put on record names the index before the address, so that a replay of several knows whose an answer is.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from typing import TypeVar

import httpx
import orjson
from tenacity import Retrying

from storage.core.email_addresses import blank_addresses
from storage.core.errors import CatalogueError, RecordMissing, StoppedShort
from storage.records.search import content_id
from storage.searching.api_calls import Answers, ApiCall, CatalogueAnswer, CatalogueLog, Omission
from tasks.catalogues.protocol import Keeper
from tasks.services.exchange import Exchange, Limits, ServiceAddress, check_status
from tasks.services.tries import TRIES, NoAnswerError, patience

Read = TypeVar("Read")

_LIMITS = Limits(read=60.0, whole=180.0, largest=100_000_000, at_once=3)


class IndexClient:
    """The service at an address. Instances can be pickled and used from several threads at once."""

    def __init__(self, address: ServiceAddress, recorded: Answers | None = None) -> None:
        """Check the address; nothing is sent yet. With recorded answers nothing ever is.

        Raises:
            InputError: the address is not a plain one, or a secret cannot be sent.
        """
        self.address = address
        self.root = address.root
        self._recorded = recorded
        self._exchange = Exchange(address, _LIMITS)
        self._lock = threading.Lock()
        self._known: dict[str, bytes | None] = {}
        self._calls: list[ApiCall] = []
        self._answers: list[CatalogueAnswer] = []
        self._omissions: list[Omission] = []
        self._keeper: Keeper | None = None

    def __reduce__(self) -> tuple[type[IndexClient], tuple[ServiceAddress, Answers | None]]:
        """Pickle as address and record; recorded calls and known answers stay where they are."""
        return IndexClient, (self.address, self._recorded)

    def ask(self, path: str, read: Callable[[str], Read], send: object = None) -> Read | None:
        """Return what is read from the answer to a path with its query; None where the service refused the question.

        What is sent, if anything, is posted as JSON; the record names it by its hash after the path. Tried again as
        `tasks.services.tries` says, also where `read` raises ValueError: the answer is not whole.

        Raises:
            CatalogueError: the service was never reached, or refuses us or the key.
            StoppedShort: it was reached, but gave no usable answer.
            RecordMissing: the review replayed never asked this.
        """
        named = path if send is None else f"{path}#{content_id(orjson.dumps(send).decode())}"
        with self._lock:
            is_known, body = named in self._known, self._known.get(named)
        if not is_known and self._recorded is not None:
            body, is_known = self._replay(named), True
        if is_known:
            text = _unpack(body)
            return None if text is None else read(text)
        try:
            asked = Retrying(**patience(is_there=lambda: self._exchange.was_reached))
            text, found = asked(self._try, path, read, send)
        except NoAnswerError as last:
            raise self._explain(last) from last
        self._keep(named, text)
        return found

    def note(self, kind: str, message: str) -> None:
        """Have it recorded that answers lack something."""
        with self._lock:
            self._omissions.append(Omission(kind, message))

    def drain(self) -> CatalogueLog:
        """Return calls (retries included), what the answers lack, and answers, since this was last asked."""
        with self._lock:
            calls, self._calls = self._calls, []
            answers, self._answers = self._answers, []
            omissions, self._omissions = self._omissions, []
        return CatalogueLog((*calls, *self._exchange.drain_calls()), tuple(omissions), None, tuple(answers))

    def recall(self, answers: Answers) -> None:
        """Take over the answers of this service that are on record, and forget all others."""
        with self._lock:
            self._known = {path: body for (base, path), body in answers.items() if base == self._base}

    def report_to(self, keeper: Keeper | None) -> None:
        """Have each answer recorded as it comes, before its thread asks anything else."""
        self._keeper = keeper

    @property
    def _base(self) -> str:
        return f"{self.address.name}+{self.root}"

    def _replay(self, path: str) -> bytes | None:
        answers = {asked: body for (base, asked), body in (self._recorded or {}).items() if self._owns(base)}
        if path not in answers:
            raise RecordMissing(
                f"the recorded review never asked {self.address.name} what this one asks; replay it with the same "
                "topic and options, or unset LITREVIEW_REPLAY"
            )
        self._keep(path, _unpack(answers[path]))
        status = httpx.codes.OK if answers[path] is not None else httpx.codes.BAD_REQUEST
        with self._lock:
            self._calls.append(ApiCall(self.address.name, f"{self.root}{path}", status, 0.0, 0.0))
        return answers[path]

    def _owns(self, base: str) -> bool:
        return base.partition("+")[0] == self.address.name

    def _try(self, path: str, read: Callable[[str], Read], send: object) -> tuple[str | None, Read | None]:
        answer = self._exchange.ask(httpx.URL(f"{self.root}{path}"), send)
        check_status(answer.status, answer.headers)
        if answer.status >= httpx.codes.BAD_REQUEST:
            return None, None
        text = blank_addresses(answer.body.decode("utf-8-sig", "replace"))
        try:
            return text, read(text)
        except ValueError as error:
            raise NoAnswerError(f"did not answer in the form asked for ({error})", again=True) from error

    def _keep(self, path: str, text: str | None) -> None:
        body = None if text is None else zlib.compress(orjson.dumps(text))
        with self._lock:
            self._known[path] = body
            self._answers.append(CatalogueAnswer(self._base, path, body))
        if self._keeper:
            self._keeper.keep()

    def _explain(self, last: NoAnswerError) -> CatalogueError | StoppedShort:
        where = f"{self.address.name} at {httpx.URL(self.root).host} {last}"
        if last.rest and last.wait:
            return StoppedShort(f"{where}; what came is kept: run 'litreview resume' when it is over")
        if not last.again or not (last.reached or self._exchange.was_reached):
            return CatalogueError(f"{where}; check the network and the setting {self.address.setting}")
        return StoppedShort(f"{where}, {TRIES} times in a row; what came is kept: run 'litreview resume' later")


def _unpack(body: bytes | None) -> str | None:
    return None if body is None else str(orjson.loads(zlib.decompress(body)))
