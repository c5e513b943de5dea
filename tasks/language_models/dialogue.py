"""Judgement by conversation: an analyst asks questions of a language model, and somebody else gets them answered.

A dialogue is a generator. It yields questions and remarks and returns what was asked of the analyst; it does no I/O, so
the flow can look an answer up, set money aside, send many questions in one batch, or play a recorded review again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from tasks.prompts import Effort, Tier, read_prompt

Result = TypeVar("Result")
Reply = TypeVar("Reply", bound=BaseModel)

_MOST_REASONS = 12
_LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Question:
    """One request to a language model, before a model is chosen for its tier.

    `instructions` come from a prompt file (`tasks.prompts`) and hold nothing that others wrote. `shared` and `data` are
    texts made by `tasks.language_models.data_blocks`, where everything dynamic stands: `shared` is the same for all
    questions of a fan-out, so that it is cached with the instructions. `answer_tokens` is the most that the answer can
    take, thinking apart. `correction` says why an earlier answer was rejected, one reason a line; it is sent as data,
    as it cites that answer. `label` names the task run. `step` is the prompt file's name, `phase` the flow that asks.
    """

    step: str
    phase: str
    tier: Tier
    effort: Effort
    instructions: str
    prompt_sha256: str
    data: str
    answer: type[BaseModel]
    answer_tokens: int
    label: str
    shared: str = ""
    correction: str = ""


def pose(
    step: str,
    *,
    data: str,
    answer: type[BaseModel],
    answer_tokens: int,
    label: str,
    shared: str = "",
    values: Mapping[str, int | str] | None = None,
) -> Question:
    """Return the question that the prompt of this name asks, its placeholders filled with `values`, about data."""
    prompt = read_prompt(step)
    return Question(
        step=step,
        phase=prompt.phase,
        tier=prompt.tier,
        effort=prompt.effort,
        instructions=prompt.fill(values),
        prompt_sha256=prompt.sha256,
        data=data,
        answer=answer,
        answer_tokens=answer_tokens,
        label=label,
        shared=shared,
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said: its text, why it stopped, and whether it tried to call a tool that nobody offered."""

    text: str
    stop_reason: str
    called_tool: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the reader should know although it ended nothing: goes to the table `problem`."""

    kind: str
    message: str
    work_id: str | None = None


Dialogue: TypeAlias = Generator[Question | Remark, Answer | None, Result]
# What a method of an analyst returns: its result, or the conversation that leads to it.
Asked: TypeAlias = Result | Dialogue[Result]
Check = Callable[[Reply], list[str]]


def ask(
    question: Question, form: type[Reply], check: Check[Reply], work_id: str | None = None
) -> Dialogue[Reply | None]:
    """Return the valid answer to a question, asked once more with the reasons if the first one was not; else None.

    An answer is valid when it is the JSON of `form`, ended by itself, called no tool, and `check` has no objection
    (sentences of ours; what they cite of the answer is treated as data). A refusal is not asked again. Without a valid
    answer a remark says why, and the caller goes on without.
    """
    asked, outcome = question, ""
    for _ in range(2):
        answer = yield asked
        if answer is None:
            raise RuntimeError("a question was not answered")
        reply, reasons = _read(answer, form, check)
        if reply is not None:
            return reply
        if answer.stop_reason == "refusal":
            outcome = "the model refused"
            break
        # What is wrong may cite the answer, so it is told to the model as data, and to no reader.
        outcome = f"no valid answer in two, {len(reasons)} objections to the last"
        more = 2 if answer.stop_reason == "max_tokens" else 1
        asked = replace(question, answer_tokens=question.answer_tokens * more, correction="\n".join(reasons))
    yield Remark(f"{question.step} not answered", f"{question.label}: {outcome}", work_id)
    return None


def _read(answer: Answer, form: type[Reply], check: Check[Reply]) -> tuple[Reply | None, list[str]]:
    if answer.stop_reason == "refusal":
        return None, ["the model refused"]
    if answer.called_tool:
        return None, ["a tool was called, and none is offered"]
    if answer.stop_reason != "end_turn":
        return None, [f"the answer was cut ({answer.stop_reason}); be briefer"]
    try:
        reply = form.model_validate_json(answer.text)
    except ValidationError as error:
        return None, _bound([f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()])
    reasons = check(reply)
    return (None, _bound(reasons)) if reasons else (reply, [])


def _bound(reasons: list[str]) -> list[str]:
    return [reason[:_LONGEST_REASON] for reason in reasons[:_MOST_REASONS]]
