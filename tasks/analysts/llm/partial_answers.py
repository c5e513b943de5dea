"""Answers of many parts: what is good in an answer that was objected to twice is not thrown away."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from tasks.language_models.dialogue import Check, Dialogue, Question, ask

Reply = TypeVar("Reply", bound=BaseModel)


def ask_leniently(
    question: Question, form: type[Reply], check: Check[Reply], work_id: str | None = None
) -> Dialogue[Reply | None]:
    """Return the valid answer to a question or, without one, the answer of that form with the fewest objections.

    The caller keeps what it can of the latter; the remark of `ask` tells the objections. None if no answer had the
    form.
    """
    objected: list[tuple[int, Reply]] = []

    def remember(reply: Reply) -> list[str]:
        reasons = check(reply)
        objected.append((len(reasons), reply))
        return reasons

    valid = yield from ask(question, form, remember, work_id)
    if valid is not None or not objected:
        return valid
    return min(objected, key=lambda kept: kept[0])[1]
