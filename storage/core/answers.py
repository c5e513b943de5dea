"""Answers of a ledger, remembered until something is written to a table that they rest on."""

from __future__ import annotations

from collections.abc import Hashable

import polars as pl

from storage.core.relations import Relations

_LARGEST = 16 * 2**20  # bytes; larger answers take their time for reading rows, not for planning


class Answers:
    """Answers by question. A table counts as read if its name occurs in a statement or in a view named there."""

    def __init__(self, relations: Relations) -> None:
        """Start without any answer, of a ledger with these tables and views."""
        self._relations = relations
        self._known: dict[Hashable, tuple[frozenset[str], pl.DataFrame]] = {}

    def get(self, asked: Hashable) -> pl.DataFrame | None:
        """Return the answer remembered, if any."""
        return self._known[asked][1] if asked in self._known else None

    def remember(self, asked: Hashable, sql: str, frame: pl.DataFrame) -> None:
        """Keep the answer that a statement gave, unless it is too large to hold for the rest of a run."""
        if frame.estimated_size() > _LARGEST:
            return
        self._known[asked] = (self._relations.list_tables(sql), frame)

    def forget(self, written: frozenset[str]) -> None:
        """Drop the answers that rest on any of the tables that were written to."""
        self._known = {asked: known for asked, known in self._known.items() if known[0].isdisjoint(written)}

    def forget_all(self) -> None:
        """Drop every answer."""
        self._known.clear()
