"""Untrusted XML: no entities of its own, nothing fetched, bounded depth and size."""

from __future__ import annotations

import html.entities
from xml.etree import ElementTree as ET
from xml.parsers import expat

_DEEPEST = 200
_MOST_NODES = 2_000_000
MOST_BYTES = 64 * 1024 * 1024


class UnsafeXml(ValueError):
    """The file is not well-formed XML, or requests something forbidden."""


def parse_xml(text: bytes) -> ET.Element:
    """Return the root of an XML text, its names without namespaces.

    A document type may be named, as JATS does, but is not fetched; the named characters of HTML are known, other
    entities stand for nothing.

    Raises:
        UnsafeXml: not well-formed, entities declared inside, more than 200 levels, 2 million elements or 64 MB.
    """
    if len(text) > MOST_BYTES:
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
        parser.Parse(text, True)  # noqa: FBT003 - expat takes it by position
        return builder.close()
    except (expat.ExpatError, AssertionError) as error:
        raise UnsafeXml(f"it is not well-formed: {error}") from error


def _bare(name: str) -> str:
    return name.rpartition("}")[2]
