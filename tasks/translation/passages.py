"""A section cut into the passages that are translated: its paragraphs and headings, sentence by sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from storage.writing.merging import read_key, split_paragraphs
from tasks.citations.sentences import place_sentences

Passage = tuple[str, ...]
"""The sentences of a paragraph, as they stand in the Markdown; a heading is a passage of one."""

_NO_TEXT = ("|", ":::", "```", "![", ": **")
_TOGETHER = 5_000  # characters of one question


def blocks_of(markdown: str, typed: Collection[str] = ()) -> list[str]:
    """Return the paragraphs and headings of a text, without tables, figures, divisions and what people typed.

    `typed` are paragraphs of people, as `storage.writing.merging.read_key` has them.
    """
    return [block for block in split_paragraphs(markdown) if read_key(block) not in typed and split_block(block)]


def split_block(block: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences of a paragraph or heading, none where it is no text."""
    if not block.strip() or block.lstrip().startswith(_NO_TEXT):
        return []
    return place_sentences(block)


def list_passages(markdown: str, typed: Collection[str] = ()) -> list[Passage]:
    """Return the passages of a section in order, but for the paragraphs `typed` by people."""
    return [tuple(block[start:end] for start, end in split_block(block)) for block in blocks_of(markdown, typed)]


def group_passages(passages: Iterable[Passage], is_known: Callable[[str], bool]) -> list[Sequence[Passage]]:
    """Return the passages with a sentence that is not known, in groups of about 5,000 characters; each passage once."""
    pending = [passage for passage in dict.fromkeys(passages) if not all(map(is_known, passage))]
    groups: list[list[Passage]] = []
    length = 0
    for passage in pending:
        size = sum(map(len, passage))
        if not groups or length + size > _TOGETHER:
            groups.append([])
            length = 0
        groups[-1].append(passage)
        length += size
    return list(groups)
