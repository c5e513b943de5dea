"""Answers of a ledger, remembered until something is written to a table that they rest on."""

from __future__ import annotations

import re
from collections.abc import Hashable

import duckdb
import polars as pl

_LARGEST = 16 * 2**20  # bytes; larger answers take their time for reading rows, not for planning
_COMMENT, _NAME = re.compile(r"--[^\n]*"), re.compile(r"\w+")


class Answers:
    """Answers by question. A table counts as read if its name occurs in a statement or in a view named there."""

    def __init__(self) -> None:
        """Start without knowing any tables."""
        self._tables: frozenset[str] = frozenset()
        self._views: dict[str, frozenset[str]] = {}
        self._named: dict[str, frozenset[str]] = {}
        self._known: dict[Hashable, tuple[frozenset[str], pl.DataFrame]] = {}

    def learn(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Learn which tables and views exist, before anything is asked."""
        tables = connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall()
        views = connection.execute("SELECT view_name, sql FROM duckdb_views() WHERE NOT internal").fetchall()
        self._tables = frozenset(str(name) for (name,) in tables)
        self._views = {str(name): _read_names(sql) - {name} for name, sql in views}

    def get(self, asked: Hashable) -> pl.DataFrame | None:
        """Return the answer remembered, if any."""
        return self._known[asked][1] if asked in self._known else None

    def remember(self, asked: Hashable, sql: str, frame: pl.DataFrame) -> None:
        """Keep the answer that a statement gave, unless it is too large to hold for the rest of a run."""
        if frame.estimated_size() > _LARGEST:
            return
        self._known[asked] = (self._list_tables(sql), frame)

    def forget(self, sql: str) -> None:
        """Drop the answers that rest on any table named in what was written."""
        written = self._list_tables(sql)
        self._known = {asked: known for asked, known in self._known.items() if known[0].isdisjoint(written)}

    def forget_all(self) -> None:
        """Drop every answer."""
        self._known.clear()

    def _list_tables(self, sql: str) -> frozenset[str]:
        """Return the tables that a statement may touch, those of its views included; all tables where it names none."""
        if sql not in self._named:
            names, views = _read_names(sql), set[str]()
            while fresh := (names & self._views.keys()) - views:
                views |= fresh
                names = names.union(*(self._views[view] for view in fresh))
            self._named[sql] = names & self._tables or self._tables
        return self._named[sql]


def _read_names(sql: str) -> frozenset[str]:
    return frozenset(_NAME.findall(_COMMENT.sub("", sql).lower()))
