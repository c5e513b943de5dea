"""Captions and notes: paragraphs that stand beside the running text, not in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tasks.parsing.hyphens import join_lines
from tasks.parsing.paragraphs import Paragraph, Type

_CAPTION = re.compile(
    r"^(?:supplementary\s+|extended\s+data\s+)?(?:fig(?:ure)?s?|tab(?:le)?s?|box|scheme|algorithm|listing|chart|plate"
    r"|abbildung|tabelle|tableau|figura|tabla|quadro)\.?\s*(?:S|[A-Z])?[0-9IVX]+[a-z]?\b",
    re.IGNORECASE,
)
_NOTE = re.compile("^(?:[0-9]{1,3}|[*\u2217\u2020\u2021\u00a7\u00b6#]{1,3})\\s?[^\\W\\d_]|^[a-z]\\s[A-Z]")
_SMALLER = 0.93
_FEWEST_WORDS = 5  # of a sentence that is broken off
_FINISHED = re.compile("[.?!:;][\"')\\]\u201d\u2019]?[0-9,]{0,8}$")


def is_caption(text: str) -> bool:
    """Return whether a paragraph names a figure or table and its number first."""
    return bool(_CAPTION.match(text))


def split_notes(paragraphs: Sequence[Paragraph], body: Type) -> tuple[list[Paragraph], list[Paragraph]]:
    """Return a column without the footnotes below it, and the footnotes: small print that begins with a mark."""
    start = len(paragraphs)
    while start > 0 and paragraphs[start - 1].size <= _SMALLER * body.size:
        start -= 1
    while start < len(paragraphs) and (not _NOTE.match(paragraphs[start].text) or is_caption(paragraphs[start].text)):
        start += 1
    return list(paragraphs[:start]), list(paragraphs[start:])


def mend_sentences(
    paragraphs: Sequence[Paragraph], body: Type, words: frozenset[str], compounds: frozenset[str]
) -> list[Paragraph]:
    """Return the paragraphs of a page with sentences whole that a column, a figure or a table had parted.

    Where text in the type of the body doesn't end a sentence, the next text in that type that begins in lower case goes
    on with it, and what stands between follows.
    """
    mended: list[Paragraph] = []
    open_at: int | None = None
    for paragraph in paragraphs:
        is_running = (
            abs(paragraph.size - body.size) <= (1 - _SMALLER) * body.size
            and not paragraph.heading_level
            and not paragraph.tabular
            and not is_caption(paragraph.text)
        )
        if is_running and open_at is not None and paragraph.text[:1].islower():
            begun = mended[open_at]
            text = join_lines(begun.text, paragraph.text, words, compounds)
            mended[open_at] = replace(begun, text=text, lines=begun.lines + paragraph.lines)
            open_at = None if _FINISHED.search(text) else open_at
            continue
        mended.append(paragraph)
        if paragraph.heading_level:
            open_at = None
        elif is_running and len(paragraph.text.split()) >= _FEWEST_WORDS:
            open_at = None if _FINISHED.search(paragraph.text) else len(mended) - 1
    return mended
