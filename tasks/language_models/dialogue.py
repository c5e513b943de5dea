"""Judgement by conversation: an analyst asks questions of a language model, and somebody else gets them answered.

A dialogue is a generator. It yields questions and remarks and returns what was asked of the analyst; it does no I/O, so
the flow can look an answer up, set money aside, send many questions in one batch, or play a recorded review again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from prefect import task
from prefect.cache_policies import NO_CACHE
from pydantic import BaseModel, ValidationError

from tasks.language_models.anthropic import messages
from tasks.language_models.anthropic.messages import LanguageService, send_message
from tasks.metadata.fields import entry
from tasks.prompts import Effort, Tier, read_prompt

_FIRST_WAIT, _LONGEST_WAIT = 0.2, 60.0  # seconds between two looks at a batch
_PAUSE, _LONGEST_PAUSE = 0.5, 30.0  # seconds after an answer was lost


@task(tags=["anthropic"], cache_policy=NO_CACHE, persist_result=False)
def ask_model(service: LanguageService, body: dict[str, Any], lost: int = 0) -> dict[str, Any]:
    """Return the message that answers a request, as the service's JSON; after answers were lost, it waits first."""
    if lost:
        time.sleep(min(_PAUSE * 2**lost, _LONGEST_PAUSE))
    return asyncio.run(send_message(service, body))


@task(tags=["anthropic"], cache_policy=NO_CACHE, persist_result=False)
def create_batch(service: LanguageService, items: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Return the batch made of requests by custom id."""
    return asyncio.run(messages.create_batch(service, items))


@task(cache_policy=NO_CACHE, persist_result=False)
def find_batches(
    service: LanguageService, since: datetime, wanted: frozenset[str], known: frozenset[str]
) -> list[dict[str, Any]]:
    """Return the batches created since (UTC) that are made of the wanted requests, each with its `custom_ids`.

    Only results tell what a batch was made of, so one of the right size, known to nobody, is awaited.
    """
    return asyncio.run(_find_batches(service, since, wanted, known))


async def _find_batches(
    service: LanguageService, since: datetime, wanted: frozenset[str], known: frozenset[str]
) -> list[dict[str, Any]]:
    found = []
    for batch in await messages.list_batches(service, since):
        if batch["id"] in known or sum(batch["request_counts"].values()) != len(wanted):
            continue
        custom_ids = [custom_id for custom_id, _, _ in await _await_results(service, str(batch["id"]))]
        if wanted.intersection(custom_ids):
            found.append(batch | {"custom_ids": custom_ids})
    return found


@task(cache_policy=NO_CACHE, persist_result=False)
def await_batch(service: LanguageService, batch_id: str) -> list[tuple[str, str, Any]]:
    """Return the results of a batch once it has ended: (custom id, succeeded / errored / expired, message or error)."""
    return asyncio.run(_await_results(service, batch_id))


async def _await_results(service: LanguageService, batch_id: str) -> list[tuple[str, str, Any]]:
    pause = _FIRST_WAIT
    while (batch := await messages.read_batch(service, batch_id))["processing_status"] != "ended":
        await asyncio.sleep(pause)
        pause = min(pause * 2, _LONGEST_WAIT)
    return await messages.read_results(service, batch_id, sum(entry(batch.get("request_counts")).values()))


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
