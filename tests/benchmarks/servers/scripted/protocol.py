"""What a script of the loopback Anthropic is asked, and what it answers with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import orjson

_BLOCK = re.compile(r'<data name="([^"]*)">\n(.*?)\n</data>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as a model would see it: `title` is the answer's schema title, `instructions` the system text.

    `blocks` are the data blocks of all user texts by name, `effort` is "" where the request states none.
    """

    title: str
    instructions: str
    blocks: dict[str, Any]
    max_tokens: int
    schema: dict[str, Any]
    model: str = ""
    effort: str = ""


TOOL = "__tool__"
"""An answer that is no answer but the call of a tool: ``{TOOL: {"name": …, "input": {…}}}``."""

REFUSAL = "__refusal__"
"""An answer that refuses: ``{REFUSAL: True}``."""

# A script writes the answer as an object of the schema asked for, out of nothing but what is asked; deterministic.
Script: TypeAlias = Callable[[Asked], dict[str, Any]]


def read_blocks(text: str) -> dict[str, Any]:
    """Return the content of each data block in a text by name (see `data_blocks.write_block`), in order.

    Raises:
        ValueError: two blocks have the same name, or a block is not JSON.
    """
    blocks: dict[str, Any] = {}
    for name, content in _BLOCK.findall(text):
        if name in blocks:
            raise ValueError(f"two data blocks are named '{name}'")
        blocks[name] = orjson.loads(content)
    return blocks
