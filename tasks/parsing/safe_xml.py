"""Untrusted XML: no entities of its own, nothing fetched, bounded depth and size.

Markdown from the text of an XML article, element by element.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element
from xml.parsers import expat

from tasks.parsing.glyphs import clean_text

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


_DEEPEST = 200
_MOST_NODES = 2_000_000
_MOST_BYTES = 64 * 1024 * 1024


class UnsafeXml(ValueError):
    """The file is not well-formed XML, or requests something forbidden."""


def read_xml(path: Path) -> ET.Element:
    """Return the root of an XML file, its names without namespaces.

    A document type may be named, as JATS does, but is not fetched; the named characters of HTML are known, other
    entities stand for nothing.

    Raises:
        UnsafeXml: not well-formed, entities declared inside, more than 200 levels, 2 million elements or 64 MB.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise UnsafeXml("the file is larger than 64 MB")
    builder = ET.TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    counts = {"depth": 0, "nodes": 0}

    def start(name: str, attributes: dict[str, str]) -> None:
        counts["depth"] += 1
        counts["nodes"] += 1
        if counts["depth"] > _DEEPEST or counts["nodes"] > _MOST_NODES:
            raise UnsafeXml("it is nested too deep or has too many elements")
        builder.start(_bare(name), {_bare(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        counts["depth"] -= 1
        builder.end(_bare(name))

    def refuse_entity(*_declaration: object) -> None:
        raise UnsafeXml("it declares entities")

    def refuse_outside(*_reference: object) -> int:
        raise UnsafeXml("it refers to something outside")

    def name_character(name: str, _is_parameter: bool) -> None:  # noqa: FBT001 - expat's signature
        builder.data(html.entities.html5.get(f"{name};", " "))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse_entity
    parser.ExternalEntityRefHandler = refuse_outside
    parser.SkippedEntityHandler = name_character
    try:
        with path.open("rb") as file:
            parser.ParseFile(file)
        return builder.close()
    except (expat.ExpatError, AssertionError) as error:
        raise UnsafeXml(f"it is not well-formed: {error}") from error


def _bare(name: str) -> str:
    return name.rpartition("}")[2]
