"""The table of language models: which model answers for which tier, what it accepts, what it costs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from storage.core.errors import InputError
from tasks.prompts import Tier

Thinking = Literal["always", "adaptive", "budget", "none"]

_SETTING = "LITREVIEW_MODEL_TABLE"
_LEAST_BUDGET = 1024  # tokens; the API refuses less


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
