"""The worked queries of the pages, as their readers copy them."""

from __future__ import annotations

import re
from pathlib import Path

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "querying-the-ledger.md"


def read_worked_queries() -> list[str]:
    """Return the six queries of the page on the ledger, in order, comments and all."""
    _, block = _PAGE.read_text("utf-8").split("## Six queries", 1)
    return _list_queries(block.split("\n## ")[0])


def read_queries(page: Path) -> list[str]:
    """Return every query in a page's blocks of SQL."""
    return _list_queries(page.read_text("utf-8"))


def _list_queries(text: str) -> list[str]:
    blocks = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    return [query for block in blocks for query in block.split(";") if query.strip()]
