"""Keys kept in Secret blocks of the Prefect server, for keys that the environment of a run lacks."""

from __future__ import annotations

from typing import cast

from prefect.blocks.system import Secret
from prefect.context import FlowRunContext
from pydantic import JsonValue, SecretStr

from tasks.environment.settings import SECRETS, Settings


def add_secrets(settings: Settings) -> Settings:
    """Return the settings with the keys that only Secret blocks hold; without a flow run no blocks are asked for.

    A block is named after its variable, in lower case and with dashes: ``anthropic-api-key`` for ANTHROPIC_API_KEY.
    The environment takes precedence.
    """
    if FlowRunContext.get() is None:
        return settings
    missing = {name: block for name, block in SECRETS.items() if not settings.holds(name)}
    found = {name: SecretStr(value) for name, block in missing.items() if (value := _read(block))}
    return settings.model_copy(update=found)


def _read(block: str) -> str | None:
    try:
        value = cast("Secret[JsonValue]", Secret.load(block)).get()
    except ValueError:
        return None  # there is no such block
    return value if isinstance(value, str) else None
