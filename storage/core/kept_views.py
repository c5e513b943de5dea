"""Views kept as tables while nothing they rest on is written to.

DuckDB plans a view anew wherever one is named, in a question or within another view, and planning takes far longer than
reading its rows: the numbers of a review of fifty works take 3 ms, and their plan 200. So a view that is planned a
second time is computed into a temporary table of its name, which DuckDB then finds in its place, also within views.
"""

from __future__ import annotations

from collections import Counter

import duckdb

from storage.core.relations import Relations


class KeptViews:
    """The views of one open ledger that are tables at present."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, relations: Relations) -> None:
        """Start without any."""
        self._con = connection
        self._relations = relations
        self._planned: Counter[str] = Counter()
        self._kept: dict[str, None] = {}
        self._made: set[str] = set()

    def keep(self, sql: str) -> None:
        """Make tables of the views that this question would have planned for at least the second time.

        Raises:
            duckdb.Error: the file is damaged.
        """
        planned = self._relations.count_views(sql, self._kept)
        self._planned.update(planned)
        for view in planned:
            if self._planned[view] > 1:
                self._con.execute(f"CREATE TEMP TABLE {view} AS FROM main.{view}")
                self._kept[view] = None
                self._made.add(view)

    def drop(self, written: frozenset[str]) -> None:
        """Let views be views again that rest on any of the tables that are written to."""
        for view in list(self._planned):
            if not written.isdisjoint(self._relations.list_tables(view)):
                del self._planned[view]
                if view in self._kept:
                    del self._kept[view]
                    self._con.execute(f"DROP TABLE temp.{view}")

    def drop_all(self) -> None:
        """Let all views be views again, after a transaction that may have made or dropped some was taken back."""
        for view in self._made:
            self._con.execute(f"DROP TABLE IF EXISTS temp.{view}")
        self._planned.clear()
        self._kept.clear()
        self._made.clear()
