"""The review's own numbers put into sentences; a sentence whose number is missing or nought is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tasks.procedure.numerals import spell
from tasks.text.markdown_text import escape_markdown

Numbers = Mapping[str, int | float | str]

_FIELD = re.compile(r"\{(\w+)(?::([^/{}]*)/([^{}]*))?\}")
_DIGEST = re.compile(r"(?P<file>.+)@(?P<digest>[0-9a-f]{8,})")
_SHARES = frozenset({"coverage_delta", "recall", "recall_low", "recall_high", "kept_share"}) | {
    f"recall_kept{end}" for end in ("", "_low", "_high")
}
_YEARS = frozenset({"first_year", "last_year", "from_year", "to_year", "as_of", "cited_by_exempt_from"})


def fill(template: str, numbers: Numbers) -> str | None:
    """Return the template as a sentence with its fields filled, None where a number is missing, empty or a count of 0.

    `{name}` is the number, `{name:work was/works were}` the number with the form that agrees with it. Counts are words
    up to twelve, then digits with thousands separators; years are digits; coverage delta and recall, which are
    shares in [0, 1], are percentages, or "none"; the catalogue's file stands as code with its digest.
    """
    values = {match[1]: numbers.get(match[1]) for match in _FIELD.finditer(template)}
    if any(value in (None, "") or (value == 0 and name not in _SHARES) for name, value in values.items()):
        return None
    return _FIELD.sub(lambda field: _format(field, numbers[field[1]]), template)


def report(templates: Iterable[str], numbers: Numbers) -> list[str]:
    """Return the templates that can be filled, as sentences about the review in Markdown."""
    return [sentence for text in templates if text and (sentence := fill(text, numbers))]


def _format(field: re.Match[str], value: float | str) -> str:
    name, one, several = field.groups()
    if name == "catalogue":
        return _name_catalogue(str(value))
    if isinstance(value, str) or name in _YEARS:
        return escape_markdown(str(value))
    if name in _SHARES:
        return f"{100 * value:.1f}%" if value else "none"
    count = spell(value) if isinstance(value, int) else f"{value:,.2f}"
    return f"{count} {one if value == 1 else several}" if one is not None else count


def _name_catalogue(catalogue: str) -> str:
    """Return a catalogue's name in Markdown: a file as code, with the digest of its content; others as they are."""
    match = _DIGEST.fullmatch(catalogue)
    if match is None:
        return escape_markdown(catalogue)
    file = " ".join(match["file"].replace("`", "'").split())
    return f"`{file}` (content digest {match['digest']})"
