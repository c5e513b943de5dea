"""Requests sent singly: a few at a time, each with money set aside before it is sent.

A dialogue in progress: the key its result is returned under, and the request it waits for.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flows.language_models.budget import Budget
from flows.orchestration.driver import Call, Driver
from storage.core.errors import AnswerLost, LitreviewError
from storage.core.ledger import Ledger
from storage.runs.language_models import release, reserve, settle, write_off
from tasks.language_models.anthropic.wire import request_sha256
from tasks.language_models.calls import MessageService, ask_model
from tasks.language_models.dialogue import Dialogue
from tasks.language_models.requests import Request
from tasks.services.tries import TRIES


@dataclass
class Turn:
    """A dialogue and the request it waits for; at its end, its result.

    `alone` is set once a batch has failed to answer it, `opens` where a batch is to read from the cache what its
    request writes there; `lost` counts the answers lost in transit. `unanswered` is set once a question of it was left
    without a valid answer.
    """

    key: Any
    dialogue: Dialogue[Any]
    request: Request | None = None
    result: Any = None
    alone: bool = False
    opens: bool = False
    lost: int = 0
    unanswered: bool = False

    @property
    def pending(self) -> Request:
        """Return the request waited for."""
        if self.request is None:
            raise RuntimeError("the dialogue has ended")
        return self.request


_ModelCall = Call[MessageService, dict[str, Any], int]

AT_ONCE = 8
"""Requests in flight at the same time, and thus the most that are asked twice after a kill."""


@dataclass
class Singles:
    """The single requests of one review; `warm` are the request prefixes that the service has cached by now."""

    ledger: Ledger
    driver: Driver
    budget: Budget
    service: MessageService
    at_once: int = AT_ONCE
    warm: set[str] = field(default_factory=set)

    def answer(self, queue: deque[Turn]) -> Iterator[Turn]:
        """Yield turns of the queue whose answers have been kept; turns may be added to it meanwhile.

        A request whose answer was lost is sent again, up to five times, each of which counts as spent. When one fails,
        nothing more is sent, what is in flight is kept, and then the failure is raised.

        Raises:
            BudgetExhausted: the next request may cost more than is left, and none is under way.
        """
        asked: dict[str, Turn] = {}
        failures: list[Exception] = []

        def next_call() -> _ModelCall | None:
            return None if failures else self._start_one(queue, asked)

        for (_, body, _), take in self.driver.pull(ask_model, next_call, self.at_once):
            sha256 = request_sha256(body)
            turn = asked.pop(sha256)
            try:
                message = take()
            except AnswerLost as error:
                turn.lost += 1
                if turn.lost < TRIES:
                    queue.appendleft(turn)
                else:
                    failures.append(error)
                continue
            except Exception as error:  # noqa: BLE001 - raised below, once what else is in flight has been kept
                failures.append(error)
                if isinstance(error, LitreviewError):  # there was no answer, and nothing was charged
                    release(self.ledger, [(sha256, "failed")])
                continue
            turn.lost = 0
            settle(self.ledger, [turn.pending.settle(message, batch=False)])
            if turn.pending.prefix_sha256:
                self.warm.add(turn.pending.prefix_sha256)
            yield turn
            yield from _take_same(queue, sha256)
        if failures:
            raise failures[0]
        if queue:
            request = queue[0].pending
            raise self.budget.refuse(request.question.label, request.most_usd(batch=False))

    def take_openers(self, queue: deque[Turn], least: int) -> deque[Turn]:
        """Return and remove the first turn of each `least` or more whose requests share a prefix not in the cache yet.

        A turn for which there is no money stays.
        """
        shared = Counter(turn.pending.prefix_sha256 for turn in queue if not turn.alone)
        openers: deque[Turn] = deque()
        for turn in list(queue):
            prefix = turn.pending.prefix_sha256
            if prefix is None or turn.alone or prefix in self.warm or shared.pop(prefix, 0) < least:
                continue
            turn.opens = self.budget.has_room(2 * turn.pending.most_usd(batch=True))
            if turn.opens:
                queue.remove(turn)
                openers.append(turn)
        return openers

    def _start_one(self, queue: deque[Turn], asked: dict[str, Turn]) -> _ModelCall | None:
        """Return the next request to send, its money set aside; of those sharing a cacheable prefix one goes first."""
        opening = {turn.pending.prefix_sha256 for turn in asked.values()} - self.warm - {None}
        for place, turn in enumerate(queue):
            request = turn.pending
            if request.sha256 in asked or request.prefix_sha256 in opening:
                continue
            most = _most_usd(turn)
            if not self.budget.has_room(most):
                return None
            write_off(self.ledger, request.sha256)
            reserve(self.ledger, [(request.sha256, most)], batch=False)
            del queue[place]
            asked[request.sha256] = turn
            body = request.batch_body if turn.opens else request.body
            return request.question.label, (self.service, body, turn.lost)
        return None


def _most_usd(turn: Turn) -> float:
    """Return the most that a turn's request costs by itself, with an opener's longer and dearer life in the cache."""
    return 2 * turn.pending.most_usd(batch=True) if turn.opens else turn.pending.most_usd(batch=False)


def _take_same(queue: deque[Turn], sha256: str) -> list[Turn]:
    """Return and remove the turns that wait for the very same request."""
    same = [turn for turn in queue if turn.pending.sha256 == sha256]
    for turn in same:
        queue.remove(turn)
    return same
