"""Conducting dialogues: each question is answered from the ledger, or paid for and asked, and its answer kept.

What was answered is never asked again: a dialogue starts over and finds its answers by the hashes of its requests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flows.language_models.batches import Batches
from flows.language_models.budget import Budget
from flows.language_models.single_requests import Singles, Turn
from flows.orchestration.progress import Progress
from storage.core.errors import RecordMissing
from storage.core.ledger import Ledger
from storage.runs.language_models import Settlement, find_answer, settle
from storage.runs.reviews import add_problem
from tasks.language_models.dialogue import SET_ASIDE, UNANSWERED, Answer, Dialogue, Question, Remark
from tasks.language_models.requests import Request, read_answer
from tasks.language_models.table import Model
from tasks.prompts import Tier

PATIENCE = 6
"""After how many dialogues in a row without a valid answer a model of the user's own is asked no more in a run."""
_REPORT_EACH = 25


@dataclass
class Gateway:
    """Conducts the dialogues of one review. Without `batches` every request is sent singly.

    With `recorded`, the answers of another review by request hash, nothing is asked: that review is replayed. With
    `patience` a model is set aside after so many dialogues in a row without a valid answer: what is on record holds,
    and nothing more is asked. `unanswered` counts them.
    """

    ledger: Ledger
    progress: Progress
    budget: Budget
    models: Mapping[Tier, Model]
    singles: Singles | None = None
    batches: Batches | None = None
    recorded: Mapping[str, Settlement] | None = None
    patience: int | None = None
    unanswered: int = 0

    def conduct(self, dialogues: Iterable[tuple[Any, Dialogue[Any]]]) -> Iterator[tuple[Any, Any]]:
        """Yield (key, result) of each dialogue as it ends; with patience, so many to their ends before others begin.

        Raises:
            BudgetExhausted: the next request may cost more than is left, and none is under way.
            RecordMissing: the review being replayed never asked this.
            SpendLimitReached, ServiceUnavailable, InputError: the service refuses; its earlier answers are kept.
        """
        waiting = iter(dialogues)
        while some := list(islice(waiting, self.patience)):
            yield from self._conduct(some)

    def _conduct(self, dialogues: Iterable[tuple[Any, Dialogue[Any]]]) -> Iterator[tuple[Any, Any]]:
        queue: deque[Turn] = deque()
        for key, dialogue in dialogues:
            turn = Turn(key, dialogue)
            self._advance(turn, None)
            if turn.request is None:
                yield turn.key, turn.result
            else:
                queue.append(turn)
        asked = len(queue)
        while queue:
            for answered, turn in enumerate(self._answer(queue), start=1):
                self._advance(turn, self._read(turn))
                if turn.request is None:
                    yield turn.key, turn.result
                else:
                    queue.append(turn)
                if answered % _REPORT_EACH == 0:
                    self.progress.say("asking", f"{answered} of {asked} answers")

    def _answer(self, queue: deque[Turn]) -> Iterator[Turn]:
        """Return an iterator over turns of the queue whose answers have been kept."""
        if self.batches and sum(not turn.alone for turn in queue) >= self.batches.least:
            return self._answer_together(self.batches, queue)
        if self.singles:
            return self.singles.answer(queue)
        raise RecordMissing(
            f"the recorded review holds no answer to '{queue[0].pending.question.label}'; replay it with the same "
            f"topic, options, catalogue and models, or unset LITREVIEW_REPLAY"
        )

    def _answer_together(self, batches: Batches, queue: deque[Turn]) -> Iterator[Turn]:
        """Yield turns that a batch answered, once the prefix that its requests share is in the cache.

        Requests of a batch are worked on side by side, and those that begin before the first has ended would each pay
        for writing the prefix; so one is asked before.
        """
        if self.singles and not batches.have_begun(queue):
            yield from self.singles.answer(self.singles.take_openers(queue, batches.least))
        yield from batches.answer(queue)

    def _advance(self, turn: Turn, answer: Answer | None) -> None:
        """Go on with a dialogue until it asks what the ledger cannot answer, or ends."""
        while True:
            try:
                said = turn.dialogue.send(answer)
            except StopIteration as end:
                turn.request, turn.result = None, end.value
                self._count(turn)
                return
            if isinstance(said, Remark):
                add_problem(self.ledger, "asking", said.kind, said.message, said.work_id)
                turn.unanswered |= said.kind.endswith(UNANSWERED)
                answer = None
                continue
            turn.request, kept = self._word(said)
            if kept is not None:
                answer = read_answer(kept)
            elif self.patience is not None and self.unanswered >= self.patience:
                answer = Answer("", SET_ASIDE)
            else:
                return

    def _count(self, turn: Turn) -> None:
        """Count dialogues in a row without a valid answer, and say so once the model is set aside."""
        if self.patience is None or self.unanswered >= self.patience:
            return
        self.unanswered = self.unanswered + 1 if turn.unanswered else 0
        if self.unanswered == self.patience:
            told = f"{self.patience} tasks in a row without a valid answer: the model is asked no more in this run"
            add_problem(self.ledger, "asking", "model set aside", told)
            self.progress.say("asking", told)

    def _word(self, question: Question) -> tuple[Request, str | None]:
        """Return the request that asks a question, with its answer if there already is one.

        An answer that the middle model gave in place of the largest, to save money, holds from then on.
        """
        request = Request(question, self.models[question.tier])
        kept = self._find(request.sha256)
        if kept is not None or question.tier != "opus":
            return request, kept
        cheaper = Request(question, self.models["sonnet"])
        kept = self._find(cheaper.sha256)
        saves = self.budget.saves("opus", request.most_usd(batch=False))
        return (cheaper if saves or kept is not None else request), kept

    def _find(self, sha256: str) -> str | None:
        kept = find_answer(self.ledger, sha256)
        if kept is None and self.recorded and sha256 in self.recorded:
            settle(self.ledger, [self.recorded[sha256]])
            return self.recorded[sha256].body
        return kept

    def _read(self, turn: Turn) -> Answer:
        kept = find_answer(self.ledger, turn.pending.sha256)
        if kept is None:
            raise RuntimeError("an answer was not kept")
        return read_answer(kept)
