"""Where the references begin and end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.parsing.headings import name_section
from tasks.parsing.paragraphs import Paragraph

_NAMES = frozenset(
    """
    references|bibliography|literature cited|works cited|reference list|references and notes|references cited
    list of references|cited literature|literatur|literaturverzeichnis|r\u00e9f\u00e9rences|bibliographie
    referencias|bibliograf\u00eda|refer\u00eancias|referenser|bibliografia|riferimenti bibliografici
    """.strip()
    .replace("\n    ", "|")
    .split("|")
)
_AFTERWARDS = re.compile(
    r"^(?:appendi|supplement|supporting information|acknowledge?ment|author|figure legends|tables?$|funding|about the"
    r"|data availability|competing|conflict|anhang|annexe)"
)

_LONGEST_HEADING = 60
_PAGE_BREAK = "\f"


def is_reference_heading(text: str) -> bool:
    """Return whether a line is nothing but the heading of the references, in one of eight languages."""
    return name_section(text) in _NAMES


def ends_references(heading: str) -> bool:
    """Return whether a heading names what comes after references: an appendix, acknowledgements, legends."""
    return bool(_AFTERWARDS.match(name_section(heading)))


def cut_references(text: str) -> tuple[str, str]:
    """Return a text in lines without its references, and them: from the last line that is nothing but their heading.

    They end with the text, with a line that names what comes after, or, if their heading is Markdown, with the next of
    its level or above. Page breaks (form feeds on lines of their own) stay in the text.
    """
    lines = text.split("\n")
    start = next((number for number in reversed(range(len(lines))) if is_reference_heading(lines[number])), None)
    if start is None:
        return text, ""
    level = _count_marks(lines[start])
    stop = start + 1
    while stop < len(lines) and not _stops(lines[stop], level):
        stop += 1
    within = lines[start + 1 : stop]
    kept = [*lines[:start], *(line for line in within if line == _PAGE_BREAK), *lines[stop:]]
    return "\n".join(kept), "\n".join(line for line in within if line != _PAGE_BREAK).strip()


def _count_marks(line: str) -> int:
    return len(line) - len(line.lstrip("#"))


def _stops(line: str, level: int) -> bool:
    marks = _count_marks(line)
    is_above = bool(level) and 0 < marks <= level
    return is_above or (len(line) <= _LONGEST_HEADING and ends_references(line))


def split_references(pages: Sequence[Sequence[Paragraph]]) -> tuple[list[list[Paragraph]], list[Paragraph]]:
    """Return the pages without their references and the references, both in order, the heading with neither.

    The last heading of that name counts. They end with the document, with a heading that names what comes after, or
    with one set as theirs is.
    """
    places = [
        (page, place)
        for page, paragraphs in enumerate(pages)
        for place, paragraph in enumerate(paragraphs)
        if paragraph.heading_level and is_reference_heading(paragraph.text)
    ]
    if not places:
        return [list(page) for page in pages], []
    start = places[-1]
    heading = pages[start[0]][start[1]]
    body: list[list[Paragraph]] = []
    references: list[Paragraph] = []
    within = False
    for page, paragraphs in enumerate(pages):
        body.append([])
        for place, paragraph in enumerate(paragraphs):
            if (page, place) == start:
                within = True
                continue
            if within and paragraph.heading_level:
                alike = paragraph.style == heading.style and paragraph.bold == heading.bold
                within = not (ends_references(paragraph.text) or alike)
            (references if within else body[-1]).append(paragraph)
    return body, references
