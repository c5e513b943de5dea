"""Reading JSON that may hold anything: the wrong type counts as absent."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import orjson

from tasks.text.cleaning import clean_text

_LARGEST = 10**12


def decode_json(text: str) -> Any:
    """Return the value of a JSON text; lone surrogates in it become "?", NaN and infinities null.

    Raises:
        ValueError: the text is not JSON, or nested too deeply.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
    try:
        value = json.loads(text, parse_constant=lambda _: None)
        return orjson.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def entry(value: object) -> Mapping[str, Any]:
    """Return the value if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def entries(value: object) -> list[Mapping[str, Any]]:
    """Return the objects of the value if it is a list, else none."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def number(value: object) -> float:
    """Return a number, also one written as text; 0 for anything else (and for NaN and infinities)."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return 0.0
    try:
        result = float(value)
    except (ValueError, OverflowError):
        return 0.0
    return result if math.isfinite(result) else 0.0


def count(value: object) -> int:
    """Return a whole number of 0 or more, also one written as text; 0 for anything else."""
    return int(min(max(number(value), 0), _LARGEST))


def plain(value: object) -> str | None:
    """Return a volume, page or similar label as text (numbers too), None when empty or of another type."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    return clean_text(str(value), 100) or None
