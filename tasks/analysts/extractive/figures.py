"""The review's own numbers put into sentences; a sentence whose number is missing is left out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tasks.analysts.extractive.passages import Line, state

Numbers = Mapping[str, int | float | str]

_FIELD = re.compile(r"\{(\w+)\}")
_SHARES = frozenset({"coverage_delta"})
_YEARS = frozenset({"first_year", "last_year", "from_year", "to_year", "as_of"})


def fill(template: str, numbers: Numbers) -> str:
    """Return the template with its `{name}` fields filled, or an empty string where a number is missing or empty.

    Counts get thousands separators, years none; the coverage delta, a share in [0, 1], becomes a percentage.
    """
    if any(numbers.get(name) in (None, "") for name in _FIELD.findall(template)):
        return ""
    return _FIELD.sub(lambda name: _format(name.group(1), numbers[name.group(1)]), template)


def report(templates: str, numbers: Numbers) -> list[Line]:
    """Return the templates (one a line) that can be filled, as sentences about the review."""
    return [state(text) for template in templates.strip().splitlines() if (text := fill(template, numbers))]


def _format(name: str, value: float | str) -> str:
    if isinstance(value, str) or name in _YEARS:
        return str(value)
    if name in _SHARES:
        return f"{100 * value:.1f}%"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
