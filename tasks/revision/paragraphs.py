"""The paragraphs of a review, numbered through the document: split without loss and joined again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from storage.records.writing import Claim
from tasks.text.masks import NOTHING, mask_blocks

# Headings, blocks whose wording depends on layout and what a person wrote are left alone: they may be read, not moved
# or rewritten.
Kind = Literal["text", "heading", "fixed"]

_BREAK = "\n\n"
_HEADING = re.compile(r" {0,3}#{1,6}\s[^\n]*\Z")
_BOUND = re.compile(
    r"^[ \t]*(?:[-*+][ \t]|\(?\d{1,9}[.)][ \t]|\(@\w*\)|>|\||<(?!!--)|:::|\[\^[^\]\s]+\]:|\\begin\{"
    r"|#{1,6}\s|(?:={2,}|-{2,}|\*{3,}|_{3,})[ \t]*$)",
    re.MULTILINE,
)
_SPANNING = ("<!--", "-->", "$$")


@dataclass(frozen=True, slots=True)
class StandingSection:
    """A section as it stands: the version, its Markdown without its own heading, and all its claims.

    `mine` are the paragraphs that a person wrote, which stay as they are.
    """

    section_id: str
    version: int
    heading: str
    markdown: str
    claims: tuple[Claim, ...] = ()
    mine: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A block of a section: `number` counts from 1 through the document, `place` from 0 in the section.

    `claims` are the section's claims whose sentence occurs in it.
    """

    number: int
    section_id: str
    place: int
    markdown: str
    kind: Kind
    claims: tuple[Claim, ...] = ()


def split_section(markdown: str) -> tuple[str, list[str], str]:
    """Return the white space before, the blocks, and the white space after; `join_section` gives the same bytes."""
    body = markdown.strip()
    if not body:
        return markdown, [], ""
    start = markdown.index(body)
    return markdown[:start], body.split(_BREAK), markdown[start + len(body) :]


def join_section(before: str, blocks: Sequence[str], after: str) -> str:
    """Return the Markdown of a section made of blocks."""
    return f"{before}{_BREAK.join(blocks)}{after}"


def number_paragraphs(sections: Sequence[StandingSection]) -> tuple[Paragraph, ...]:
    """Return every block of the sections in order, including headings and fixed blocks, so that numbers are unique."""
    numbered: list[Paragraph] = []
    for section in sections:
        _, blocks, _ = split_section(section.markdown)
        kinds = _judge_blocks(blocks)
        for place, (block, kind) in enumerate(zip(blocks, kinds, strict=True)):
            claims = tuple(claim for claim in section.claims if claim.sentence in block)
            own: Kind = "fixed" if any(block in one for one in section.mine) else kind
            numbered.append(Paragraph(len(numbered) + 1, section.section_id, place, block, own, claims))
    return tuple(numbered)


def judge_block(block: str) -> Kind:
    """Return the kind of a block taken by itself."""
    return next(_judge_blocks([block])) if block.strip() else "fixed"


def find_runs(numbers: Sequence[int], paragraphs: Mapping[int, Paragraph]) -> list[tuple[int, ...]]:
    """Return the numbers as runs of neighbours within one section, in the order of the document."""
    runs: list[tuple[int, ...]] = []
    for number in sorted(set(numbers)):
        before = runs[-1][-1] if runs else 0
        if before == number - 1 and before and paragraphs[before].section_id == paragraphs[number].section_id:
            runs[-1] = (*runs[-1], number)
        else:
            runs.append((number,))
    return runs


def _judge_blocks(blocks: Sequence[str]) -> Iterator[Kind]:
    """Yield the kind of each block of a section; code, comments and formulas may span several blocks."""
    masked = mask_blocks(_BREAK.join(blocks))
    place, opened = 0, dict.fromkeys(("comment", "formula"), False)
    for block in blocks:
        seen = masked[place : place + len(block)]
        place += len(block) + len(_BREAK)
        was_open = any(opened.values())
        comment, end, formula = (seen.count(mark) for mark in _SPANNING)
        if comment != end:
            opened["comment"] = comment > end
        if formula % 2:
            opened["formula"] = not opened["formula"]
        if was_open or any(opened.values()) or not block.strip() or block != block.strip():
            yield "fixed"
        elif _HEADING.match(block):
            yield "heading"
        elif NOTHING in seen or _BOUND.search(block):
            yield "fixed"
        else:
            yield "text"
