"""Plain text from what catalogues call text: titles and abstracts carry HTML, JATS and MathML remnants.

Text of others as plain text of a bounded length. Text of others made safe to stand in Pandoc Markdown, and words
counted as a reader counts them.
"""

from __future__ import annotations

import html
import re
import unicodedata

from tasks.text.latex import read_latex

_ATTRIBUTES = r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]{0,200}\"|'[^'<>]{0,200}'))*"
_INLINE_NAMES = (
    r"(?:mml:[a-z]{1,20}|jats:(?:italic|bold|sub|sup|sc)"
    r"|math|mi|mn|mo|mrow|mtext|msub|msup|msubsup|mfrac|msqrt|mroot|mover|munder|munderover|mstyle|mspace|mfenced|semantics"
    r"|inline-formula|disp-formula|alternatives|ext-link|xref|named-content|styled-content"
    r"|i|b|em|strong|u|sub|sup|inf|scp|sc|tt|small|italic|bold|font|span|a)"
)
_BLOCK_NAMES = r"(?:jats:[a-z-]{1,20}|p|br|div|li|ul|ol|h[1-6]|sec|title|section|link|hr)"
_INLINE = re.compile(rf"</?{_INLINE_NAMES}{_ATTRIBUTES}\s*/?>", re.IGNORECASE)
_BLOCK = re.compile(rf"</?{_BLOCK_NAMES}{_ATTRIBUTES}\s*/?>", re.IGNORECASE)
# The same formula once more, as its author typed it.
_SOURCE = re.compile(
    r"<((?:jats:)?tex-math|(?:mml:)?annotation)\b[^<>]{0,200}>.{0,2000}?</\1\s*>", re.IGNORECASE | re.DOTALL
)
# Lone surrogates cannot be encoded and control characters break terminals, SQL clients and XML.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff\ud800-\udfff]")
# "D\u0131\u0301az": an accent typed behind its letter, or behind an i that had lost its dot for it.
_ACCENT_APART = re.compile("[\u0131\u0237]?[\u0300-\u036f]")
_DOTTED = {
    f"{bare}{chr(mark)}": f"{dotted}{chr(mark)}"
    for bare, dotted in ("\u0131i", "\u0237j")
    for mark in range(0x300, 0x370)
}


def clean_text(value: object, longest: int) -> str:
    """Return text without markup, entities, control characters and doubled white space, at most `longest` characters.

    Only known tag names are taken for markup, so "a < b and c > d" survives. What is not a string gives "".
    """
    if not isinstance(value, str):
        return ""
    text = value[: longest * 4]
    if "&" in text:
        # Twice, because sources escape what was escaped already ("&amp;lt;i&amp;gt;").
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _BLOCK.sub(" ", _INLINE.sub("", _SOURCE.sub(" ", text)))
    if any(sign in text for sign in ("\\", "$", "_{", "^{")):
        text = read_latex(text)
    return join_accents(" ".join(_UNPRINTABLE.sub(" ", text).split()))[:longest].rstrip()


def join_accents(text: str) -> str:
    """Return a text with each accent that stands behind its letter, or behind an i or j without its dot, upon it."""
    if not _ACCENT_APART.search(text):
        return text
    return unicodedata.normalize("NFC", _ACCENT_APART.sub(lambda found: _DOTTED.get(found[0], found[0]), text))


LONGEST_FIELD = 2_000


def plain_text(text: str | None) -> str:
    """Return text on one line without markup, control and direction characters, at most 2,000 characters."""
    cleaned = clean_text(text, LONGEST_FIELD)
    kept = (c for c in cleaned if unicodedata.category(c) not in {"Cf", "Cn", "Co"} or c in "\u200c\u200d")
    return " ".join("".join(kept).split())


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
