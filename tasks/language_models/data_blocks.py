"""Data for a language model: JSON inside a named element that no text in it can close or open."""

from __future__ import annotations

import re
from typing import Any

import orjson

# JSON reads the escape back as the same character; everything else stays in its usual form, including "p < 0.05".
_ELEMENT = re.compile(r"<(?=\s*/?\s*data\b)", re.IGNORECASE)


def write_block(name: str, content: Any) -> str:
    """Return ``<data name="…">`` with the content as JSON, in which nothing can close the element.

    Lists of records are written one record per line, so that equal beginnings stay equal bytes and can be cached.
    """
    if isinstance(content, list):
        lines = ",\n".join(orjson.dumps(item).decode() for item in content)
        text = f"[\n{lines}\n]"
    else:
        text = orjson.dumps(content).decode()
    text = _ELEMENT.sub(r"\\u003c", text)
    return f'<data name="{name}">\n{text}\n</data>'
