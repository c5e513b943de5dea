"""Every read with a join, one file each, named after what it answers."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def read_query(name: str) -> str:
    """Return the SQL of ``storage/queries/<name>.sql``."""
    return files("storage.queries").joinpath(f"{name}.sql").read_text(encoding="utf-8")
