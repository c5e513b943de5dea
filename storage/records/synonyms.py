"""Other names of what a topic names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Synonym:
    """Another name of what is called `name` in a topic, in how many works it is defined so, and one of these."""

    name: str
    alias: str
    works: int
    work_id: str
