"""Plain text from what catalogues call text: titles and abstracts carry HTML, JATS and MathML remnants."""

from __future__ import annotations

import html
import re

_ATTRIBUTES = r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]{0,200}\"|'[^'<>]{0,200}'))*"
_INLINE_NAMES = (
    r"(?:mml:[a-z]{1,20}|jats:(?:italic|bold|sub|sup|sc)"
    r"|i|b|em|strong|u|sub|sup|inf|scp|sc|tt|small|italic|bold|font|span|a)"
)
_BLOCK_NAMES = r"(?:jats:[a-z-]{1,20}|p|br|div|li|ul|ol|h[1-6]|sec|title|section|link|hr)"
_INLINE = re.compile(rf"</?{_INLINE_NAMES}{_ATTRIBUTES}\s*/?>", re.IGNORECASE)
_BLOCK = re.compile(rf"</?{_BLOCK_NAMES}{_ATTRIBUTES}\s*/?>", re.IGNORECASE)
# Lone surrogates cannot be encoded and control characters break terminals, SQL clients and XML.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff\ud800-\udfff]")


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
        text = _BLOCK.sub(" ", _INLINE.sub("", text))
    return " ".join(_UNPRINTABLE.sub(" ", text).split())[:longest].rstrip()
