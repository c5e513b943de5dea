"""Text of others made safe to stand in Pandoc Markdown, and words counted as a reader counts them."""

from __future__ import annotations

import re
import unicodedata

_ACTIVE = re.compile(r"([\\`*_{}\[\]<>#$^~|@]|&(?=#?\w+;))")
_LIST_START = re.compile(r"^(\(?(?:[0-9]+|[A-Za-z]|[ivxlcdmIVXLCDM]+))([.)])(?=\s|$)")
_LINE_START = re.compile(r"^([-+=:%])")
_ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
_JOINERS = "\u200c\u200d"
_CITATION = re.compile(r"(?<!\\)\[-?@[^\]]*\]")


def escape_markdown(text: str | None) -> str:
    r"""Return the text on one line with everything Pandoc would interpret escaped by a backslash, "" for none.

    Control and format characters are dropped but for the joiners that some scripts are written with, runs of white
    space become one space. The result reads exactly like the text and holds no citation, emphasis, link, raw HTML,
    mathematics, table, list marker or heading, wherever in a paragraph, list item or table cell it is put.
    """
    visible = "".join(_make_visible(char) for char in text or "")
    line = _ACTIVE.sub(r"\\\1", " ".join(visible.split()))
    line = _LIST_START.sub(r"\1\\\2", line)
    return _LINE_START.sub(r"\\\1", line)


def unescape_markdown(text: str) -> str:
    """Return the text as it reads where a backslash keeps a sign from being Markdown."""
    return _ESCAPED.sub(r"\1", text)


def count_words(markdown: str) -> int:
    """Return the number of white-space-separated tokens, headings' words included, citations and `#` marks not."""
    return sum(any(char.isalnum() for char in token) for token in _CITATION.sub(" ", markdown).split())


def _make_visible(char: str) -> str:
    """Return a character, a space for a control character, nothing for one that only steers or has no meaning."""
    category = unicodedata.category(char)
    if category in {"Cc", "Cs", "Zl", "Zp"} or char == "\u200b":
        return " "
    return "" if category in {"Cf", "Co", "Cn"} and char not in _JOINERS else char
