"""What README and pages tell their readers to type, in order: lines of blocks, and commands within sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from markdown_it import MarkdownIt

REPOSITORY = Path(__file__).resolve().parents[2]
# In the order in which a reader would come by them: what a page types may need what those before it have made.
PAGES = (
    "README.md",
    *(
        f"docs/{name}.md"
        for name in (
            "first-review", "installing", "searching", "local-catalogue", "importing", "languages", "full-texts",
            "analysts", "budget-and-time", "protocols", "your-judgement", "screening", "appraisal", "pooling",
            "supervision", "editing-by-hand", "exports", "verifying", "asking-questions", "querying-the-ledger",
            "watching-a-run", "living-reviews", "running-on-servers", "settings", "troubleshooting", "architecture",
            "decisions", "measured", "scale",
        )
    ),
)  # fmt: skip
_TYPED = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:\.\w+/bin/)?"
    r"(?:litreview|prefect|marker_single|make|uv|pip|sh|python|export|source|docker|apt-get)\b"
)
_PYTHON = "from "


@dataclass(frozen=True)
class Command:
    """Something to type: the line of the page, the text, and how it is meant: `shell`, `python` or `sql`; the page."""

    line: int
    text: str
    kind: str = "shell"
    page: str = ""


def read_pages(checkout: Path = REPOSITORY) -> list[Command]:
    """Return what README and pages of a checkout have their readers type, each once, in the order of `PAGES`."""
    texts = {page: (checkout / page).read_text("utf-8") for page in PAGES}
    return _list_once(replace(each, page=page) for page, text in texts.items() for each in _read_all(text))


def read_commands(text: str) -> list[Command]:
    """Return what a text in Markdown has its readers type, each once, in order; figures and listings are none."""
    return _list_once(_read_all(text))


def _list_once(commands: Iterable[Command]) -> list[Command]:
    found: dict[str, Command] = {}
    for command in commands:
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
