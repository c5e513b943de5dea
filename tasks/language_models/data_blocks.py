"""Data for a language model: JSON inside a named element that no text in it can close."""

from __future__ import annotations

from typing import Any

import orjson

# JSON reads the escapes back as the same characters; as text nothing in a block can look like markup.
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def write_block(name: str, content: Any) -> str:
    """Return ``<data name="…">`` with the content as JSON, in which no `<`, `>` or `&` is left to close the element.

    Lists of records are written one record a line, so that equal beginnings stay equal bytes and can be cached.
    """
    if isinstance(content, list):
        lines = ",\n".join(orjson.dumps(item).decode() for item in content)
        text = f"[\n{lines}\n]"
    else:
        text = orjson.dumps(content).decode()
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return f'<data name="{name}">\n{text}\n</data>'
