"""Whole lines of Markdown that are metadata, code or markup, blanked so that nothing is looked for there."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Stands for a character that is not to be read; no letter, no space, and in no text.
NOTHING = "\x00"

_FENCE = re.compile(r"(?P<lead>[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
_DIVISION = re.compile(r" {0,3}:{3,}.*$")
_REFERENCE = re.compile(r" {0,3}\[(?![@^])[^\]]+\]:[ \t]+\S+.*$")
_EXAMPLE = re.compile(r"[ >]*(?:(?:[-*+]|\d{1,9}[.)])[ ]+)?(\(?@[\w-]*[.)])(?=\s|$)")
_LIST_MARK = re.compile(r"([ \t]*)(?:\[\^[^\]\s]+\]:|[-*+]|\(?(?:\d{1,9}|[A-Za-z]|#|@[\w-]*)[.)]|[:~])[ \t]+(?=\S)")
_HEADING = re.compile(r" {0,3}#{1,6}\s.*$")
_HEADING_ATTRIBUTES = re.compile(r"\{[^{}]*\}\s*$")
_CODE_INDENT = 4


def mask_blocks(markdown: str) -> str:
    """Return the text with metadata, code blocks, labels of example lists, reference definitions and fences blanked.

    Every line keeps its length and its end. An unclosed fence opens no code block.
    """
    lines = markdown.split("\n")
    masked = list(lines)
    place = _after_title(lines)
    _blank(masked, 0, place)
    content = 0
    unclosed: dict[str, int] = {}
    while place < len(lines):
        line = lines[place]
        blank_before = place == 0 or not lines[place - 1].strip()
        end = _after_metadata(lines, place) if blank_before else place
        end = end if end > place else _after_fence(lines, place, content, unclosed, blank_before=blank_before)
        if end > place:
            _blank(masked, place, end)
            place = end
            continue
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        follows = blank_before or bool(_HEADING.match(lines[place - 1])) or masked[place - 1].startswith(NOTHING)
        if line.strip():
            content = 0 if indent < content and blank_before else content
            if indent >= content + _CODE_INDENT and follows:
                _blank(masked, place, place + 1)
            else:
                masked[place] = _mask_line(line, starts=blank_before)
                mark = _LIST_MARK.match(line)
                content = _content_of(mark) if mark else content
        place += 1
    return "\n".join(masked)


def _content_of(mark: re.Match[str]) -> int:
    """Return the column where the text of a list item, or of a note, begins."""
    return _CODE_INDENT if "[^" in mark.group() else len(mark.group().expandtabs(4))


def _blank(lines: list[str], start: int, end: int) -> None:
    lines[start:end] = [NOTHING * len(line) for line in lines[start:end]]


def _mask_line(line: str, *, starts: bool) -> str:
    if _DIVISION.match(line) or (starts and _REFERENCE.match(line)):
        return NOTHING * len(line)
    if starts and (example := _EXAMPLE.match(line)):
        start, end = example.span(1)
        return f"{line[:start]}{NOTHING * (end - start)}{line[end:]}"
    if _HEADING.match(line) and (attributes := _HEADING_ATTRIBUTES.search(line)):
        return line[: attributes.start()] + NOTHING * (len(line) - attributes.start())
    return line


def _after_title(lines: Sequence[str]) -> int:
    """Return the line after a title block of ``%`` lines, 0 without one."""
    end = 0
    while end < len(lines) and (lines[end].startswith("%") or (end and lines[end].startswith(" "))):
        end += 1
    return end


def _after_metadata(lines: Sequence[str], start: int) -> int:
    """Return the line after a YAML block that starts here, `start` if none does."""
    if lines[start].rstrip() != "---" or not "".join(lines[start + 1 : start + 2]).strip():
        return start
    ends = (place for place in range(start + 1, len(lines)) if lines[place].rstrip() in {"---", "..."})
    return next(ends, start - 1) + 1


def _after_fence(
    lines: Sequence[str], start: int, content: int, unclosed: dict[str, int], *, blank_before: bool
) -> int:
    """Return the line after a fenced code block that starts here, `start` if none does.

    `unclosed` keeps the shortest fence of each sign that nothing closes any more, so that it is looked for once.
    """
    opening = _FENCE.match(lines[start])
    if opening is None or (opening["fence"][0] == "~" and not blank_before):
        return start
    if len(opening["lead"].expandtabs(4)) >= content + _CODE_INDENT:
        return start
    sign, length = opening["fence"][0], len(opening["fence"])
    if length >= unclosed.get(sign, length + 1):
        return start
    closing = re.compile(rf"[ \t>]*{sign}{{{length},}}\s*$")
    ends = (place for place in range(start + 1, len(lines)) if closing.match(lines[place]))
    end = next(ends, None)
    if end is None:
        unclosed[sign] = length
        return start
    return end + 1
