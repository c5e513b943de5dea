"""Figures as documents hold them: light on white paper, as points where a format knows no lines, told in words."""

from __future__ import annotations

import re
from html import unescape

from tasks.reporting.compiling import compile_markup

_WIDTH = re.compile(r'<svg[^>]*\bwidth="(\d+)"')
_DESCRIPTION = re.compile(r"<desc[^>]*>(.*?)</desc>", re.DOTALL)
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{(?:[^{}]|\{[^{}]*\})*\}")


def keep_light(svg: str) -> str:
    """Return a picture of ours without the colours that it has on a dark screen: a document is white on any."""
    return _DARK.sub("", svg)


def read_description(svg: str) -> str:
    """Return what a picture of ours shows, in words: its `desc`, empty without one."""
    found = _DESCRIPTION.search(svg)
    return " ".join(unescape(found[1]).split()) if found else ""


def rasterise(svg: str) -> bytes:
    """Return a picture of ours as PNG, 2.5 points to each of its pixels.

    Raises:
        LitreviewError: the compiler fails or takes more than two minutes.
    """
    found = _WIDTH.search(svg)
    width = f"{found[1]}pt" if found else "auto"
    page = f'#set page(width: auto, height: auto, margin: 0pt)\n#image("picture.svg", width: {width})\n'
    return compile_markup(page.encode(), "png", {"picture.svg": svg.encode()})
