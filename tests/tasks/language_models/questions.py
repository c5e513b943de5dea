"""A question to put to every model, with and without a beginning that a fan-out has in common."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tasks.language_models.data_blocks import write_block
from tasks.language_models.dialogue import Question
from tasks.prompts import Effort

EFFORTS: tuple[Effort, ...] = ("low", "medium", "high")


class Verdict(BaseModel):
    """One judgement, with what the API cannot bound by itself."""

    model_config = ConfigDict(extra="forbid")

    work_id: str = Field(max_length=20)
    score: float = Field(ge=0, le=1)
    side: Literal["for", "against"]
    note: str | None = Field(default=None, description="why")


class Verdicts(BaseModel):
    """The form of answer that the tests ask for."""

    model_config = ConfigDict(extra="forbid")

    verdicts: list[Verdict] = Field(min_length=2, max_length=30)


def put(
    effort: Effort = "low", *, shared: str = "", work: str = "W1", correction: str = "", answer_tokens: int = 500
) -> Question:
    """Return a question about one work; `shared` is the topic that the fan-out has in common, if any."""
    return Question(
        step="relevance",
        phase="screening",
        tier="haiku",
        mender="haiku",
        effort=effort,
        instructions="Judge each work by what its title and abstract say. " * 20,
        prompt_sha256="0" * 64,
        data=write_block(
            "works", [{"id": work, "title": "Sleep and memory"}, {"id": f"{work}0", "title": "Naïve 記憶"}]
        ),
        answer=Verdicts,
        answer_tokens=answer_tokens,
        label="relevance",
        shared=write_block("review", {"topic": shared}) if shared else "",
        correction=correction,
    )


LONG_TOPIC = "how sleep consolidates memory in people of every age, " * 400
