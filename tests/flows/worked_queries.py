"""The worked queries of the README, as its readers copy them."""

from __future__ import annotations

import re
from pathlib import Path

_README = Path(__file__).resolve().parents[2] / "README.md"


def read_worked_queries() -> list[str]:
    """Return the queries of the README's block of SQL, in order, comments and all."""
    block = re.search(r"```sql\n(.*?)```", _README.read_text("utf-8"), re.DOTALL)
    assert block
    return [query for query in block[1].split(";") if query.strip()]
