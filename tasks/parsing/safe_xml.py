"""XML files that are not trusted, and Markdown from the text of an XML article, element by element."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element

from tasks.parsing.glyphs import clean_text
from tasks.text.untrusted_xml import MOST_BYTES, UnsafeXml, parse_xml

__all__ = [
    "PAGE_BREAK",
    "UnsafeXml",
    "flatten",
    "join_blocks",
    "list_texts",
    "read_xml",
    "write_heading",
    "write_table",
]

PAGE_BREAK = "\f"

_WHITESPACE = re.compile(r"\s+")


def flatten(element: Element, skip: frozenset[str] = frozenset()) -> str:
    """Return all text of an element on one line, without the elements to skip."""
    return clean_text(_WHITESPACE.sub(" ", "".join(_texts(element, skip))))


def _texts(element: Element, skip: frozenset[str]) -> Iterable[str]:
    yield element.text or ""
    for child in element:
        if child.tag not in skip:
            yield from _texts(child, skip)
        yield child.tail or ""


def list_texts(element: Element) -> str:
    """Return the texts of an element with spaces between them, as a reference needs whose parts are elements."""
    return clean_text(_WHITESPACE.sub(" ", " ".join(element.itertext())))


def write_table(table: Element, row: str, cells: frozenset[str]) -> str:
    """Return the rows of a table a line each, cells apart by two spaces."""
    lines = ["  ".join(flatten(cell) for cell in line if cell.tag in cells) for line in table.iter(row)]
    return "\n".join(line for line in lines if line.strip())


def join_blocks(blocks: Iterable[str]) -> str:
    """Return Markdown blocks with an empty line between them, empty ones left out but for page breaks (form feeds)."""
    return "\n\n".join(block for block in blocks if block.strip() or block == PAGE_BREAK)


def write_heading(text: str, level: int) -> str:
    """Return a heading of a level from 1 to 6, nothing where the text is empty."""
    return f"{'#' * min(level, 6)} {text}" if text else ""


def read_xml(path: Path) -> Element:
    """Return the root of an XML file as `tasks.text.untrusted_xml.parse_xml` does.

    Raises:
        UnsafeXml: as there.
    """
    if path.stat().st_size > MOST_BYTES:
        raise UnsafeXml("the file is larger than 64 MB")
    return parse_xml(path.read_bytes())
