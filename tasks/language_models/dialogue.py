"""Judgement by conversation: an analyst asks a language model questions, and another part gets them answered.

A dialogue is a generator. It yields questions and remarks and returns the analyst's result; it does no I/O, so the flow
can look an answer up, reserve money, send many questions in one batch, or replay a recorded review.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

from pydantic import BaseModel

from tasks.language_models.replies import goes_in_circles, read_reply
from tasks.prompts import Effort, Tier, read_prompt

Result = TypeVar("Result")
Reply = TypeVar("Reply", bound=BaseModel)

WHOLE = "Do the whole task again, without these faults, and leave as it was what nothing is said against."
SET_ASIDE = "set_aside"
"""In place of why a model stopped: it was not asked, since it answered nothing of what it was asked before."""
UNANSWERED = "not answered"
"""How the kind of a remark ends that says that a question has no valid answer."""
_MOST_REASONS = 12
_LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Question:
    """One request to a language model, before a model is chosen for its tier.

    `instructions` come from a prompt file (`tasks.prompts`) and contain no text from outside. `shared` and `data` are
    texts made by `tasks.language_models.data_blocks` and hold everything dynamic: `shared` is the same for all
    questions of a fan-out, so that it is cached with the instructions. `answer_tokens` is the most that the answer can
    take, not counting thinking. `correction` says why an earlier answer was rejected, one reason per line; it is sent
    as data, as it quotes that answer, after the `rejected` answer itself and with what is `wanted` now; a model of the
    tier `mender` is asked for it. `task` is repeated after the data. `label` names the task run. `step` is the prompt
    file's name, `phase` the flow that asks.
    """

    step: str
    phase: str
    tier: Tier
    mender: Tier
    effort: Effort
    instructions: str
    prompt_sha256: str
    data: str
    answer: type[BaseModel]
    answer_tokens: int
    label: str
    task: str = ""
    shared: str = ""
    correction: str = ""
    rejected: str = ""
    wanted: str = ""


def pose(
    step: str,
    *,
    data: str,
    answer: type[BaseModel],
    answer_tokens: int,
    label: str,
    shared: str = "",
    values: Mapping[str, int | str] | None = None,
    addition: str = "",
) -> Question:
    """Return the question that the named prompt asks about data, its placeholders filled with `values`.

    An `addition` names a prompt file that goes on where that one ends.
    """
    prompt = read_prompt(step, addition)
    return Question(
        step=step,
        phase=prompt.phase,
        tier=prompt.tier,
        mender=prompt.mender,
        effort=prompt.effort,
        instructions=prompt.fill(values),
        prompt_sha256=prompt.sha256,
        data=data,
        answer=answer,
        answer_tokens=answer_tokens,
        label=label,
        task=prompt.task,
        shared=shared,
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said: its text, why it stopped, and whether it tried to call a tool although none was offered."""

    text: str
    stop_reason: str
    called_tool: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the reader should know although it did not stop the run: goes to the table `problem`."""

    kind: str
    message: str
    work_id: str | None = None


Dialogue: TypeAlias = Generator[Question | Remark, Answer | None, Result]
# What a method of an analyst returns: its result, or the conversation that leads to it.
Asked: TypeAlias = Result | Dialogue[Result]
Check = Callable[[Reply], list[str]]


@dataclass(frozen=True, slots=True)
class Mending(Generic[Reply]):
    """How an answer of many items is mended: what is requested again, and the first answer joined with the second."""

    wanted: str
    join: Callable[[Reply, Reply], Reply]


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Reply]):
    """The outcome of a question: the valid answer, or all answers that at least had the form, and why none is valid.

    `refused` says that the model would not answer or is asked no more, `silent` that it said nothing at all, as where
    the question was too long for it.
    """

    valid: Reply | None
    formed: tuple[Reply, ...] = ()
    why: str = ""
    refused: bool = False
    silent: bool = False


def pursue(
    question: Question, form: type[Reply], check: Check[Reply], mending: Mending[Reply] | None = None
) -> Dialogue[Outcome[Reply]]:
    """Return the outcome of a question, asked once more with the answer and the reasons if the first is not valid.

    An answer is valid if it is JSON of the given `form`, complete, without a tool call, and `check` has no objection
    (our own sentences; any quotes from the answer are treated as data). With a `mending` only the items objected to are
    requested again, and the joined answer is checked. After a refusal the question is not repeated, nor where the model
    was set aside or went in circles.
    """
    asked, why, silent = question, "", True
    formed: list[Reply] = []
    for _ in range(2):
        answer = yield asked
        if answer is None:
            raise RuntimeError("a question was not answered")
        if answer.stop_reason == "refusal":
            return Outcome(None, tuple(formed), "the model refused", refused=True)
        if answer.stop_reason == SET_ASIDE:
            return Outcome(None, tuple(formed), "the model had been set aside", refused=True)
        silent &= not answer.text
        reply, reasons = _read(answer, form)
        if reply is None and answer.stop_reason == "max_tokens" and goes_in_circles(answer.text):
            return Outcome(None, tuple(formed), "the answer went in circles until it was cut")
        if reply is not None:
            reply = mending.join(formed[-1], reply) if mending and formed else reply
            reasons = [*reasons, *check(reply)]
            if not reasons:
                return Outcome(reply)
            formed.append(reply)
        reasons = _bound(reasons)
        # Reasons may quote the answer, so the model gets them as data, and readers do not get them.
        why = f"no valid answer in two, {len(reasons)} objections to the last"
        asked = replace(
            question,
            tier=question.mender,
            answer_tokens=question.answer_tokens * (2 if answer.stop_reason == "max_tokens" else 1),
            correction="\n".join(reasons),
            rejected=answer.text if answer.stop_reason == "end_turn" and not answer.called_tool else "",
            wanted=mending.wanted if mending and reply is not None else WHOLE,
        )
    return Outcome(None, tuple(formed), why, silent=silent)


def ask(
    question: Question, form: type[Reply], check: Check[Reply], work_id: str | None = None
) -> Dialogue[Reply | None]:
    """Return the valid answer to a question, as `pursue` gets it; without one a remark says why."""
    outcome = yield from pursue(question, form, check)
    if outcome.valid is None:
        yield Remark(f"{question.step} {UNANSWERED}", f"{question.label}: {outcome.why}", work_id)
    return outcome.valid


def ask_leniently(
    question: Question,
    form: type[Reply],
    check: Check[Reply],
    work_id: str | None = None,
    mending: Mending[Reply] | None = None,
) -> Dialogue[Reply | None]:
    """Return the valid answer to a question or, without one, the answer of that form with the fewest objections.

    The caller keeps what it can of the latter, and a remark says that it is incomplete. None if no answer had the form.
    """
    outcome = yield from pursue(question, form, check, mending)
    if outcome.valid is not None:
        return outcome.valid
    best = min(outcome.formed, key=lambda reply: len(check(reply)), default=None)
    kind = UNANSWERED if best is None else "answered with faults"
    yield Remark(f"{question.step} {kind}", f"{question.label}: {outcome.why}", work_id)
    return best


def _read(answer: Answer, form: type[Reply]) -> tuple[Reply | None, list[str]]:
    if answer.called_tool:
        return None, ["a tool was called, and none is offered"]
    return read_reply(answer.text, answer.stop_reason, form)


def _bound(reasons: list[str]) -> list[str]:
    return [reason[:_LONGEST_REASON] for reason in reasons[:_MOST_REASONS]]
