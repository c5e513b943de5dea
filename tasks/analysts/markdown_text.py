"""Text of others made safe to stand in Pandoc Markdown, and words counted as a reader counts them."""

from __future__ import annotations

import re
import unicodedata

_ACTIVE = re.compile(r"([\\`*_{}\[\]<>#$^~|@&])")
_LIST_START = re.compile(r"^(\(?(?:[0-9]+|[A-Za-z]|[ivxlcdmIVXLCDM]+))([.)])(?=\s|$)")
_LINE_START = re.compile(r"^([-+=:%])")
_CITATION = re.compile(r"(?<!\\)\[-?@[^\]]*\]")


def escape_markdown(text: str) -> str:
    r"""Return the text on one line with everything Pandoc would interpret escaped by a backslash.

    Control and format characters are dropped, runs of white space become one space. The result holds no citation,
    emphasis, link, raw HTML, mathematics, table, list marker or heading, wherever in a paragraph it is put.
    """
    visible = "".join(" " if _is_invisible(char) else char for char in text)
    line = _ACTIVE.sub(r"\\\1", " ".join(visible.split()))
    line = _LIST_START.sub(r"\1\\\2", line)
    return _LINE_START.sub(r"\\\1", line)


def count_words(markdown: str) -> int:
    """Return the number of white-space-separated tokens, headings' words included, citations and `#` marks not."""
    return sum(any(char.isalnum() for char in token) for token in _CITATION.sub(" ", markdown).split())


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
