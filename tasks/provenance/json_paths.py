"""Following a path into JSON of any shape, and writing the path that was taken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_STEP = re.compile(r"([^.\[\]]+)|\[(\*|\d+)\]")
_MEMBER = re.compile(r"\.([A-Za-z_][A-Za-z0-9_]*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MOST_ITEMS = 10_000


def extend_path(path: str, step: str | int) -> str:
    """Return the JSONPath (RFC 9535) of a member or an element: ``$.title``, ``$['container-title'][0]``."""
    if isinstance(step, int):
        return f"{path}[{step}]"
    if _IDENTIFIER.fullmatch(step):
        return f"{path}.{step}"
    quoted = step.replace("\\", "\\\\").replace("'", "\\'")
    return f"{path}['{quoted}']"


def resolve(value: Any, path: str) -> Any:
    """Return what stands at a path as `extend_path` writes it, None where nothing does."""
    place = 1
    while place < len(path):
        match = _MEMBER.match(path, place)
        if match is None:
            return None
        name, quoted, number = match.groups()
        step: str | int = int(number) if number else name or re.sub(r"\\(.)", r"\1", quoted)
        is_there = step in value if isinstance(value, Mapping) else isinstance(value, list)
        if not is_there or (isinstance(value, list) and not (isinstance(step, int) and step < len(value))):
            return None
        value, place = value[step], match.end()
    return value


def follow(value: Any, template: str, path: str = "$") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) for all that a template like ``issued.date-parts[0][0]`` or ``ISBN[*]`` reaches.

    Steps that do not fit the value's type reach nothing. A ``[*]`` takes at most 10,000 elements.
    """
    steps = [match[1] or (match[2] if match[2] == "*" else int(match[2])) for match in _STEP.finditer(template)]
    return _follow(value, steps, path)


def _follow(value: Any, steps: list[str | int], path: str) -> Iterator[tuple[str, Any]]:
    if not steps:
        yield path, value
        return
    step, rest = steps[0], steps[1:]
    if step == "*" and isinstance(value, list):
        for place, item in enumerate(value[:_MOST_ITEMS]):
            yield from _follow(item, rest, extend_path(path, place))
        return
    has_element = isinstance(step, int) and isinstance(value, list) and step < len(value)
    if has_element or (isinstance(value, Mapping) and step in value):
        yield from _follow(value[step], rest, extend_path(path, step))
