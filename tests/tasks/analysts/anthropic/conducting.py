"""Conducts an analyst's dialogue by hand: every question is answered by a function, every remark is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import orjson

from storage.records.evidence import STUDY_FIELDS
from tasks.language_models.dialogue import Answer, Dialogue, Question, Remark
from tests.benchmarks.servers.scripted.protocol import Asked, Script, read_blocks

Result = TypeVar("Result")
NOTHING = {"study": dict.fromkeys(STUDY_FIELDS), "own": []}
"""What a model extracts of a study that says nothing of itself."""


def conduct(
    dialogue: Dialogue[Result], answer: Callable[[Question], str | Answer]
) -> tuple[Result, list[Question], list[Remark]]:
    """Return what the dialogue ends with, its questions and its remarks, in order.

    `answer` gives a full Answer, or the text of one that ended by itself.
    """
    questions: list[Question] = []
    remarks: list[Remark] = []
    reply: Answer | None = None
    while True:
        try:
            said = dialogue.send(reply)
        except StopIteration as end:
            return end.value, questions, remarks
        if isinstance(said, Remark):
            remarks.append(said)
            reply = None
        else:
            questions.append(said)
            given = answer(said)
            reply = given if isinstance(given, Answer) else Answer(given, "end_turn")


def play(scripts: Mapping[str, Script]) -> Callable[[Question], str]:
    """Return what answers a question by the script of its form, as the loopback server would."""

    def answer(question: Question) -> str:
        title = question.answer.__name__
        blocks = read_blocks(f"{question.shared}\n{question.data}")
        schema = question.answer.model_json_schema()
        asked = Asked(title, question.instructions, blocks, question.answer_tokens, schema)
        return orjson.dumps(scripts[title](asked)).decode()

    return answer
