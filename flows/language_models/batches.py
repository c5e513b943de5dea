"""Many similar requests in one batch at half price: made, recorded, awaited, and found again after a kill."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from flows.language_models.budget import Budget
from flows.language_models.single_requests import Turn
from flows.orchestration.driver import Driver
from flows.orchestration.progress import Progress
from storage.core.errors import AnswerLost
from storage.core.ledger import Ledger
from storage.runs.language_models import (
    add_batch,
    end_batch,
    known_batches,
    open_batches,
    release,
    reserve,
    settle,
    unaccounted_requests,
)
from tasks.language_models.anthropic.messages import LanguageService
from tasks.language_models.calls import await_batch, create_batch, find_batches
from tasks.services.tries import TRIES

BATCH_FROM = 21
"""Similar requests sent as a batch: with more than 20, half the price is worth the wait."""

_CLOCKS_DIFFER = timedelta(minutes=10)
_MOST_REQUESTS = 10_000

Waiting = dict[str, list[Turn]]


@dataclass
class Batches:
    """The batches of one review, each of at least a minimum number of requests.

    Each custom id is the hash of its request, so any batch can be recognized as ours.
    """

    ledger: Ledger
    driver: Driver
    progress: Progress
    budget: Budget
    service: LanguageService
    least: int = BATCH_FROM

    def answer(self, queue: deque[Turn]) -> Iterator[Turn]:
        """Yield turns of the queue whose answers have been kept; those a batch failed to answer return to go singly.

        Raises:
            BudgetExhausted: not one more request fits into the budget.
        """
        waiting: Waiting = {}
        for turn in [turn for turn in queue if not turn.alone]:
            waiting.setdefault(turn.pending.sha256, []).append(turn)
            queue.remove(turn)
        self._adopt(waiting)
        read: set[str] = set()
        lost = 0
        while waiting:
            there = open_batches(self.ledger).items()
            ours = [batch_id for batch_id, requests in there if batch_id not in read and waiting.keys() & set(requests)]
            if not ours:
                try:
                    ours = [self._create(waiting)]
                except AnswerLost:
                    lost += 1
                    if lost == TRIES:
                        raise
                    self._adopt(waiting)
                    continue
            for batch_id in ours:
                read.add(batch_id)
                yield from self._read(batch_id, waiting, queue)

    def have_begun(self, queue: deque[Turn]) -> bool:
        """Return whether a batch of an earlier run was asked any of what the queue waits for."""
        there = {request for requests in open_batches(self.ledger).values() for request in requests}
        return not (there | unaccounted_requests(self.ledger)[0]).isdisjoint(turn.pending.sha256 for turn in queue)

    def _adopt(self, waiting: Waiting) -> None:
        """Record a batch that was created but never recorded: in an earlier run, or a moment ago."""
        lost, since = unaccounted_requests(self.ledger)
        lost &= waiting.keys()
        if not lost or since is None:
            return
        known = frozenset(known_batches(self.ledger))
        found = self.driver.run(
            find_batches,
            f"look for a batch of {len(lost)} requests",
            self.service,
            since - _CLOCKS_DIFFER,
            frozenset(lost),
            known,
        )
        for batch in found:
            add_batch(self.ledger, str(batch["id"]), _read_time(str(batch["created_at"])), batch["custom_ids"])

    def _create(self, waiting: Waiting) -> str:
        """Create and record a batch of as many requests as the budget has room for, and return its id."""
        part: list[tuple[str, float]] = []
        outlay = 0.0
        for sha256, turns in list(waiting.items())[:_MOST_REQUESTS]:
            most = turns[0].pending.most_usd(batch=True)
            if not self.budget.has_room(outlay + most):
                break
            outlay += most
            part.append((sha256, most))
        if not part:
            request = next(iter(waiting.values()))[0].pending
            raise self.budget.refuse(request.question.label, request.most_usd(batch=True))
        reserve(self.ledger, part, batch=True)
        items = [(sha256, waiting[sha256][0].pending.batch_body) for sha256, _ in part]
        step = waiting[part[0][0]][0].pending.question.step
        batch = self.driver.run(create_batch, f"batch of {len(items)}: {step}", self.service, items)
        add_batch(self.ledger, str(batch["id"]), _read_time(str(batch["created_at"])), [sha for sha, _ in part])
        self.progress.say("asking", f"batch of {len(items)} requests ({step}), at half price; this can take a while")
        return str(batch["id"])

    def _read(self, batch_id: str, waiting: Waiting, queue: deque[Turn]) -> Iterator[Turn]:
        results = self.driver.run(await_batch, f"await batch {batch_id}", self.service, batch_id)
        ours = [result for result in results if result[0] in waiting]
        good = [(sha256, body) for sha256, status, body in ours if status == "succeeded"]
        failed = [(sha256, status) for sha256, status, _ in ours if status != "succeeded"]
        settle(self.ledger, [waiting[sha256][0].pending.settle(body, batch=True) for sha256, body in good])
        release(self.ledger, failed)
        if len(ours) == len(results):
            end_batch(self.ledger, batch_id)
        for sha256, _ in failed:
            for turn in waiting.pop(sha256):
                turn.alone = True
                queue.append(turn)
        for sha256, _ in good:
            yield from waiting.pop(sha256)


def _read_time(stamp: str) -> datetime:
    """Return an RFC 3339 time in UTC, without a zone, as the ledger keeps it."""
    time = datetime.fromisoformat(stamp)
    offset = time.utcoffset() or timedelta()
    return time.replace(tzinfo=None) - offset
