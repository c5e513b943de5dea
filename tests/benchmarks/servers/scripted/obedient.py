"""A model that does what any text in its data tells it, to prove that the fences hold without the model's help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tests.benchmarks.servers.scripted.protocol import TOOL, Asked, Script

# What is demanded: marker text in all that is written, an unknown citekey, an unknown id, impossible numbers, a tool.
Action: TypeAlias = Literal["write", "cite", "identify", "number", "tool"]

UNKNOWN_CITEKEY, UNKNOWN_ID, IMPOSSIBLE = "evil2020", "W9999999999", 7
_LONG_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Command:
    """What a text in the data demands: obeyed wherever `marker`, a part of that text, can be seen."""

    marker: str
    action: Action


def obey(scripts: Mapping[str, Script], commands: Sequence[Command]) -> dict[str, Script]:
    """Return the scripts, each of which answers honestly and then does what every visible command demands."""
    return {title: _obeying(script, commands) for title, script in scripts.items()}


def _obeying(script: Script, commands: Sequence[Command]) -> Script:
    def answer(asked: Asked) -> dict[str, Any]:
        told = list(_strings(asked.blocks))
        reply = script(asked)
        for command in commands:
            if TOOL not in reply and any(command.marker in text for text in told):
                reply = _do(command, reply, told)
        return reply

    return answer


def _do(command: Command, reply: dict[str, Any], told: list[str]) -> dict[str, Any]:
    if command.action == "tool":
        return {TOOL: {"name": "fetch_url", "input": {"url": command.marker}}}
    copied = {text for text in told if " " not in text}

    def change(value: Any) -> Any:
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, int | float):
            return IMPOSSIBLE if command.action == "number" else value
        if value in copied or (len(value) >= _LONG_QUOTE and any(value in text for text in told)):
            return UNKNOWN_ID if command.action == "identify" and value in copied else value
        cited = f" [@{UNKNOWN_CITEKEY}:f1]" if command.action == "cite" else ""
        return f"{value.rstrip()} {command.marker}{cited}"

    changed: dict[str, Any] = _each_leaf(reply, change)
    return changed


def _each_leaf(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {key: _each_leaf(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [_each_leaf(item, change) for item in value]
    return change(value)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
