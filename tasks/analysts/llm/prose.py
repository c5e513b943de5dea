"""A model's text, split into headings, paragraphs and sentences, and put together again as safe Pandoc Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tasks.analysts.llm.citations import GROUP, strip_refs
from tasks.text.cleaning import escape_markdown

_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*")
_LIST_ITEM = re.compile(r"(?:[-*+>|]|\d{1,2}[.)])\s")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=[^\s*])([^*\n]+?)(?<=[^\s*])\1(?![\w*])")
_LATE_GROUP = re.compile(r"(?<!\bal)([.!?])(\s*)(\[@[^\[\]]*\])(?!\s*[.,;a-z])")
_STOP = re.compile(r"[.!?][\"'”\u2019)]*(?=\s+[\"'“\u2018(]?[^\Wa-z_])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:al|approx|ca|cf|ch|dr|ed|eds|e\.g|eq|esp|fig|figs|i\.e|incl|no|nos|pp|prof|sp|spp|ssp|st|subsp|var|vol|vs|"
    r"u\.s|u\.k)|\b[A-Z])$",
    re.IGNORECASE,
)
# What may follow "et al." and "U.S." only at the start of a new sentence.
_STARTER = re.compile(r"\s+(?:The|These|This|They|In|However|By|For|It|Its|A|An|At|On|Such|Although|While)\b")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (its text and level) or, at level 0, a paragraph of sentences; `is_list` if it came as a list."""

    sentences: tuple[str, ...]
    level: int = 0
    is_list: bool = False


def read_prose(markdown: str) -> list[Block]:
    """Return the blocks of a model's Markdown in order, sentences as it wrote them.

    Emphasis is removed, and a citation after its sentence's full stop is moved before it.
    """
    blocks: list[Block] = []
    for chunk in re.split(r"\n\s*\n", _EMPHASIS.sub(r"\2", markdown.replace("\r\n", "\n"))):
        lines: list[str] = []
        for line in map(str.strip, chunk.split("\n")):
            heading = _HEADING.fullmatch(line)
            if heading is None:
                lines.append(line)
                continue
            blocks += _read_paragraph(lines)
            lines = []
            blocks.append(Block((heading[2],), len(heading[1])))
        blocks += _read_paragraph(lines)
    return blocks


def _read_paragraph(lines: Sequence[str]) -> list[Block]:
    text = " ".join(" ".join(lines).split())
    if not text:
        return []
    return [Block(tuple(split_prose(text)), is_list=any(_LIST_ITEM.match(line) for line in lines))]


def split_prose(text: str) -> list[str]:
    """Return the sentences of one line of text; abbreviations, initials and decimals do not end one."""
    text = _LATE_GROUP.sub(r" \3\1", text)
    sentences: list[str] = []
    start = 0
    for stop in _STOP.finditer(text):
        if not _abbreviates(text, start, stop):
            sentences.append(text[start : stop.end()].strip())
            start = stop.end()
    return [*sentences, text[start:].strip()] if text[start:].strip() else sentences


def _abbreviates(text: str, start: int, stop: re.Match[str]) -> bool:
    before = text[max(start, stop.start() - 20) : stop.start()]
    if stop.group() != "." or not _ABBREVIATION.search(before):
        return False
    return not (before.endswith((" al", ".S", ".K")) and _STARTER.match(text, stop.end()))


def keep_sentences(blocks: Sequence[Block], is_kept: Callable[[str], bool]) -> list[Block]:
    """Return the blocks with only the sentences to keep, and without headings that nothing is left under."""
    kept = [
        block if block.level else replace(block, sentences=tuple(filter(is_kept, block.sentences))) for block in blocks
    ]
    kept = [block for block in kept if block.sentences]
    following = [*kept[1:], Block((), level=1)]
    return [block for block, after in zip(kept, following, strict=False) if not (block.level and after.level)]


def render_prose(blocks: Sequence[Block]) -> str:
    """Return the blocks as Pandoc Markdown with citations without refs; every heading is of level 3."""
    texts = [
        f"### {escape_markdown(block.sentences[0])}"
        if block.level
        else " ".join(render_sentence(sentence) for sentence in block.sentences)
        for block in blocks
    ]
    return "\n\n".join(texts) + "\n" if texts else ""


def render_sentence(sentence: str) -> str:
    """Return the sentence as Pandoc Markdown in which only its citations, without refs, are active."""
    parts = GROUP.split(sentence)
    rendered = ""
    for place, part in enumerate(parts):
        if place % 2:
            rendered = f"{rendered.rstrip()} {strip_refs(part)}"
        else:
            gap = " " if part[:1].isspace() and rendered else ""
            rendered += gap + escape_markdown(part)
    return rendered
