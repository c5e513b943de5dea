"""What the README tells its readers to type, in order: lines of its blocks, and commands within sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

README = Path(__file__).resolve().parents[2] / "README.md"
_TYPED = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:\.\w+/bin/)?(?:litreview|prefect|marker_single|make|uv|pip|sh|python|export|docker|apt-get)\b"
)
_PYTHON = "from "


@dataclass(frozen=True)
class Command:
    """Something to type: the line of the README, the text, and how it is meant: `shell`, `python` or `sql`."""

    line: int
    text: str
    kind: str = "shell"


def read_commands(text: str) -> list[Command]:
    """Return what a text in Markdown has its readers type, each once, in order; figures and listings are none."""
    found: dict[str, Command] = {}
    for command in _read_all(text):
        found.setdefault(command.text.removeprefix(".venv/bin/"), command)
    return list(found.values())


def _read_all(text: str) -> Iterator[Command]:
    for token in MarkdownIt().enable("table").parse(text):
        line = (token.map or [0])[0] + 1
        if token.type == "fence" and token.info == "sql":
            yield Command(line, token.content, "sql")
        elif token.type in {"fence", "code_block"}:
            yield from _read_block(line, token.content)
        for child in token.children or ():
            if child.type == "code_inline" and " " in child.content and _TYPED.match(child.content):
                yield Command(line, " ".join(child.content.split()))


def _read_block(line: int, content: str) -> Iterator[Command]:
    if content.startswith(_PYTHON):
        yield Command(line, content, "python")
        return
    for offset, each in enumerate(content.splitlines()):
        if _TYPED.match(each):
            yield Command(line + offset, re.split(r"\s+# ", each)[0].strip())
