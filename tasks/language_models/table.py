"""The table of language models: which model answers for which tier, what it accepts, what it costs.

What an answer cost, and the most that a request can cost before it is sent.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from storage.core.errors import InputError
from tasks.metadata.fields import count, entry
from tasks.prompts import Tier

Thinking = Literal["always", "adaptive", "budget", "none"]

_SETTING = "LITREVIEW_MODEL_TABLE"
_LEAST_BUDGET = 1024  # tokens; the API rejects fewer


class Model(BaseModel):
    """One row of the table; prices are dollars per million tokens, what the fields mean stands in ``models.toml``."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    id: str = Field(min_length=1)
    input_usd: float = Field(ge=0)
    output_usd: float = Field(ge=0)
    cache_write_5m_usd: float = Field(ge=0)
    cache_write_1h_usd: float = Field(ge=0)
    cache_read_usd: float = Field(ge=0)
    large_prompt_tokens: int | None = Field(default=None, gt=0)
    large_prompt_factor: float = Field(default=1.0, ge=1)
    context_tokens: int = Field(gt=0)
    output_tokens: int = Field(gt=0)
    cacheable_tokens: int = Field(default=1024, gt=0)
    thinking: Thinking = "none"
    budget_tokens: int = Field(default=8000, ge=_LEAST_BUDGET)
    effort: tuple[str, ...] = ()
    forced_tools: bool = True

    @model_validator(mode="after")
    def _leave_room(self) -> Model:
        """Refuse a thinking budget that leaves nothing to answer with."""
        if self.thinking == "budget" and self.budget_tokens >= self.output_tokens:
            raise ValueError("budget_tokens must be less than output_tokens")
        return self


def choose_models(ids: Mapping[Tier, str], extra: Path | None = None) -> dict[Tier, Model]:
    """Return the model of every tier: the one `ids` names for it, else the table's default.

    Rows of the TOML file `extra` (``[models.<id>]``, fields as in ``models.toml``) come before rows of the table.

    Raises:
        InputError: an id is in no table, or the file cannot be read or has a wrong row.
    """
    table = _read_own()
    models = read_table() | (_read_rows(_load(extra), str(extra)) if extra else {})
    chosen: dict[Tier, Model] = {}
    for tier in get_args(Tier):
        name = ids.get(tier) or table["defaults"][tier]
        if name not in models:
            raise InputError(
                f"the model '{name}' (LITREVIEW_MODEL_{tier.upper()}) is in no table; choose one of "
                f"{', '.join(sorted(models))}, or add its row to a TOML file that the setting {_SETTING} names"
            )
        chosen[tier] = models[name]
    return chosen


def read_table() -> dict[str, Model]:
    """Return the models of ``models.toml`` by id."""
    return _read_rows(_read_own(), "models.toml")


def _read_own() -> dict[str, Any]:
    return tomllib.loads(files("tasks.language_models").joinpath("models.toml").read_text(encoding="utf-8"))


def _read_rows(table: Mapping[str, Any], name: str) -> dict[str, Model]:
    rows = table.get("models")
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        raise InputError(f"the model table '{name}' has no rows; write one as [models.\"its id\"] with its fields")
    models = {}
    for key, row in rows.items():
        try:
            models[key] = Model.model_validate({**row, "id": key})
        except ValidationError as error:
            wrong = error.errors()[0]
            field = ".".join(str(part) for part in wrong["loc"]) or "row"
            raise InputError(
                f"the model table '{name}' is wrong at [models.{key}] {field} ({wrong['msg'].lower()}); correct it"
            ) from error
    return models


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(
            f"the model table '{path}' cannot be read ({reason}); correct the file or the setting {_SETTING}"
        ) from error


_MILLION = 1_000_000
_BATCH_SHARE = 0.5  # of every price
_LEAST_BYTES_PER_TOKEN = 2
_OWN_TOKENS = 1_000  # added by the API itself, for instance to describe the answer's form; about 200 were recorded


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one answer as the API counts them: `input` is neither read from nor written to the cache.

    `output` includes `thinking`.
    """

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write_5m: int = 0
    cache_write_1h: int = 0
    thinking: int = 0

    @property
    def prompt(self) -> int:
        """Return the tokens of the whole prompt, however each was paid for."""
        return self.input + self.cache_read + self.cache_write_5m + self.cache_write_1h

    @classmethod
    def read(cls, usage: object) -> Usage:
        """Return the tokens stated in the `usage` of a message; missing ones are 0.

        A cache write without a stated lifetime counts as the more expensive one.
        """
        stated = entry(usage)
        written = entry(stated.get("cache_creation"))
        short = count(written.get("ephemeral_5m_input_tokens"))
        long = count(written.get("ephemeral_1h_input_tokens"))
        return cls(
            input=count(stated.get("input_tokens")),
            output=count(stated.get("output_tokens")),
            cache_read=count(stated.get("cache_read_input_tokens")),
            cache_write_5m=short,
            cache_write_1h=max(long, count(stated.get("cache_creation_input_tokens")) - short),
            thinking=count(entry(stated.get("output_tokens_details")).get("thinking_tokens")),
        )


def price(usage: Usage, model: Model, *, batch: bool = False) -> float:
    """Return what an answer cost, in dollars."""
    dollars = (
        usage.input * model.input_usd
        + usage.output * model.output_usd
        + usage.cache_read * model.cache_read_usd
        + usage.cache_write_5m * model.cache_write_5m_usd
        + usage.cache_write_1h * model.cache_write_1h_usd
    )
    return dollars / _MILLION * _choose_factor(usage.prompt, model) * (_BATCH_SHARE if batch else 1.0)


def most_usd(body: Mapping[str, Any], model: Model, *, batch: bool = False) -> float:
    """Return the most that a request can cost, in dollars: it is set aside before the request is sent.

    A token counts as two bytes of the request's JSON: English takes about four bytes per token, and dense text (ids,
    numbers, other scripts) is a small part of a request whose names, escapes and punctuation are counted too. All of
    the prompt is assumed to be written to the cache if any is marked for it, and all of `max_tokens` to be used.
    """
    prompt = len(orjson.dumps(body)) // _LEAST_BYTES_PER_TOKEN + _OWN_TOKENS
    prices = [model.input_usd] + [
        model.cache_write_1h_usd if block["cache_control"].get("ttl") == "1h" else model.cache_write_5m_usd
        for block in [*body["system"], *(block for message in body["messages"] for block in message["content"])]
        if "cache_control" in block
    ]
    dollars = (prompt * max(prices) + body["max_tokens"] * model.output_usd) / _MILLION
    return float(dollars * _choose_factor(prompt, model) * (_BATCH_SHARE if batch else 1.0))


def _choose_factor(prompt: int, model: Model) -> float:
    large = model.large_prompt_tokens is not None and prompt > model.large_prompt_tokens
    return model.large_prompt_factor if large else 1.0
