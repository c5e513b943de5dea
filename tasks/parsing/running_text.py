"""The running text of a work's pages: paragraphs in order, each with the part of the work that its heading names.

Headings, tables, captions, notes of the publisher, and what follows the work proper are left out; every paragraph is a
stretch of its page, so that what is taken from it can be quoted to the character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storage.records.writing import Page
from tasks.parsing.furniture import is_caption

# The parts of a work, starting with those that say most in the fewest words.
TELLING = ("abstract", "conclusion", "limitation", "future", "finding", "discussion", "method", "", "background")

_BLOCK = re.compile(r"\S.*?(?=\n\s*\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_NUMBERING = re.compile(
    r"^(?:(?:sub)?section|chapter|part)?\s*(?:\d+(?:\.\d+)*|[ivx]+(?=[.:]))?[.:)]?\s*", re.IGNORECASE
)
_LONGEST_HEADING = 120
_FEWEST_WORDS, _FRONT_WORDS = 12, 60
_LEAST_LETTERS = 0.75

# The first that a heading matches counts; they are Edmundson's (1969) key headings, in today's words.
_PARTS = {
    part: re.compile(pattern, re.IGNORECASE)
    for part, pattern in {
        "aside": (
            r"^(?:references?|bibliograph|literature cited|works cited|acknowledge?ments?|funding|financ|authors?\b"
            r"|competing|grant|conflicts? of|declarations?|disclosures?|additional information|availability of|ethic"
            r"|supplement|data (?:availability|deposition)|supporting information|appendi|annex|keywords?"
            r"|abbreviations|consent|human ethics|animal ethics|about the|contributors?|orcid|copyright"
            r"|citation|glossary)"
        ),
        "abstract": r"^(?:abstract|executive summary|summary$|synopsis|highlights)",
        "conclusion": r"^(?:conclu|concluding|closing|implications|take-?home|summary\b|section summary)",
        "discussion": r"^(?:general )?discussion",
        "limitation": r"\blimitations?\b|^strengths? and|^methodological (?:considerations|concerns|limit)",
        "future": r"^future\b|\bfuture (?:work|research|directions?|studies)$|^outlook",
        "finding": r"^(?:results?|findings?|main (?:results|findings)|outcomes?)\b",
        "method": (
            r"^(?:materials?|methods?|methodolog|design|study design|data (?:collection|analysis|sources?|extraction)"
            r"|participants|procedures?|measures?|measurements?|sampl|statistic|experimental|search strateg"
            r"|research design)"
        ),
        "background": (
            r"^(?:introduction|background|related work|literature review|theor|aims?\b|objectives?|hypothes|rationale"
            r"|state of the art|purpose)"
        ),
    }.items()
}
# The notes of a table come in the middle of a part, and do not end it.
_NOTES = re.compile(r"^(?:end)?notes?\b", re.IGNORECASE)
_PUBLISHER = re.compile(
    r"^(?:how to cite|to cite this|submitted|received|accepted|published|subjects?\b|key\s?words|copyright|correspond"
    r"|editor:|e-?mail|doi\b|academic editor|edited by|reviewed by|open access|\u00a9|this is an open|data availability"
    r"|funding:|citation:|competing interests|abbreviations)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph: ``page.text[start:end]``.

    `part` is what its heading makes of it (abstract, background, method, finding, discussion, conclusion, limitation,
    future, or empty for a part named after its subject), `heading` that heading without its number.
    """

    page: Page
    start: int
    end: int
    part: str
    heading: str

    @property
    def text(self) -> str:
        """Return the words of the paragraph as they stand on the page."""
        return self.page.text[self.start : self.end]


def full_text_pages(pages: Sequence[Page]) -> list[Page]:
    """Return the pages of the full text that have words, in order; none where only the abstract is there."""
    return sorted((page for page in pages if page.page > 0 and page.text.strip()), key=lambda page: page.page)


def read_passages(pages: Sequence[Page]) -> list[Passage]:
    """Return the paragraphs of running text of a full text's pages, in order.

    A part named after its subject below a known one ("Methods", "Participants") belongs to that one. What stands before
    the first heading but the title's is the abstract if it is as long as one, else names and addresses, and left out.
    """
    found: list[Passage] = []
    blocks = list(_blocks(pages))
    headed = sum(bool(_HEADING.match(page.text, start, end)) for page, start, end in blocks) > 1
    parts: list[tuple[int, str]] = [(0, "front" if headed else "")]
    heading = ""
    for page, start, end in blocks:
        text = page.text[start:end]
        marks = _HEADING.match(text)
        if marks and len(text) <= _LONGEST_HEADING and "\n" not in text:
            level, name = len(marks[1]), _NUMBERING.sub("", marks[2].strip())
            if opened := _enter(parts, level, name):
                parts, heading = opened, name
            continue
        part = parts[-1][1]
        if part == "front" and len(text.split()) >= _FRONT_WORDS:
            part = "abstract"
        if part not in {"aside", "front"} and _is_prose(text):
            found.append(Passage(page, start, end, part, heading))
    return found


def choose_passages(passages: Sequence[Passage], most: int) -> list[Passage]:
    """Return, in order, the passages that fit into `most` characters, those of the most telling parts first.

    A passage longer than the remaining space is skipped.
    """
    kept: set[int] = set()
    for part in TELLING:
        for place, passage in enumerate(passages):
            if passage.part == part and passage.end - passage.start <= most:
                kept.add(place)
                most -= passage.end - passage.start
    return [passages[place] for place in sorted(kept)]


def _blocks(pages: Sequence[Page]) -> Iterator[tuple[Page, int, int]]:
    """Yield the blocks between empty lines as (page, start, end); a heading is a block of its own."""
    for page in full_text_pages(pages):
        for block in _BLOCK.finditer(page.text):
            start, end = block.start(), block.start() + len(block[0].rstrip())
            line = page.text.find("\n", start, end)
            if block[0].startswith("#") and line > 0:
                yield page, start, line
                start = line + 1
            yield page, start, end


def _enter(parts: list[tuple[int, str]], level: int, name: str) -> list[tuple[int, str]]:
    """Return the parts that are open, as (level of heading, part), once a heading was met; none for title and notes."""
    own = next((part for part, pattern in _PARTS.items() if pattern.search(name)), "")
    if (level == 1 and len(parts) == 1 and not own) or _NOTES.match(name):
        return []
    outer = [each for each in parts if each[0] < level]
    inherited = outer[-1][1] if outer and outer[-1][1] != "front" else ""
    return [*outer, (level, own or inherited)]


def _is_prose(text: str) -> bool:
    if text[0] in "|#`$!" or is_caption(text) or _PUBLISHER.match(text):
        return False
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return len(text.split()) >= _FEWEST_WORDS and letters >= _LEAST_LETTERS * len(text)
